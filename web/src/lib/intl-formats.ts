import { timeZone } from './time-zone.ts'

/**
 * Caches a formatter per locale, because constructing one takes about a hundred times as long as
 * using it.
 */
export function byLocale<T>(make: (locale: string) => T): (locale: string) => T {
  const cache = new Map<string, T>()
  return locale => {
    const value = cache.get(locale) ?? make(locale)
    cache.set(locale, value)
    return value
  }
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}) =>
  byLocale(locale => new Intl.NumberFormat(locale, options))

/** A date formatter per locale, in the time zone that the user has chosen unless the options name one. */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  const inZone = byLocale(zone =>
    byLocale(
      locale => new Intl.DateTimeFormat(locale, { timeZone: zone || undefined, ...options }),
    ),
  )
  return (locale: string) => inZone(timeZone.get())(locale)
}

/** "Today" and "Yesterday". */
export const dayFormat = (days: number) =>
  byLocale(locale => {
    const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
    return capitalised(text, locale)
  })

export const capitalised = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
