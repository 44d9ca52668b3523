import { DAY_MS } from '@coffer/contract/durations'
import { dateFormat } from './intl-formats.ts'
import { timeZone } from './time-zone.ts'

const HAS_ZONE = /(Z|[+-]\d\d:\d\d)$/

const dateParts = dateFormat({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})

/** Milliseconds of the local wall-clock time, counted as if it were UTC. */
function clockAt(date: Date): number {
  if (!timeZone.get()) return date.getTime() - date.getTimezoneOffset() * 60_000
  const numbers = dateParts('en-US').format(date).match(/\d+/g) ?? []
  const [month = 1, day = 1, year = 1970, ...time] = numbers.map(Number)
  const [hour = 0, minute = 0, second = 0] = time
  return Date.UTC(year, month - 1, day, hour, minute, second, date.getUTCMilliseconds())
}

/** Returns the moment at which the local wall clock shows `clock`. */
export function instantFromClock(clock: number): Date {
  const offsetAt = (moment: number) => clockAt(new Date(moment)) - moment
  // Applied twice, because the first guess may lie on the other side of a daylight saving change.
  return new Date(clock - offsetAt(clock - offsetAt(clock)))
}

/** Parses an ISO time; without a zone it is in the time zone of the user. */
export const instantOf = (iso: string): Date =>
  HAS_ZONE.test(iso) ? new Date(iso) : instantFromClock(Date.parse(`${iso}Z`))

/**
 * Returns noon of a calendar day without a zone, which is on that day for every user.
 * @param day `2026-05-01`, or the UTC time at which it begins
 */
export const noonOf = (day: string): string => `${day.slice(0, 10)}T12:00`

/** Days since 1970 in the time zone of the user. */
export const dayNumber = (date: Date): number => Math.floor(clockAt(date) / DAY_MS)

export const yearOf = (date: Date): number => new Date(clockAt(date)).getUTCFullYear()
