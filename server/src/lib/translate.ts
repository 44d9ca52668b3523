import {
  type CountedKey,
  LOCALES,
  type Locale,
  type TranslationKey,
  translations,
} from '@coffer/contract'
import { formatBytes } from './format-bytes.ts'

/** The first language of an `Accept-Language` header that is supported. */
export function spokenIn(header: string | undefined): Locale | undefined {
  const tags = (header ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return tags.map(tag => LOCALES.find(locale => locale === tag)).find(Boolean)
}

/** The language of an `Accept-Language` header, English by default. */
export const localeFrom = (header: string | undefined): Locale => spokenIn(header) ?? 'en'

/** Formats that a message can use after a value's name: `{{count, number}}`. */
const FORMATS: Record<string, (value: number, locale: Locale) => string> = {
  number: (value, locale) => new Intl.NumberFormat(locale).format(value),
  bytes: formatBytes,
}

/** Translates a message and fills in its placeholders. */
export function translate(
  locale: Locale,
  key: TranslationKey,
  values: Record<string, string | number> = {},
): string {
  return translations[locale][key].replace(
    /\{\{(\w+)(?:, (\w+))?\}\}/g,
    (_, name: string, format?: string) =>
      FORMATS[format ?? '']?.(Number(values[name]), locale) ?? String(values[name] ?? ''),
  )
}

/** Translates with the plural form of `count`: `key_one`, `key_other`. */
export function translateCount(
  locale: Locale,
  key: CountedKey | TranslationKey,
  values: Record<string, string | number>,
): string {
  if (isTranslationKey(key)) return translate(locale, key, values)
  const pluralKey = `${key}_${new Intl.PluralRules(locale).select(Number(values.count))}`
  // A language may have plural forms that English, which defines the keys, has not.
  const exists = pluralKey in translations[locale]
  return translate(locale, exists ? (pluralKey as TranslationKey) : `${key}_other`, values)
}

/** Whether a string is a key of a message. */
export const isTranslationKey = (key: string): key is TranslationKey => key in translations.en
