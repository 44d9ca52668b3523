import { smallestCharge } from '@coffer/contract/gateway-currencies'
import type { Proration } from '@coffer/contract/proration'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { AppError } from '../../errors.ts'
import type { Gateway } from '../gateways/index.ts'
import {
  creditNote,
  findInvoice,
  findOpenInvoices,
  openInvoice,
  restOf,
} from '../invoices/index.ts'
import { collect, creditUnused, isInFlight, payFromBalance } from '../payments/index.ts'
import { type Plan, planSnapshot } from '../plans/index.ts'
import { applyPlan } from './apply-plan.service.ts'
import type { CheckoutDeps } from './checkouts.service.ts'
import { insertPeriods } from './periods.repository.ts'
import { newPeriod } from './periods.service.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { reread } from './subscriptions.service.ts'
import { prorationOf } from './swap.rules.ts'

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
 */
export async function swapHere(deps: CheckoutDeps, swap: Swap): Promise<SubscriptionRow> {
  const { row, plan, at } = swap
  const proration = prorationOf(row, plan, at)
  if (proration.due === 0)
    return deps.transact(async tx => {
      const locked = await lockForSwap(tx, swap)
      await changePlan(tx, deps, { row: locked, plan, proration })
      if (proration.toBalance > 0)
        await creditUnused(tx, deps, {
          subscriptionId: row.id,
          amount: proration.toBalance,
          reason: plan.name,
        })
      return reread(tx, row)
    })
  const invoice = await deps.transact(tx => openSwapInvoice(tx, deps, swap, proration))
  await collect(deps, invoice.id)
  if (!(await finishSwap(deps, row.id))) throw new AppError('subscription.payment_declined')
  return reread(deps.db, row)
}

/** A change of plan that waits for its invoice; it is stored until the invoice is paid or credited. */
interface PendingSwap {
  invoiceId: string
  plan: Plan
  proration: Proration
}

/**
 * Changes the plan if its invoice is paid, otherwise credits the invoice. The same transaction deletes the
 * pending change, so that concurrent calls finish it only once.
 * @returns whether the plan changed; undefined while a payment is in flight
 */
async function finishSwap(deps: CheckoutDeps, id: string): Promise<boolean | undefined> {
  return deps.transact(async tx => {
    const row = await subscriptions.lockSubscription(tx, id)
    if (!row?.pending_swap) return undefined
    const { invoiceId, plan, proration }: PendingSwap = JSON.parse(row.pending_swap)
    const invoice = await findInvoice(tx, invoiceId)
    const isPaid = invoice?.state === 'paid'
    if (invoice?.state === 'open' && (await isInFlight(tx, invoiceId))) return undefined
    await subscriptions.updateSubscription(tx, row, { pending_swap: null })
    if (isPaid && row.status !== 'completed') await changePlan(tx, deps, { row, plan, proration })
    else if (invoice) await creditSwap(tx, deps, invoice, plan.name)
    return isPaid
  })
}

/** Credits the invoice of a change that is not made: what was paid of it goes to the balance. */
async function creditSwap(
  tx: Db,
  deps: CheckoutDeps,
  { id: invoiceId, user_id: userId, state, total, credited }: InvoiceRow,
  reason: string,
): Promise<void> {
  // An administrator may have cancelled it, or written it off.
  if ((state !== 'open' && state !== 'paid') || credited === total) return
  const at = deps.now().getTime()
  await creditNote(tx, deps, { invoiceId, amount: null, reason, at })
  if (userId !== null) await payFromBalance(tx, deps, userId)
}

/** Finishes a change of plan after a process that ended between the payment and the change. */
export async function resumeSwap(deps: CheckoutDeps, row: SubscriptionRow): Promise<void> {
  if (row.pending_swap === null) return
  const { invoiceId }: PendingSwap = JSON.parse(row.pending_swap)
  await collect(deps, invoiceId)
  await finishSwap(deps, row.id)
}

/**
 * Unpaid time is never credited: the running period has to be paid before its rest is exchanged. A rest
 * that is too small to be charged is carried over to the next invoice.
 * @throws AppError `subscription.unpaid`
 */
export async function requirePaid(db: Db, row: SubscriptionRow): Promise<void> {
  const open = (await findOpenInvoices(db, row.user_id)).filter(
    ({ subscription_id }) => subscription_id === row.id,
  )
  const due = open.reduce((sum, invoice) => sum + restOf(invoice), 0)
  const isUnpaid = row.external_id !== null && row.payment_state !== 'ok'
  if (isUnpaid || due >= smallestCharge(row.gateway, row.currency))
    throw new AppError('subscription.unpaid')
}

/**
 * Locks a subscription whose plan is about to change, and records the time by which it is prorated.
 * @throws AppError `subscription.changed`, `subscription.unpaid`
 */
export async function lockForSwap(tx: Db, { row, at }: Swap): Promise<SubscriptionRow> {
  const locked = await subscriptions.lockSubscription(tx, row.id)
  if (locked?.status !== 'active' || locked.plan_id !== row.plan_id || locked.pending_swap)
    throw new AppError('subscription.changed')
  if ((locked.prorated_at ?? 0) > at) throw new AppError('subscription.changed')
  await requirePaid(tx, locked)
  await subscriptions.updateSubscription(tx, locked, { prorated_at: at })
  return locked
}

async function openSwapInvoice(
  tx: Db,
  deps: CheckoutDeps,
  swap: Swap,
  proration: Proration,
): Promise<InvoiceRow> {
  const { row, plan } = swap
  const { charge, credit, period } = proration
  const locked = await lockForSwap(tx, swap)
  const at = deps.now().getTime()
  const invoice = await openInvoice(tx, deps, {
    userId: row.user_id,
    gateway: row.gateway,
    currency: row.currency,
    subscriptionId: row.id,
    period,
    pricesIncludeTax: true,
    at,
    lines: [
      { description: snapshotOf(row).name, amount: credit.amount },
      { description: plan.name, period, amount: charge.amount },
    ],
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
    updated_at: at,
  })
  if (anchorAt !== row.anchor_at)
    await insertPeriods(tx, [
      newPeriod(deps, { ...row, plan_snapshot: snapshot }, { position: 0, period, at }),
    ])
  await applyPlan(tx, row.user_id)
}
