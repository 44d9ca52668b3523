import { HOUR_MS, MINUTE_MS } from '@coffer/contract/durations'
import { dayNumber, instantOf, yearOf } from './clock.ts'
import { byLocale, dateFormat, dayFormat, numberFormat } from './intl-formats.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

const integers = numberFormat({ minimumFractionDigits: 0, maximumFractionDigits: 0 })
const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const unitNames = byLocale(locale => UNITS.map(unit => unitName(unit, locale)))
const exactBytes = numberFormat({ style: 'unit', unit: 'byte', unitDisplay: 'long' })
const numbers = numberFormat()
/** The digits that distinguish any two numbers. */
const exactNumbers = numberFormat({ maximumSignificantDigits: 17 })
const quantities = numberFormat({ maximumFractionDigits: 6 })
const percents = numberFormat({ style: 'percent', maximumFractionDigits: 0 })
const dayAndMonth = dateFormat({ day: 'numeric', month: 'short' })
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const longDay = dateFormat({ dateStyle: 'long' })
const month = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const mediumDay = dateFormat({ dateStyle: 'medium' })
/** Two digits, as in lists: the default style writes 0:07 in Spanish. */
const TIME = { hour: '2-digit', minute: '2-digit' } as const
const toTheSecond = dateFormat({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  ...TIME,
  second: '2-digit',
})
const toTheMinute = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', ...TIME })
const time = dateFormat(TIME)
const today = dayFormat(0)
const yesterday = dayFormat(-1)

const unitName = (unit: (typeof UNITS)[number], locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })
    .formatToParts(1)
    .find(part => part.type === 'unit')?.value ?? ''

/**
 * 812 kB, 4.2 MB, 612 MB, 1.8 GB: decimal units; from MB up with one decimal, except from 100 up
 * and for whole numbers.
 */
export function formatBytes(bytes: number, locale: string): string {
  let unit = 0
  let value = bytes
  while (rounded(value, unit) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const number = decimals(value, unit) === 1 ? tenths : integers
  return `${number(locale).format(value)}\u00a0${unitNames(locale)[unit]}`
}

const decimals = (value: number, unit: number) =>
  unit >= 2 && value < 99.95 && !Number.isInteger(value) ? 1 : 0
const rounded = (value: number, unit: number) => Number(value.toFixed(decimals(value, unit)))

/** The exact number of bytes, for tooltips. */
export const formatExactBytes = (bytes: number, locale: string): string =>
  exactBytes(locale).format(bytes)

/** "Today, 09:12", "Yesterday", "12 Nov", and with the year for dates of other years. */
export function formatDate(iso: string, locale: string, now = new Date()): string {
  const date = new Date(iso)
  const days = dayNumber(now) - dayNumber(date)
  if (days === 0) return `${today(locale)}, ${time(locale).format(date)}`
  if (days === 1) return yesterday(locale)
  const format = yearOf(date) === yearOf(now) ? dayAndMonth : dayOfYear
  return format(locale).format(date)
}

/** November 2026, in UTC whatever the user has chosen. */
export const formatMonth = (date: Date, locale: string): string => month(locale).format(date)

/** 20 November 2026. */
export const formatDay = (iso: string, locale: string): string =>
  longDay(locale).format(instantOf(iso))

/** 20 Nov. */
export const formatShortDay = (iso: string, locale: string): string =>
  dayAndMonth(locale).format(instantOf(iso))

/** 20 Nov 2026, or 3 – 20 Nov 2026. */
export const formatDays = (first: Date, last: Date, locale: string): string =>
  mediumDay(locale).formatRange(first, last)

/** 20 November 2026, 08:40:12. */
export const formatExactDate = (iso: string, locale: string): string =>
  toTheSecond(locale).format(new Date(iso))

/** 20 Nov 2026, 08:40. */
export const formatDateTime = (iso: string, locale: string): string =>
  toTheMinute(locale).format(instantOf(iso))

const spanIn = (unit: 'day' | 'hour' | 'minute') =>
  numberFormat({ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 })
const days = spanIn('day')
const hours = spanIn('hour')
const minutes = spanIn('minute')

/** "2 days", "30 hours", "12 minutes": rounded, and at least one minute. */
export function formatSpan(ms: number, locale: string): string {
  const inMinutes = Math.max(1, Math.round(ms / MINUTE_MS))
  const inHours = Math.round(ms / HOUR_MS)
  if (inMinutes < 60) return minutes(locale).format(inMinutes)
  const isInDays = inHours >= 48 || inHours === 24
  return isInDays ? days(locale).format(Math.round(inHours / 24)) : hours(locale).format(inHours)
}

export const formatNumber = (value: number, locale: string): string => numbers(locale).format(value)

/** Formats a number with all of its decimals. */
export const formatExactNumber = (value: number, locale: string): string =>
  exactNumbers(locale).format(value)

/** Formats a billed quantity, which has up to six decimals, from its decimal text. */
export const formatQuantity = (text: string, locale: string): string =>
  quantities(locale).format(Number(text))

/** Formats a fraction: 0.342 is 34 %. */
export const formatPercent = (share: number, locale: string): string =>
  percents(locale).format(share)

/** "Today", "Yesterday". */
export const relativeDay = (days: 0 | -1, locale: string): string =>
  days === 0 ? today(locale) : yesterday(locale)
