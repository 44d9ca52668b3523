import { HOUR_MS } from '@coffer/contract/durations'
import { roundUpForWire } from '@coffer/contract/gateway-currencies'
import { type PeriodRefunds, type Proration, prorate } from '@coffer/contract/proration'
import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { RemoteFacts } from '../gateways/index.ts'
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

interface ApprovedSwap {
  live: SubscriptionRow
  next: SubscriptionRow
  checkout: CheckoutRow
  /** Of the new subscription. */
  remote: Pick<RemoteFacts, 'subscription' | 'payments'>
}

/**
 * Whether a change of plan that its payer approved on a page of the gateway may replace the live
 * subscription: only in time, and while the period of the subscription that it was priced for runs. What
 * counts is when it was approved, as its events may be late.
 */
export function isSwapCurrent({ live, next, checkout, remote }: ApprovedSwap, now: number) {
  const approvedAt = Math.min(
    remote.subscription?.statusChangedAt ?? now,
    ...remote.payments.map(({ paidAt }) => paidAt),
  )
  const at = next.prorated_at ?? 0
  return (
    live.gateway === next.gateway &&
    approvedAt <= checkout.expires_at &&
    at >= live.period_starts_at &&
    at >= (live.prorated_at ?? 0) &&
    // Its renewal may not be known yet.
    (approvedAt < live.period_ends_at || at >= live.period_ends_at)
  )
}

export type PricedPlan = Pick<Plan, 'amount' | 'currency' | 'interval'>

/** Prorates a change of plan. The amount due is rounded up to one that the gateway can be sent. */
export function prorationOf(
  row: SubscriptionRow,
  plan: PricedPlan,
  at: number,
  refunds: PeriodRefunds | undefined,
): Proration {
  const proration = prorate({
    paid: { amount: row.amount ?? 0, currency: row.currency },
    period: { startsAt: row.period_starts_at, endsAt: row.period_ends_at },
    interval: snapshotOf(row).interval,
    anchorAt: row.anchor_at,
    price: { amount: plan.amount ?? 0, currency: plan.currency },
    newInterval: plan.interval,
    at,
    refunds,
  })
  const { due: amount, currency } = proration
  return { ...proration, due: roundUpForWire(row.gateway, { amount, currency }).amount }
}

/** Our own estimate of the amount due today for a change of plan, and of the amount for the balance. */
export function estimateSwap(
  row: SubscriptionRow,
  plan: Plan,
  at: number,
  refunds: PeriodRefunds | undefined,
): Pick<Proration, 'due' | 'toBalance'> {
  if (row.amount === null || row.currency !== plan.currency)
    return { due: plan.amount ?? 0, toBalance: 0 }
  return prorationOf(row, plan, at, refunds)
}
