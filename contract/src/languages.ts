import { z } from 'zod'
import { LOCALES, PSEUDO_LOCALE } from './constants.ts'
import { endpoint } from './endpoint.ts'

export const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  access: 'public',
  summary: "A language's messages, flat, by dotted key.",
  params: z.object({
    /** A region is left aside: spec §9 speaks of `en-US`. */
    locale: z
      .string()
      .max(35)
      .transform(tag => (tag === PSEUDO_LOCALE ? tag : tag.replace(/[-_].*$/, '').toLowerCase()))
      .pipe(z.enum([...LOCALES, PSEUDO_LOCALE])),
  }),
  response: z.record(z.string(), z.string()),
})
