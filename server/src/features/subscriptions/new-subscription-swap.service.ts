import type { CheckoutRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { readPlanCopy } from '../plans/index.ts'
import {
  type CheckoutDeps,
  expireOpen,
  newCheckout,
  newSubscription,
  openAtGateway,
} from './checkouts.service.ts'
import type { Swap } from './own-swap.service.ts'
import { periodRefundsOf } from './period-refunds.service.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { prorationOf } from './swap.rules.ts'
import type { PricedChange } from './swap-lines.ts'

/**
 * Changes the plan where the gateway can't: starts a new subscription when the paid time ends, whose
 * first charge is the amount due now. It replaces the old one once it is active.
 */
export async function swapByNewSubscription(
  deps: CheckoutDeps,
  { row, plan, gateway, at }: Swap,
): Promise<{ subscription: SubscriptionRow; checkout: CheckoutRow }> {
  const refunds = await periodRefundsOf(deps.db, row)
  const proration = prorationOf(row, plan, at, refunds)
  const { due, period, anchorAt } = proration
  const change: PricedChange = { oldPlan: snapshotOf(row).name, proration }
  const copy = await readPlanCopy(deps.db, plan, gateway)
  await expireOpen(deps, row.user_id)
  const next: SubscriptionRow = {
    ...newSubscription(deps, gateway, { userId: row.user_id, plan }),
    anchor_at: anchorAt,
    period_starts_at: period.startsAt,
    period_ends_at: period.endsAt,
    prorated_at: at,
  }
  const checkout = newCheckout(deps, gateway, {
    user_id: row.user_id,
    purpose: 'swap',
    plan_id: plan.id,
    subscription_id: next.id,
    amount: due,
    currency: plan.currency,
    proration: JSON.stringify(change),
  })
  await deps.transact(async tx => {
    await subscriptions.insertSubscription(tx, next)
    await subscriptions.insertCheckout(tx, checkout)
  })
  const opened = await openAtGateway(deps, gateway, checkout, {
    plan: copy,
    due: { amount: due, currency: plan.currency },
    startsAt: period.endsAt,
    description: plan.name,
  })
  return { subscription: row, checkout: opened }
}
