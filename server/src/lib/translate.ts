import { LOCALES, type Locale, type TranslationKey, translations } from '@coffer/contract'

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
  return translations[locale][key].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
}

export const isTranslationKey = (key: string): key is TranslationKey => key in translations.en
