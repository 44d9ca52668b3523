import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatDays,
  formatExactBytes,
  formatExactDate,
  formatExactNumber,
  formatMonth,
  formatNumber,
  formatPercent,
  formatQuantity,
  formatShortDay,
  formatSpan,
} from './format.ts'
import { readerLocale } from './locale.ts'
import { useStore } from './store.ts'
import { timeZone } from './time-zone.ts'

/** Formatters for sizes, dates and numbers in the locale of the user. */
export function useFormat() {
  const { i18n } = useTranslation()
  // The formatters read the time zone themselves.
  const zone = useStore(timeZone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new zone needs new formatters, so that components render again.
  return useMemo(() => {
    const locale = readerLocale(i18n.language, navigator.languages)
    return {
      locale,
      bytes: (bytes: number) => formatBytes(bytes, locale),
      exactBytes: (bytes: number) => formatExactBytes(bytes, locale),
      date: (iso: string) => formatDate(iso, locale),
      dateTime: (iso: string) => formatDateTime(iso, locale),
      day: (iso: string) => formatDay(iso, locale),
      shortDay: (iso: string) => formatShortDay(iso, locale),
      month: (date: Date) => formatMonth(date, locale),
      days: (first: Date, last: Date) => formatDays(first, last, locale),
      exactDate: (iso: string) => formatExactDate(iso, locale),
      span: (ms: number) => formatSpan(ms, locale),
      number: (value: number) => formatNumber(value, locale),
      exactNumber: (value: number) => formatExactNumber(value, locale),
      quantity: (text: string) => formatQuantity(text, locale),
      percent: (share: number) => formatPercent(share, locale),
    }
  }, [i18n.language, zone])
}
