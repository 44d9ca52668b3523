/** Stores the language that was chosen in this browser, or that of the account last used in it. */
export const LANGUAGE_COOKIE = 'coffer.language'
export const LANGUAGE_DAYS = 365

const RTL_LANGUAGES = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

const languageOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

type Direction = 'ltr' | 'rtl'
export const directionOf = (tag: string): Direction =>
  RTL_LANGUAGES.has(languageOf(tag)) ? 'rtl' : 'ltr'

/** Shortens a tag subtag by subtag: `zh-Hant-TW`, `zh-Hant`, `zh`. */
function* shortened(tag: string): Generator<string> {
  for (let rest = tag; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-'))))
    yield rest
}

/**
 * Finds the available language for a tag: the same, else a more general one (RFC 4647 lookup), else
 * another variant of the language.
 */
export function matchLocale(tag: string, available: readonly string[]): string | undefined {
  for (const candidate of shortened(tag.trim().replaceAll('_', '-').toLowerCase())) {
    const match = available.find(locale => locale.toLowerCase() === candidate)
    if (match) return match
  }
  return available.find(locale => languageOf(locale) === languageOf(tag.trim()))
}

/** The name of a language in the given language; the tag where none is known. */
export function languageName(tag: string, inLocale: string): string {
  try {
    const name = new Intl.DisplayNames(inLocale, { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(inLocale) + name.slice(1)
  } catch {
    return tag
  }
}
