import { z } from 'zod'
import {
  addIntervals,
  daysIn,
  daysLeft,
  type Interval,
  type Period,
  startOfUtcDay,
} from './billing-periods.ts'
import { divideRounded, toSafeNumber } from './decimals.ts'
import { DAY_MS } from './durations.ts'
import type { Money } from './money.ts'

export interface Swap {
  /** The price of the running period as it was paid, not the price of the old plan today. */
  paid: Money
  period: Period
  interval: Interval
  /** The anchor of the running schedule. */
  anchorAt: number
  price: Money
  newInterval: Interval
  at: number
  /** Without them unused time is credited in full. */
  refunds?: PeriodRefunds | undefined
}

/** Amounts given back of the running period's invoices, in minor units. */
export interface PeriodRefunds {
  /** Refunded, credited, voided or written off by administrators. */
  refunded: number
  /** The rest of what was paid. */
  kept: number
  /** `kept`, and the rest of earlier invoices that cover the period: an earlier plan may have paid it. */
  creditable: number
}

/** How an amount follows from days; `amountOfDays` computes it. */
const DaysExplanation = z.object({
  price: z.int(),
  days: z.int(),
  of_days: z.int(),
  starts_at: z.int(),
  ends_at: z.int(),
})
type DaysExplanation = z.infer<typeof DaysExplanation>

/** Returns `price × days / of_days`, rounded once. */
export const amountOfDays = ({
  price,
  days,
  of_days,
}: Pick<DaysExplanation, 'price' | 'days' | 'of_days'>): number =>
  toSafeNumber(divideRounded(BigInt(price) * BigInt(days), BigInt(of_days)))

export interface SwapLine {
  /** Negative for the unused time of the old plan. */
  amount: number
  explanation: DaysExplanation
}

export interface Proration {
  currency: string
  /** The unused time of the old plan; its amount is 0 or negative. */
  credit: SwapLine
  /** The time of the new plan. */
  charge: SwapLine
  /** Amount to pay before the new plan applies. */
  due: number
  /** Excess of the credit over the charge; it goes to the balance. */
  toBalance: number
  period: Period
  anchorAt: number
}

/**
 * Computes what a swap of fixed plans costs. With the same interval the rest of the running period
 * is exchanged; with another one a new period begins today.
 */
export function prorate(swap: Swap): Proration {
  const { paid, price, period, at } = swap
  if (paid.currency !== price.currency)
    throw new RangeError(
      `A plan in ${paid.currency} cannot be swapped for one in ${price.currency}`,
    )
  // An empty period has no time to credit or to charge.
  const days = Math.max(1, daysIn(period))
  const left = Math.min(days, daysLeft(period, at))
  const unused = swapLine(paid.amount, left, days, {
    startsAt: period.endsAt - left * DAY_MS,
    endsAt: period.endsAt,
  })
  const credit = { ...unused, amount: 0 - creditedOf(unused.amount, swap.refunds) }
  const next = nextSchedule(swap)
  const isSame = swap.interval === swap.newInterval
  const charge = isSame
    ? swapLine(price.amount, left, days, {
        startsAt: credit.explanation.starts_at,
        endsAt: period.endsAt,
      })
    : swapLine(price.amount, daysIn(next.period), daysIn(next.period), next.period)
  const difference = charge.amount + credit.amount
  return {
    currency: price.currency,
    credit,
    charge,
    due: Math.max(0, difference),
    toBalance: Math.max(0, -difference),
    ...next,
  }
}

/**
 * Unused time is credited, but not what was given back or never paid: at most what is left of the payments,
 * or what exceeds the refund where the unused time of an earlier plan has paid the period.
 */
function creditedOf(unused: number, refunds: PeriodRefunds | undefined): number {
  if (!refunds) return unused
  const { refunded, kept, creditable } = refunds
  return Math.min(unused, creditable, Math.max(kept, unused - refunded))
}

function nextSchedule({ period, anchorAt, interval, newInterval, at }: Swap) {
  if (interval === newInterval) return { period, anchorAt }
  const today = startOfUtcDay(at)
  return {
    period: { startsAt: today, endsAt: addIntervals(today, newInterval, 1) },
    anchorAt: today,
  }
}

function swapLine(
  price: number,
  days: number,
  ofDays: number,
  { startsAt, endsAt }: Period,
): SwapLine {
  const explanation = { price, days, of_days: ofDays, starts_at: startsAt, ends_at: endsAt }
  return { amount: amountOfDays(explanation), explanation }
}
