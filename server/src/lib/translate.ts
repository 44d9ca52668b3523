import {
  type CountedKey,
  FALLBACK_LOCALE,
  type Locale,
  pluralFormOf,
  type TranslationKey,
  translations,
} from '@coffer/contract'
import { formatMoney, type Money } from '@coffer/contract/money'
import { formatBytes } from './format-bytes.ts'
import { matchInstalled, messagesOf } from './installed-languages.ts'

/** The first language of an `Accept-Language` header that is installed. */
export function spokenIn(header: string | undefined): Locale | undefined {
  const tags = (header ?? '').slice(0, 500).split(',')
  for (const tag of tags) {
    const match = matchInstalled(tag.replace(/;.*/, '').trim())
    if (match) return match
  }
  return undefined
}

/** The language of an `Accept-Language` header, English by default. */
export const localeFrom = (header: string | undefined): Locale =>
  spokenIn(header) ?? FALLBACK_LOCALE

/**
 * Formats that a message can use after a value's name: `{{count, number}}`, `{{due, money}}`, and
 * `{{day, date}}` of a day as in ISO 8601.
 */
const FORMATS: Record<string, (value: string | number | undefined, locale: Locale) => string> = {
  number: (value, locale) => new Intl.NumberFormat(locale).format(Number(value)),
  // A day without a time is read as its start in UTC.
  date: (value, locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(String(value)),
    ),
  bytes: (value, locale) => formatBytes(Number(value), locale),
  money: (value, locale) => {
    const [currency = '', amount] = String(value).split(' ')
    return formatMoney({ currency, amount: Number(amount) }, locale)
  },
}

/** Money as the value of a placeholder with the format `money`. */
export const moneyValue = ({ amount, currency }: Money): string => `${currency} ${amount}`

/** Translates a message and fills in its placeholders. */
export function translate(
  locale: Locale,
  key: TranslationKey,
  values: Record<string, string | number> = {},
): string {
  return fillMessage(locale, messagesOf(locale)[key] ?? translations.en[key], values)
}

/** Fills in the placeholders of a message. */
export const fillMessage = (
  locale: Locale,
  message: string,
  values: Record<string, string | number>,
): string =>
  message.replace(
    /\{\{(\w+)(?:, (\w+))?\}\}/g,
    (_, name: string, format?: string) =>
      FORMATS[format ?? '']?.(values[name], locale) ?? String(values[name] ?? ''),
  )

/** Translates with the plural form of `count`: `key_one`, `key_other`. */
export function translateCount(
  locale: Locale,
  key: CountedKey | TranslationKey,
  values: Record<string, string | number>,
): string {
  if (isTranslationKey(key)) return translate(locale, key, values)
  const messages = messagesOf(locale)
  const message =
    messages[`${key}_${pluralFormOf(locale, Number(values.count))}`] ?? messages[`${key}_other`]
  return fillMessage(locale, message ?? translations.en[`${key}_other`], values)
}

/** Whether a string is a key of a message. */
export const isTranslationKey = (key: string): key is TranslationKey => key in translations.en
