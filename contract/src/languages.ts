import { z } from 'zod'
import { FALLBACK_LOCALE, LOCALES, PSEUDO_LOCALE } from './constants.ts'
import { endpoint } from './endpoint.ts'

/** The language of a tag, whatever its region: spec §9 speaks of `en-US`. */
function spokenLocale(tag: string) {
  if (tag === PSEUDO_LOCALE) return tag
  const language = tag.replace(/[-_].*$/, '').toLowerCase()
  return LOCALES.find(locale => locale === language) ?? FALLBACK_LOCALE
}

export const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  access: 'public',
  summary: "A language's messages, flat, by dotted key; those of the fallback for an unknown one.",
  params: z.object({ locale: z.string().max(35).transform(spokenLocale) }),
  response: z.record(z.string(), z.string()),
})
