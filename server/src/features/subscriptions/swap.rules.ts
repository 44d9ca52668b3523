import { HOUR_MS } from '@coffer/contract/billing-periods'
import { type Proration, prorate } from '@coffer/contract/proration'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Plan } from '../plans/index.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'

/** How long the amounts of a preview apply. */
const PREVIEW_MS = HOUR_MS

/** The time by which a change of plan is prorated now; the clock of the gateway may be ahead of ours. */
export const prorationTime = ({ period_starts_at }: SubscriptionRow, now: number): number =>
  Math.max(now, period_starts_at)

/**
 * Whether a change may be prorated by the time of a preview. A time before the renewal or before the
 * last change would credit time that was not paid.
 */
export const isPreviewCurrent = (row: SubscriptionRow, at: number, now: number): boolean =>
  at <= prorationTime(row, now) &&
  at >= now - PREVIEW_MS &&
  at >= row.period_starts_at &&
  at >= (row.prorated_at ?? 0)

type PricedPlan = Pick<Plan, 'amount' | 'currency' | 'interval'>

export const prorationOf = (row: SubscriptionRow, plan: PricedPlan, at: number): Proration =>
  prorate({
    paid: { amount: row.amount ?? 0, currency: row.currency },
    period: { startsAt: row.period_starts_at, endsAt: row.period_ends_at },
    interval: snapshotOf(row).interval,
    anchorAt: row.anchor_at,
    price: { amount: plan.amount ?? 0, currency: plan.currency },
    newInterval: plan.interval,
    at,
  })

/** Our own estimate of the amount due today for a change of plan, and of the amount for the balance. */
export function estimateSwap(
  row: SubscriptionRow,
  plan: Plan,
  at: number,
): Pick<Proration, 'due' | 'toBalance'> {
  if (row.amount === null || row.currency !== plan.currency)
    return { due: plan.amount ?? 0, toBalance: 0 }
  return prorationOf(row, plan, at)
}
