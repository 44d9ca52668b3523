import { utcDayOf } from '@coffer/contract/billing-periods'
import { HOUR_MS } from '@coffer/contract/durations'

const DAY_HOURS = 24

/** The hours of one UTC day that a run of the meter covers, counted from 1970. */
export interface MeteredDay {
  /** YYYY-MM-DD in UTC. */
  day: string
  firstHour: number
  lastHour: number
}

/** The hour of a time, counted from 1970. */
export const hourOf = (ms: number): number => Math.floor(ms / HOUR_MS)

export const dayOfHour = (hour: number): string => utcDayOf(hour * HOUR_MS)

/** Splits hours into days. Days are never shared by periods, which begin at 00:00 UTC. */
export function daysOf(firstHour: number, lastHour: number): MeteredDay[] {
  const days: MeteredDay[] = []
  for (let hour = firstHour - (firstHour % DAY_HOURS); hour <= lastHour; hour += DAY_HOURS)
    days.push({
      day: dayOfHour(hour),
      firstHour: hour,
      lastHour: Math.min(hour + DAY_HOURS - 1, lastHour),
    })
  return days
}
