import { LOCALES, type Locale } from '@coffer/contract/constants'

const languageOf = (tag: string) => tag.split('-')[0]?.toLowerCase()

/** Returns the first available language, in the browser's order of preference. */
export const preferredLocale = (tags: readonly string[], fallback: Locale): Locale =>
  tags
    .map(languageOf)
    .map(language => LOCALES.find(locale => locale === language))
    .find(locale => locale !== undefined) ?? fallback

/** Dates and numbers follow the region of the user: en-GB rather than en. */
export const readerLocale = (language: string, tags: readonly string[]): string =>
  tags.find(tag => languageOf(tag) === language) ?? language
