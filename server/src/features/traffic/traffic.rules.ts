import { DAY_MS } from '@coffer/contract/durations'

/** Formats a date as the UTC day of the traffic rows. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Returns the last days including today, oldest first. In UTC every day has 24 hours. */
export const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  )
