import { timeZone } from './time-zone.ts'

/**
 * Making a format costs a hundred times what using it does, and lists use the same few for every row:
 * each is made once for a language.
 */
export function byLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>()
  return locale => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}) =>
  byLocale(locale => new Intl.NumberFormat(locale, options))

/** In the zone that the reader has chosen. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  const inZone = byLocale(zone =>
    byLocale(
      locale => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone || undefined }),
    ),
  )
  return (locale: string) => inZone(timeZone.get())(locale)
}

/** "Today" and "Yesterday". */
export const dayFormat = (days: number) =>
  byLocale(locale => {
    const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
    return capitalised(words, locale)
  })

export const capitalised = (words: string, locale: string): string =>
  words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)
