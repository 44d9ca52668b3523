import { z } from 'zod'
import { LOCALES, PSEUDO_LOCALE } from './constants.ts'
import { endpoint } from './endpoint.ts'

export const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  access: 'public',
  summary: "A language's messages, flat, by dotted key.",
  params: z.object({ locale: z.enum([...LOCALES, PSEUDO_LOCALE]) }),
  response: z.record(z.string(), z.string()),
})
