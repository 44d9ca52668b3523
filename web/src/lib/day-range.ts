import { DAY_MS } from '@coffer/contract/durations'
import { dayNumber, instantFromClock, instantOf } from './clock.ts'

/** Predefined periods in days; each ends today. */
export const PERIODS = ['1', '7', '30', '365'] as const

export interface DayRange {
  /** The first and the last day, such as 2026-11-20; either may be open. */
  from?: string | undefined
  to?: string | undefined
}

export interface DaySelection extends DayRange {
  /** A predefined period, which replaces the range. */
  days?: (typeof PERIODS)[number] | undefined
}

/** Converts the selection into instants. Days are in the reader's time zone. */
export function instantsOf({ days, from, to }: DaySelection, now: Date): DayRange {
  return {
    ...(days && { from: startOfPeriod(days, now) }),
    ...(!days && from && { from: dayOf(from).toISOString() }),
    ...(!days && to && { to: endOfDay(to).toISOString() }),
  }
}

/** The start of a period that ends today; constant during the day. */
function startOfPeriod(days: string, now: Date): string {
  return instantFromClock((dayNumber(now) - Number(days) + 1) * DAY_MS).toISOString()
}

/** The start of a day such as 2026-11-20. */
export const dayOf = (day: string): Date => instantOf(`${day}T00:00`)

const endOfDay = (day: string): Date => instantOf(`${day}T23:59:59.999`)
