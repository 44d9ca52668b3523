import type { Locale } from '@coffer/contract/constants'
import { matchLocale } from '@coffer/contract/locales'
import { config } from './config.ts'

/** The languages that users can choose. */
const availableLocales = (): Locale[] => config().languages.map(({ locale }) => locale)

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
