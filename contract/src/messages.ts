import { z } from 'zod'
import { TRANSLATION_PARTS } from './constants.ts'
import { endpoint } from './endpoint.ts'

/** In a file of its own: every page loads it, and only the admin area edits languages. */
export const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  access: 'public',
  summary:
    'Returns the messages of a language by dotted key; those of the fallback for an unknown one.',
  params: z.object({ locale: z.string().max(35) }),
  query: z.object({ part: z.enum(TRANSLATION_PARTS).optional() }),
  response: z.record(z.string(), z.string()),
})
