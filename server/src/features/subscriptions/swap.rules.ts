import { type Proration, prorate } from '@coffer/contract/proration'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Plan } from '../plans/index.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'

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
