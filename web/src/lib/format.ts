import { dateFormat, numberFormat, relativeFormat } from './intl-formats.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const
const DAY_MS = 86_400_000

/** 812 KB, 4.2 MB, 612 MB, 1.8 GB: decimal units, one decimal from MB up while it says something. */
export function formatBytes(bytes: number, locale: string): string {
  let unit = 0
  let value = bytes
  while (rounded(value, unit) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const digits = decimals(value, unit)
  const number = numberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `${number.format(value)}\u00a0${UNITS[unit]}`
}

const decimals = (value: number, unit: number) => (unit >= 2 && value < 99.95 ? 1 : 0)
const rounded = (value: number, unit: number) => Number(value.toFixed(decimals(value, unit)))

/** Every single byte, for those who point at a size. */
export const formatExactBytes = (bytes: number, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes)

/** "Today, 09:12", "Yesterday", "12 Nov", and with the year once it is another one. */
export function formatDate(iso: string, locale: string, now = new Date()): string {
  const date = new Date(iso)
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS)
  if (days === 0) return `${relativeDay(0, locale)}, ${formatTime(date, locale)}`
  if (days === 1) return relativeDay(-1, locale)
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
  return dateFormat(locale, { day: 'numeric', month: 'short', ...year }).format(date)
}

/** 20 November 2026. */
export const formatDay = (iso: string, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long' }).format(new Date(iso))

/** 20 Nov 2026, or 3 – 20 Nov 2026. */
export const formatDays = (first: Date, last: Date, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium' }).formatRange(first, last)

/** 20 November 2026, 08:40:12. */
export const formatExactDate = (iso: string, locale: string): string =>
  dateFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(new Date(iso))

/** 20 Nov 2026, 08:40. */
export const formatDateTime = (iso: string, locale: string): string =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

export const formatNumber = (value: number, locale: string): string =>
  numberFormat(locale).format(value)

/** From a share of one: 0.342 is 34 %. */
export const formatPercent = (share: number, locale: string): string =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)

const startOfDay = (date: Date) => new Date(date).setHours(0, 0, 0, 0)

const formatTime = (date: Date, locale: string) =>
  dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(date)

/** "Today", "Yesterday". */
export const relativeDay = (days: number, locale: string): string =>
  capitalised(relativeFormat(locale, { numeric: 'auto' }).format(days, 'day'), locale)

export const capitalised = (words: string, locale: string): string =>
  words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)
