import type { Locale } from '@coffer/contract/constants'
import { LANGUAGE_COOKIE, LANGUAGE_DAYS, matchLocale } from '@coffer/contract/locales'
import { config } from './config.ts'
import { readCookie, storeCookie } from './cookies.ts'

/** The languages that users can choose. */
const availableLocales = (): Locale[] => config().languages.map(({ locale }) => locale)

/** The languages of this browser by preference; the one that was chosen in it comes first. */
export function spokenLanguages(): string[] {
  const chosen = readCookie(LANGUAGE_COOKIE)
  return chosen ? [chosen, ...navigator.languages] : [...navigator.languages]
}

/** Stores the language for pages that the server renders, and for the next start of the app. */
export const storeLanguage = (locale: Locale): void =>
  storeCookie(LANGUAGE_COOKIE, locale, LANGUAGE_DAYS)

/** Returns the first available language, in the browser's order of preference. */
export const preferredLocale = (
  tags: readonly string[],
  fallback: Locale,
  available: readonly Locale[] = availableLocales(),
): Locale =>
  tags.map(tag => matchLocale(tag, available)).find(locale => locale !== undefined) ?? fallback

const languageOf = (tag: string) => tag.split('-')[0]?.toLowerCase()

/** Dates and numbers follow the region of the user: en-GB rather than en. */
export const readerLocale = (language: string, tags: readonly string[]): string =>
  tags.find(tag => languageOf(tag) === language) ?? language
