import {
  type CountedKey,
  LOCALES,
  type Locale,
  type TranslationKey,
  translations,
} from '@coffer/contract'

/** The first language of an `Accept-Language` header that we speak. */
export function localeFrom(header: string | undefined): Locale {
  const wanted = (header ?? '').split(',').map(part => part.trim().slice(0, 2).toLowerCase())
  return wanted.map(tag => LOCALES.find(locale => locale === tag)).find(Boolean) ?? 'en'
}

export function translate(
  locale: Locale,
  key: TranslationKey,
  values: Record<string, string | number> = {},
): string {
  return translations[locale][key].replace(
    /\{\{(\w+)(, number)?\}\}/g,
    (_, name: string, isNumber?: string) => {
      const value = values[name] ?? ''
      return isNumber ? new Intl.NumberFormat(locale).format(Number(value)) : String(value)
    },
  )
}

/** Where a message has several forms, the one that the number asks for: `key_one`, `key_other`. */
export function translateCount(
  locale: Locale,
  key: CountedKey | TranslationKey,
  values: Record<string, string | number>,
): string {
  if (isTranslationKey(key)) return translate(locale, key, values)
  const counted = `${key}_${new Intl.PluralRules(locale).select(Number(values.count))}`
  return translate(locale, isTranslationKey(counted) ? counted : `${key}_other`, values)
}

export const isTranslationKey = (key: string): key is TranslationKey => key in translations.en
