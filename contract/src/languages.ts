import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  access: 'public',
  summary:
    'Returns the messages of a language by dotted key; those of the fallback for an unknown one.',
  params: z.object({ locale: z.string().max(35) }),
  response: z.record(z.string(), z.string()),
})
