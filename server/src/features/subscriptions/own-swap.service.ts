import { HOUR_MS } from '@coffer/contract/durations'
import { smallestCharge } from '@coffer/contract/gateway-currencies'
import type { Proration } from '@coffer/contract/proration'
import type { PendingChange } from '@coffer/contract/subscriptions'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { AppError } from '../../errors.ts'
import type { Gateway, ModeDeps } from '../gateways/index.ts'
import {
  creditNote,
  findOpenInvoices,
  lockInvoice,
  openInvoice,
  restOf,
} from '../invoices/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import {
  collect,
  creditUnused,
  findInFlightOf,
  payFromBalance,
  smallestDue,
  updatePayment,
} from '../payments/index.ts'
import { type Plan, planSnapshot, requireOfferedPlan } from '../plans/index.ts'
import { applyPlan } from './apply-plan.service.ts'
import type { CheckoutDeps } from './checkouts.service.ts'
import { hasBecomeDearer, periodRefundsOf, runningPeriodOf } from './period-refunds.service.ts'
import { insertPeriods } from './periods.repository.ts'
import { newPeriod } from './periods.service.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { reread } from './subscriptions.service.ts'
import { prorationOf } from './swap.rules.ts'
import { periodOf, swapLines } from './swap-lines.ts'

/** How long a change of plan waits until the user has confirmed its payment on the page of the bank. */
const CONFIRMATION_MS = HOUR_MS

export interface Swap {
  row: SubscriptionRow
  plan: Plan
  gateway: Gateway
  /** The time by which it is prorated. */
  at: number
}

/**
 * Changes the plan on our own schedule. The user pays the amount due first: a refused payment keeps the
 * old plan and leaves no debt.
 * @returns the subscription, with its old plan while the payment is pending
 * @throws AppError `subscription.payment_declined`
 */
export async function swapHere(deps: CheckoutDeps, swap: Swap): Promise<SubscriptionRow> {
  const { row, plan, at } = swap
  const proration = prorationOf(row, plan, at, await periodRefundsOf(deps.db, row))
  if (proration.due === 0)
    return deps.transact(async tx => {
      const locked = await lockForSwap(tx, deps, swap)
      await changePlan(tx, deps, { row: locked, plan, proration })
      if (proration.toBalance > 0)
        await creditUnused(tx, deps, {
          period: runningPeriodOf(row),
          amount: proration.toBalance,
        })
      return reread(tx, row)
    })
  const invoice = await deps.transact(tx => openSwapInvoice(tx, deps, swap, proration))
  await collect(deps, invoice.id)
  await finishSwap(deps, row)
  const finished = await reread(deps.db, row)
  if (finished.plan_id !== plan.id && finished.pending_swap === null)
    throw new AppError('subscription.payment_declined')
  return finished
}

/** A change of plan that waits for its invoice; it is stored until the invoice is paid or credited. */
interface PendingSwap {
  invoiceId: string
  plan: Plan
  proration: Proration
}

export async function findPendingChange(
  db: Db,
  { pending_swap }: SubscriptionRow,
): Promise<PendingChange | null> {
  if (pending_swap === null) return null
  const { invoiceId, plan }: PendingSwap = JSON.parse(pending_swap)
  const payment = await findInFlightOf(db, invoiceId)
  return { plan: plan.name, action_url: payment?.action_url ?? null }
}

/**
 * Changes the plan if its invoice is paid and its price still holds, otherwise credits the invoice; does
 * nothing while the payment is pending. The same transaction deletes the pending change, so that
 * concurrent calls finish it only once.
 */
export async function finishSwap(
  deps: CheckoutDeps,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<void> {
  await deps.transact(async tx => {
    const row = await subscriptions.lockSubscription(tx, id)
    if (!row?.pending_swap) return
    const pending: PendingSwap = JSON.parse(row.pending_swap)
    const invoice = await lockInvoice(tx, pending.invoiceId)
    if (!invoice || (await isPending(tx, deps, invoice))) return
    await subscriptions.updateSubscription(tx, row, { pending_swap: null })
    await makeOrCredit(tx, deps, { row, pending, invoice })
  })
}

interface DecidedSwap {
  row: SubscriptionRow
  pending: PendingSwap
  invoice: InvoiceRow
}

async function makeOrCredit(
  tx: Db,
  deps: CheckoutDeps,
  { row, pending: { invoiceId, plan, proration }, invoice }: DecidedSwap,
): Promise<void> {
  const isPaid =
    invoice.state === 'paid' || (invoice.state === 'open' && !(await owes(tx, deps, row)))
  const at = row.prorated_at ?? invoice.issued_at
  const priced = { plan, at, due: proration.due, invoiceId }
  const isCurrent = isPaid && !(await hasBecomeDearer(tx, row, priced))
  if (isCurrent && row.status !== 'completed') return changePlan(tx, deps, { row, plan, proration })
  await creditSwap(tx, deps, invoice)
  if (isCurrent) return
  await notify(tx, deps, [row.user_id], {
    category: 'payment-alert',
    type: isPaid ? 'plan_change_expired' : 'plan_change_declined',
    params: { plan: plan.name },
    action: TO_BILLING,
    email: 'same',
  })
}

/** Whether the payment of a change is on its way, or the user still has the time to confirm it. */
async function isPending(
  tx: Db,
  { now }: CheckoutDeps,
  { id, state, issued_at }: InvoiceRow,
): Promise<boolean> {
  const payment = state === 'open' ? await findInFlightOf(tx, id) : undefined
  if (payment?.state !== 'action_required') return payment !== undefined
  return now().getTime() < issued_at + CONFIRMATION_MS
}

/** Credits the invoice of a change that is not made: what was paid of it goes to the balance. */
async function creditSwap(
  tx: Db,
  deps: CheckoutDeps,
  { id: invoiceId, user_id: userId, state, total, credited }: InvoiceRow,
): Promise<void> {
  // An administrator may have cancelled it, or written it off.
  if ((state !== 'open' && state !== 'paid') || credited === total) return
  const at = deps.now().getTime()
  const unconfirmed = await findInFlightOf(tx, invoiceId)
  if (unconfirmed)
    await updatePayment(tx, unconfirmed.id, {
      state: 'cancelled',
      action_url: null,
      updated_at: at,
    })
  await creditNote(tx, deps, { invoiceId, amount: null, reason: 'change_not_made', at })
  if (userId !== null) await payFromBalance(tx, deps, userId)
}

/**
 * Unpaid time is never credited: the running period has to be paid before its rest is exchanged, and
 * so has an earlier change.
 * @throws AppError `subscription.change_pending`, `subscription.unpaid`
 */
export async function requirePaid(db: Db, deps: ModeDeps, row: SubscriptionRow): Promise<void> {
  if (row.pending_swap !== null) throw new AppError('subscription.change_pending')
  const isUnpaid = row.external_id !== null && row.payment_state !== 'ok'
  if (isUnpaid || (await owes(db, deps, row))) throw new AppError('subscription.unpaid')
}

/**
 * Whether an amount is due for a subscription. One that is too small to be charged is carried over to the
 * next invoice.
 */
async function owes(db: Db, deps: ModeDeps, row: SubscriptionRow): Promise<boolean> {
  const open = (await findOpenInvoices(db, row.user_id)).filter(
    ({ subscription_id }) => subscription_id === row.id,
  )
  const due = open.reduce((sum, invoice) => sum + restOf(invoice), 0)
  const least =
    row.external_id === null
      ? await smallestDue(db, deps, { userId: row.user_id, currency: row.currency })
      : smallestCharge(row.gateway, row.currency)
  return due >= least
}

/**
 * Locks a subscription whose plan is about to change, and records the time by which it is prorated and
 * the new plan, which is no longer deleted from then on.
 * @throws AppError `subscription.changed`, `subscription.change_pending`, `subscription.unpaid`,
 *   `plan.not_found`
 */
export async function lockForSwap(
  tx: Db,
  deps: ModeDeps,
  { row, plan, at }: Swap,
): Promise<SubscriptionRow> {
  const locked = await subscriptions.lockSubscription(tx, row.id)
  if (locked?.status !== 'active' || locked.plan_id !== row.plan_id)
    throw new AppError('subscription.changed')
  // It was renewed since: the time of another period would be exchanged.
  if (
    locked.period_starts_at !== row.period_starts_at ||
    locked.period_ends_at !== row.period_ends_at
  )
    throw new AppError('subscription.changed')
  if ((locked.prorated_at ?? 0) > at) throw new AppError('subscription.changed')
  await requirePaid(tx, deps, locked)
  await requireOfferedPlan(tx, plan.id, 'fixed')
  await subscriptions.updateSubscription(tx, locked, { prorated_at: at, swap_plan_id: plan.id })
  return locked
}

async function openSwapInvoice(
  tx: Db,
  deps: CheckoutDeps,
  swap: Swap,
  proration: Proration,
): Promise<InvoiceRow> {
  const { row, plan } = swap
  const locked = await lockForSwap(tx, deps, swap)
  const at = deps.now().getTime()
  const invoice = await openInvoice(tx, deps, {
    userId: row.user_id,
    gateway: row.gateway,
    currency: row.currency,
    subscriptionId: row.id,
    period: periodOf(proration.charge.explanation),
    pricesIncludeTax: true,
    at,
    lines: locale =>
      swapLines(locale, proration, { oldPlan: snapshotOf(row).name, newPlan: plan.name }),
  })
  const pending: PendingSwap = { invoiceId: invoice.id, plan, proration }
  await subscriptions.updateSubscription(tx, locked, {
    pending_swap: JSON.stringify(pending),
    updated_at: at,
  })
  return invoice
}

interface PlanChange extends Pick<Swap, 'row' | 'plan'> {
  proration: Proration
}

async function changePlan(
  tx: Db,
  deps: CheckoutDeps,
  { row, plan, proration: { period, anchorAt } }: PlanChange,
): Promise<void> {
  const at = deps.now().getTime()
  const snapshot = JSON.stringify(planSnapshot(plan))
  // It may have been cancelled while the change was being paid.
  const isCancelled = row.status === 'cancelled'
  await subscriptions.updateSubscription(tx, row, {
    plan_id: plan.id,
    plan_snapshot: snapshot,
    amount: plan.amount,
    anchor_at: anchorAt,
    period_starts_at: period.startsAt,
    period_ends_at: period.endsAt,
    renews_at: isCancelled ? null : period.endsAt,
    ends_at: isCancelled ? period.endsAt : null,
    prorated_at: at,
    updated_at: at,
  })
  if (anchorAt !== row.anchor_at)
    await insertPeriods(tx, [
      newPeriod(deps, { ...row, plan_snapshot: snapshot }, { position: 0, period, at }),
    ])
  await applyPlan(tx, row.user_id)
}
