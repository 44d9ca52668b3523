import { z } from 'zod'
import { DAY_MS } from './durations.ts'

export const INTERVALS = ['month', 'year'] as const
export const Interval = z.enum(INTERVALS)
export type Interval = z.infer<typeof Interval>

/** Begins at `startsAt`, ends before `endsAt`. Milliseconds since 1970, UTC. */
export interface Period {
  startsAt: number
  endsAt: number
}

interface BillingPeriod extends Period {
  /** 0 for the period that begins at the anchor. */
  index: number
}

/** Returns 00:00 UTC of the day. */
export const startOfUtcDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS

/** Returns the UTC day of a time: `2026-11-24`. */
export const utcDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Number of days in a period; a part of a day counts as a day. */
export const daysIn = ({ startsAt, endsAt }: Period): number =>
  Math.ceil((endsAt - startsAt) / DAY_MS)

/** Number of days that are left at a time, including the day of that time. */
export function daysLeft({ startsAt, endsAt }: Period, at: number): number {
  return Math.max(0, Math.ceil((endsAt - Math.max(at, startsAt)) / DAY_MS))
}

/**
 * Adds months or years, counted from the anchor and clamped to the end of the month: a month after
 * 31 January is 28 or 29 February, two months after it 31 March.
 */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  const date = new Date(anchor)
  const months = date.getUTCMonth() + count * (interval === 'year' ? 12 : 1)
  const year = date.getUTCFullYear() + Math.floor(months / 12)
  const month = ((months % 12) + 12) % 12
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  return Date.UTC(year, month, day) + (anchor - startOfUtcDay(anchor))
}

export function billingPeriod(anchor: number, interval: Interval, index: number): BillingPeriod {
  return {
    index,
    startsAt: addIntervals(anchor, interval, index),
    endsAt: addIntervals(anchor, interval, index + 1),
  }
}

/** Returns the period that contains a time; times before the anchor are in the first one. */
export function billingPeriodAt(anchor: number, interval: Interval, at: number): BillingPeriod {
  const from = new Date(anchor)
  const to = new Date(Math.max(anchor, at))
  const years = to.getUTCFullYear() - from.getUTCFullYear()
  const months = years * 12 + to.getUTCMonth() - from.getUTCMonth()
  const estimate = interval === 'year' ? years : months
  const period = billingPeriod(anchor, interval, estimate)
  if (period.startsAt > at && estimate > 0) return billingPeriod(anchor, interval, estimate - 1)
  return period
}
