import { HOUR_MS, MINUTE_MS } from '@coffer/contract/durations'
import { dayNumber, yearOf } from '../../lib/clock.ts'
import { relativeDay } from '../../lib/format.ts'
import { byLocale, dateFormat } from '../../lib/intl-formats.ts'

const day = dateFormat({ day: 'numeric', month: 'long' })
const dayAndYear = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' })
const time = dateFormat({ hour: '2-digit', minute: '2-digit' })
const ago = byLocale(
  locale => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
)

const daysAgo = (date: Date, now: Date) => dayNumber(now) - dayNumber(date)

/** The heading of a day's notifications: "Today", "Yesterday", "20 November". */
export function dayLabel(iso: string, locale: string, now = new Date()): string {
  const date = new Date(iso)
  const days = daysAgo(date, now)
  if (days <= 0) return relativeDay(0, locale)
  if (days === 1) return relativeDay(-1, locale)
  return (yearOf(date) === yearOf(now) ? day : dayAndYear)(locale).format(date)
}

/** "now", "5 min ago", "3 hr ago", and the time on other days. */
export function timeLabel(iso: string, locale: string, now = new Date()): string {
  const date = new Date(iso)
  const past = Math.max(0, now.getTime() - date.getTime())
  if (past < MINUTE_MS) return ago(locale).format(0, 'second')
  if (past < HOUR_MS) return ago(locale).format(-Math.floor(past / MINUTE_MS), 'minute')
  if (daysAgo(date, now) === 0) return ago(locale).format(-Math.floor(past / HOUR_MS), 'hour')
  return time(locale).format(date)
}
