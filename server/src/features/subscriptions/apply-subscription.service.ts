import { type EndedReason, isLive } from '@coffer/contract/subscriptions'
import type { Db } from '../../db/open.ts'
import type {
  BillingPeriodRow,
  CheckoutRow,
  SubscriptionRow,
} from '../../db/schema-subscriptions.ts'
import { moneyValue } from '../../lib/translate.ts'
import type { RemoteFacts } from '../gateways/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { refundUnused } from '../payments/index.ts'
import { findPlan, planSnapshot, sellsPlans } from '../plans/index.ts'
import { applyPlan } from './apply-plan.service.ts'
import { announce, beginSchedule } from './begin.service.ts'
import { queueEnd } from './end-queue.ts'
import type { ApplyDeps, Planned } from './fetched-facts.ts'
import { hasBecomeDearer, periodRefundsOf, runningPeriodOf } from './period-refunds.service.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import type { SubscriptionPlan } from './subscription-state.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { isSwapCurrent, prorationOf } from './swap.rules.ts'
import { notifyUnpaid } from './unpaid.service.ts'

/** Applies the state of a subscription. @returns the first period of one on our own schedule */
export async function applySubscription(
  tx: Db,
  deps: ApplyDeps,
  { subject, changes, gateway, remote }: Planned,
): Promise<BillingPeriodRow | undefined> {
  const row = subject.subscription
  const plan = changes.subscription
  if (!row) return undefined
  if (changes.isPaidLate) await refundLate(tx, deps, row, remote.subscription?.externalId)
  if (!plan) return undefined
  const begins = !isLive(row) && isLive(plan)
  const { checkout } = subject
  if (begins && !(await mayBegin(tx, deps, { row, plan, checkout, remote }))) return undefined
  const at = deps.now().getTime()
  const changed = await withPlan(tx, row, plan, at)
  await subscriptions.updateSubscription(tx, row, {
    ...changed,
    ...columnsOf(row, plan, at),
    ...(begins && { prorated_at: at }),
  })
  const period =
    begins && !gateway.capabilities.keepsSchedule
      ? await beginSchedule(tx, deps, row, plan.startsAt ?? at)
      : undefined
  await afterChange(tx, deps, { row: { ...row, ...changed }, plan, begins, remote })
  if (isLive(row) || isLive(plan)) await applyPlan(tx, row.user_id)
  return period
}

function columnsOf(row: SubscriptionRow, plan: SubscriptionPlan, now: number) {
  const endsAt = plan.period?.endsAt ?? row.period_ends_at
  const isCancelled = plan.status === 'cancelled'
  return {
    status: plan.status,
    payment_state: plan.paymentState,
    gateway_status: plan.gatewayStatus,
    external_id: plan.externalId,
    action_url: plan.actionUrl,
    period_starts_at: plan.period?.startsAt ?? row.period_starts_at,
    period_ends_at: endsAt,
    renews_at: plan.status === 'active' ? endsAt : null,
    ends_at: plan.endsAt,
    cancelled_at: isCancelled
      ? (row.cancelled_at ?? now)
      : plan.status === 'completed'
        ? row.cancelled_at
        : null,
    ended_reason: plan.endedReason,
    updated_at: now,
  }
}

/** Returns the columns of a plan that was changed at the gateway; plans that were deleted here are ignored. */
async function withPlan(
  tx: Db,
  row: SubscriptionRow,
  { planId, price }: SubscriptionPlan,
  at: number,
) {
  const other = planId !== null && planId !== row.plan_id ? await findPlan(tx, planId) : undefined
  return {
    ...(other && {
      plan_id: other.id,
      plan_snapshot: JSON.stringify(planSnapshot(other)),
      prorated_at: at,
    }),
    ...(price && { amount: price.amount, currency: price.currency }),
  }
}

/** Refunds the unused time of the old plan that the new one does not use up. */
async function refundRest(
  tx: Db,
  deps: ApplyDeps,
  { old, next }: { old: SubscriptionRow; next: SubscriptionRow },
): Promise<void> {
  const plan = { ...snapshotOf(next), currency: next.currency }
  const at = next.prorated_at ?? deps.now().getTime()
  const { toBalance: amount } = prorationOf(old, plan, at, await periodRefundsOf(tx, old))
  await refundUnused(tx, deps, { period: runningPeriodOf(old), amount })
}

interface Change {
  row: SubscriptionRow
  plan: SubscriptionPlan
  begins: boolean
  remote: RemoteFacts
}

async function afterChange(tx: Db, deps: ApplyDeps, { row, plan, begins, remote }: Change) {
  if (begins) await announce(tx, deps, row)
  if (isRefusedSilently(row, plan, remote)) await notifyRefused(tx, deps, row)
  if (plan.endedReason === 'unpaid') await notifyUnpaid(tx, deps, row)
  if (isLive(row) && leavesUnpaid(plan, remote)) await queueEnd(tx, deps, row, false)
}

/** Whether a subscription ends unpaid, so that its gateway could still charge it or leave its invoices open. */
const leavesUnpaid = (
  { status, endedReason }: SubscriptionPlan,
  { invoices }: RemoteFacts,
): boolean =>
  status === 'completed' &&
  (endedReason === 'unpaid' || invoices.some(({ state }) => state === 'open'))

/** Whether a renewal was refused at a gateway that has no invoice, and so no payment that failed. */
const isRefusedSilently = (row: SubscriptionRow, plan: SubscriptionPlan, remote: RemoteFacts) =>
  row.payment_state === 'ok' &&
  plan.paymentState === 'past_due' &&
  isLive(row) &&
  isLive(plan) &&
  remote.invoices.length === 0

async function notifyRefused(
  tx: Db,
  deps: ApplyDeps,
  { user_id, amount, currency }: SubscriptionRow,
): Promise<void> {
  await notify(tx, deps, [user_id], {
    category: 'payment-alert',
    type: 'renewal_failed',
    params: { due: moneyValue({ amount: amount ?? 0, currency }) },
    action: TO_BILLING,
    email: 'same',
  })
}

/** Ends a purchase at its gateway that was paid after it had expired, and refunds it in full. */
async function refundLate(
  tx: Db,
  deps: ApplyDeps,
  row: SubscriptionRow,
  externalId: string | undefined,
): Promise<void> {
  const late = { ...row, external_id: externalId ?? row.external_id }
  await subscriptions.updateSubscription(tx, row, {
    external_id: late.external_id,
    ended_reason: 'paid_late',
    updated_at: deps.now().getTime(),
  })
  await queueEnd(tx, deps, late, true)
  await notify(tx, deps, [row.user_id], {
    category: 'payment-alert',
    type: 'late_payment_refunded',
    params: { plan: snapshotOf(row).name },
    action: TO_BILLING,
    email: 'same',
  })
}

interface Beginning {
  row: SubscriptionRow
  plan: SubscriptionPlan
  checkout: CheckoutRow | undefined
  remote: RemoteFacts
}

/**
 * A user has one live subscription. A change of plan replaces the one that it was priced for in this
 * transaction. Any other subscription that may not begin is ended at its gateway and refunded in full.
 */
async function mayBegin(tx: Db, deps: ApplyDeps, beginning: Beginning): Promise<boolean> {
  const { row: next, checkout, remote } = beginning
  const live = await subscriptions.findLive(tx, next.user_id)
  if (checkout?.purpose !== 'swap') {
    const reason = live ? 'duplicate' : await unofferedReason(tx, checkout)
    if (reason) await refuse(tx, deps, beginning, reason)
    return reason === undefined
  }
  const now = deps.now().getTime()
  const priced = {
    plan: { ...snapshotOf(next), currency: next.currency },
    at: next.prorated_at ?? now,
    due: checkout.amount ?? 0,
  }
  const isCurrent =
    live !== undefined &&
    isSwapCurrent({ live, next, checkout, remote }, now) &&
    !(await hasBecomeDearer(tx, live, priced))
  if (isCurrent) await replace(tx, deps, live, next)
  else await refuse(tx, deps, beginning, 'paid_late')
  return isCurrent
}

/** Fixed plans may no longer be sold once one is paid on the page of a gateway. */
async function unofferedReason(tx: Db, checkout: CheckoutRow | undefined) {
  return !checkout || (await sellsPlans(tx, 'fixed')) ? undefined : 'not_offered'
}

async function replace(
  tx: Db,
  deps: ApplyDeps,
  old: SubscriptionRow,
  next: SubscriptionRow,
): Promise<void> {
  await complete(tx, deps, old, 'replaced')
  await queueEnd(tx, deps, old, false)
  await refundRest(tx, deps, { old, next })
}

const REFUSED = {
  duplicate: { endedReason: 'duplicate', notification: 'second_subscription_refunded' },
  paid_late: { endedReason: 'paid_late', notification: 'plan_change_expired' },
  not_offered: { endedReason: 'paid_late', notification: 'unoffered_purchase_refunded' },
} as const

async function refuse(
  tx: Db,
  deps: ApplyDeps,
  { row, plan }: Beginning,
  reason: keyof typeof REFUSED,
): Promise<void> {
  const { endedReason, notification } = REFUSED[reason]
  const refused = { ...row, external_id: plan.externalId }
  await complete(tx, deps, refused, endedReason)
  await queueEnd(tx, deps, refused, true)
  await notify(tx, deps, [row.user_id], {
    category: 'payment-alert',
    type: notification,
    params: { plan: snapshotOf(row).name },
    action: TO_BILLING,
    email: 'same',
  })
}

function complete(tx: Db, deps: ApplyDeps, row: SubscriptionRow, reason: EndedReason) {
  const at = deps.now().getTime()
  return subscriptions.updateSubscription(tx, row, {
    status: 'completed',
    external_id: row.external_id,
    renews_at: null,
    ends_at: at,
    ended_reason: reason,
    updated_at: at,
  })
}
