import { DAY_MS } from '@coffer/contract/durations'
import { clockIn, momentOf } from '@coffer/contract/wall-clock'
import { timeZone } from './time-zone.ts'

const HAS_ZONE = /(Z|[+-]\d\d:\d\d)$/

/** Milliseconds of the local wall-clock time, counted as if it were UTC. */
function clockAt(date: Date): number {
  const zone = timeZone.get()
  return zone ? clockIn(zone, date) : date.getTime() - date.getTimezoneOffset() * 60_000
}

/** Returns the moment at which the local wall clock shows `clock`. */
export const instantFromClock = (clock: number): Date => new Date(momentOf(clock, clockAt))

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
