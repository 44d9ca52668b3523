import { billingPeriod } from '@coffer/contract/billing-periods'
import type { Db } from '../../db/open.ts'
import type { BillingPeriodRow, SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { AppError } from '../../errors.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { applyBalance, type PaymentDeps } from '../payments/index.ts'
import { applyPlan } from './apply-plan.service.ts'
import { insertPeriods } from './periods.repository.ts'
import { newPeriod, openPeriodInvoice } from './periods.service.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'

/** Starts our own schedule of a subscription with its first period. */
export async function beginSchedule(
  tx: Db,
  deps: Pick<PaymentDeps, 'newId'>,
  row: SubscriptionRow,
  startsAt: number,
): Promise<BillingPeriodRow> {
  const first = billingPeriod(startsAt, snapshotOf(row).interval, 0)
  await subscriptions.updateSubscription(tx, row, {
    anchor_at: startsAt,
    period_starts_at: first.startsAt,
    period_ends_at: first.endsAt,
    renews_at: first.endsAt,
  })
  const period = newPeriod(deps, row, { position: 0, period: first, at: startsAt })
  await insertPeriods(tx, [period])
  return period
}

/** Starts a subscription whose first period is paid from the balance. */
export async function beginPaidFromBalance(
  tx: Db,
  deps: PaymentDeps,
  row: SubscriptionRow,
): Promise<void> {
  const at = deps.now().getTime()
  await subscriptions.updateSubscription(tx, row, { status: 'active' })
  const period = await beginSchedule(tx, deps, row, at)
  const invoice = await openPeriodInvoice(tx, deps, row, period, { at, dueAt: at })
  if ((await applyBalance(tx, deps, invoice.id)) > 0)
    throw new AppError('subscription.balance_too_low')
  await applyPlan(tx, row.user_id)
  await announce(tx, deps, row)
}

export const announce = (
  tx: Db,
  deps: PaymentDeps,
  row: Pick<SubscriptionRow, 'user_id' | 'plan_snapshot'>,
): Promise<void> =>
  notify(tx, deps, [row.user_id], {
    category: 'subscription-created',
    type: 'subscription_started',
    params: { plan: snapshotOf(row).name },
    action: TO_BILLING,
    email: 'same',
  })
