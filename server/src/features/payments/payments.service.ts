import type { Money } from '@coffer/contract/money'
import type { NotificationType } from '@coffer/contract/notifications'
import type { Db } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { moneyValue } from '../../lib/translate.ts'
import { findOpenDunnings, resolveDunnings, startDunning } from '../dunning/index.ts'
import {
  clearMethodAttention,
  type ModeDeps,
  type RemotePayment,
  storeMethods,
} from '../gateways/index.ts'
import { findInvoice, markPaid } from '../invoices/index.ts'
import { anonymousOwner, postLedger } from '../ledger/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { recordTransaction, type TransactionInput } from '../transactions/index.ts'
import { amountDue, isDue } from './amount-due.service.ts'
import { queueDebts, queueWhenDue } from './debts.job-types.ts'
import { settlePaymentStates } from './payment-states.service.ts'
import * as payments from './payments.repository.ts'

export type PaymentDeps = Pick<Deps, 'jobs' | 'now' | 'newId'> & ModeDeps

/** The purpose and the owner of a payment at a gateway. */
export interface PaymentSource {
  /** Null once the account is deleted. */
  userId: string | null
  invoiceId: string | null
  checkoutId: string | null
  purpose: PaymentRow['purpose']
  gateway: PaymentRow['gateway']
  isLive: boolean
  /** The name of the plan; undefined for funding and other invoices. */
  plan: string | undefined
}

function newPayment({ newId, now }: PaymentDeps, source: PaymentSource, remote: RemotePayment) {
  const at = now().getTime()
  return {
    id: newId(),
    user_id: source.userId,
    invoice_id: source.invoiceId,
    checkout_id: source.checkoutId,
    purpose: source.purpose,
    gateway: source.gateway,
    is_live: source.isLive ? 1 : 0,
    key: `${source.gateway}:${remote.externalId}`,
    attempt: 1,
    external_id: remote.externalId,
    payment_method_id: null,
    amount: remote.amount,
    refunded: 0,
    currency: remote.currency,
    state: 'processing',
    is_hard_decline: 0,
    reason: null,
    action_url: null,
    created_at: remote.paidAt,
    updated_at: at,
  } satisfies PaymentRow
}

/** Records what the gateway says about a payment that was found there or that we started. */
export async function applyRemotePayment(
  tx: Db,
  deps: PaymentDeps,
  source: PaymentSource,
  remote: RemotePayment,
): Promise<void> {
  const known = await payments.findPaymentByExternalId(tx, source.gateway, remote.externalId)
  if (known) {
    const reported = { remote, plan: source.plan }
    return changePayment(tx, deps, await withInvoice(tx, known, source), reported)
  }
  // An invoice has one payment in flight; failed attempts of a gateway are recorded as such at once.
  const row = newPayment(deps, source, remote)
  const isFinal = remote.state === 'failed' || remote.state === 'cancelled'
  const state = isFinal ? remote.state : row.state
  if (!isFinal) await closeInFlight(tx, deps, source.invoiceId)
  if (!(await payments.insertPayment(tx, { ...row, state }))) return
  await changePayment(tx, deps, { ...row, state }, { remote, plan: source.plan })
}

/** A delayed payment gets its invoice once it has succeeded. */
async function withInvoice(
  tx: Db,
  payment: PaymentRow,
  { invoiceId }: PaymentSource,
): Promise<PaymentRow> {
  if (payment.invoice_id !== null || invoiceId === null || payment.state === 'succeeded')
    return payment
  await payments.updatePayment(tx, payment.id, { invoice_id: invoiceId })
  return { ...payment, invoice_id: invoiceId }
}

/** A gateway that retries with another payment has cancelled the previous one. */
async function closeInFlight(tx: Db, { now }: PaymentDeps, invoiceId: string | null) {
  const inFlight = invoiceId === null ? undefined : await payments.findInFlightOf(tx, invoiceId)
  if (!inFlight) return
  await payments.updatePayment(tx, inFlight.id, {
    state: 'cancelled',
    updated_at: now().getTime(),
  })
}

interface ReportedPayment {
  remote: RemotePayment
  plan: string | undefined
}

const noteOf = ({ purpose }: PaymentRow, plan: string | undefined): TransactionInput['note'] =>
  plan !== undefined ? { plan } : purpose === 'fund' ? 'balance_funded' : 'invoice'

const typeOf = ({ purpose, gateway }: PaymentRow): TransactionInput['type'] =>
  purpose === 'fund' ? 'credit' : gateway === 'system' ? 'withdrawal' : 'charge'

const ownerOf = (userId: string, { gateway, is_live }: PaymentRow) => ({
  userId,
  gateway: { name: gateway, isLive: is_live === 1 },
})

/** Moves a payment to the state that its gateway reports. */
export async function changePayment(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { remote, plan }: ReportedPayment,
): Promise<void> {
  if (payment.state === 'succeeded') return
  if (remote.method && payment.user_id !== null)
    await storeMethods(tx, deps, ownerOf(payment.user_id, payment), [remote.method])
  if (remote.state === 'succeeded') {
    const used = { id: payment.payment_method_id, externalId: remote.method?.externalId }
    await clearMethodAttention(tx, payment.gateway, used)
    return settlePayment(tx, deps, payment, plan)
  }
  // Several reports of a refusal are one.
  const isReported = (await payments.lockPayment(tx, payment.id))?.state === remote.state
  await payments.updatePayment(tx, payment.id, {
    state: remote.state,
    is_hard_decline: remote.isHardDecline ? 1 : 0,
    reason: remote.reason,
    action_url: remote.actionUrl,
    updated_at: deps.now().getTime(),
  })
  if (remote.state === 'failed' || remote.state === 'action_required')
    await recordFailure(tx, deps, payment, { remote, plan, isReported })
}

/**
 * Counts a payment that succeeded: posting, invoice, transaction and the end of reminders are one
 * fact, in one transaction (BILL-6: paying lifts restrictions at once).
 */
export async function settlePayment(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  plan?: string,
): Promise<void> {
  const at = deps.now().getTime()
  if (!(await payments.markSucceeded(tx, payment.id, { action_url: null, updated_at: at }))) return
  const { id, user_id: userId, invoice_id: invoiceId, amount, currency, gateway } = payment
  const posting = { key: `payment:${id}`, at, amount } as const
  const from = gateway === 'system' ? 'balance' : (`clearing.${gateway}` as const)
  if (invoiceId === null)
    await postLedger(tx, deps, {
      key: posting.key,
      at,
      currency,
      entries: [
        { account: `clearing.${gateway}`, amount },
        { account: 'balance', userId: userId ?? anonymousOwner(deps.newId), amount: -amount },
      ],
    })
  const toBalance =
    invoiceId === null
      ? amount
      : (await markPaid(tx, deps, { ...posting, invoiceId, from })).toBalance
  await recordTransaction(tx, deps, {
    key: `payment:${id}`,
    userId,
    type: typeOf(payment),
    status: 'completed',
    note: noteOf(payment, plan),
    driver: gateway,
    reference: payment.external_id,
    amount,
    currency,
    invoiceId,
    at,
  })
  if (userId === null) return
  await resolvePaid(tx, deps, userId)
  if (toBalance > 0) await queueDebts(tx, deps, userId)
}

/** Ends the reminders of a user for which no reason remains, and sets the payment states of their plans. */
export async function resolvePaid(tx: Db, deps: PaymentDeps, userId: string): Promise<void> {
  for (const { reason } of await findOpenDunnings(tx, [userId]))
    if (!(await amountDue(tx, deps, userId, reason)))
      await resolveDunnings(tx, deps, userId, [reason])
  await settlePaymentStates(tx, deps, userId)
}

interface UnpaidInvoice {
  invoiceId: string
  userId: string
  due: Money
  /** Replaces the usual text of the first reminder. */
  first?: NotificationType | undefined
}

/**
 * Begins to remind a user of an unpaid invoice, unless it is that of a change of plan: nothing is owed
 * for one that is not made. One that is due later is collected again then, and reminded of if that fails.
 * @returns whether the first reminder was sent, or follows when the invoice is due
 */
export async function remindOf(
  tx: Db,
  deps: PaymentDeps,
  { invoiceId, ...debt }: UnpaidInvoice,
): Promise<'sent' | 'follows' | 'none'> {
  if (await payments.awaitsChange(tx, invoiceId)) return 'none'
  const invoice = await findInvoice(tx, invoiceId)
  if (invoice && !isDue(invoice, deps)) {
    await queueWhenDue(tx, deps, invoice)
    return 'follows'
  }
  const isSent = await startDunning(tx, deps, { reason: 'unpaid_invoice', ...debt })
  return isSent ? 'sent' : 'none'
}

interface ReportedFailure extends ReportedPayment {
  /** Whether it was reported before. */
  isReported: boolean
}

async function recordFailure(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  failure: ReportedFailure,
): Promise<void> {
  const { remote, plan } = failure
  const { id, user_id: userId, invoice_id: invoiceId, amount, currency } = payment
  if (userId === null) return
  if (remote.state === 'failed')
    await recordTransaction(tx, deps, {
      key: `payment:${id}:failed`,
      userId,
      type: typeOf(payment),
      status: 'error',
      note: noteOf(payment, plan),
      driver: payment.gateway,
      reference: remote.externalId,
      amount,
      currency,
      invoiceId,
      metadata: remote.reason === null ? undefined : { reason: remote.reason },
      at: deps.now().getTime(),
    })
  // At a checkout the gateway shows the refusal to the user.
  if (payment.checkout_id !== null || invoiceId === null) return
  await notifyFailure(tx, deps, { ...payment, user_id: userId, invoice_id: invoiceId }, failure)
}

/** Notifies a user of a refused payment of an invoice, and begins to remind of one that is due. */
async function notifyFailure(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow & { user_id: string; invoice_id: string },
  { remote, isReported }: ReportedFailure,
): Promise<void> {
  const { user_id: userId, invoice_id: invoiceId, purpose, amount, currency } = payment
  const due = { amount, currency }
  const isWaiting = remote.state === 'action_required'
  // A gateway that renews a subscription tries again, and ends it if it is never paid.
  const isOurs = purpose === 'invoice'
  const first = isWaiting ? 'payment_needs_confirmation' : undefined
  const reminder = isOurs ? await remindOf(tx, deps, { invoiceId, userId, due, first }) : 'none'
  const isRefused = isOurs && !isWaiting
  if (reminder === 'sent' || (isRefused && (reminder === 'none' || isReported))) return
  await notify(tx, deps, [userId], {
    category: 'payment-alert',
    type: isRefused ? 'payment_refused' : (first ?? 'renewal_failed'),
    params: { due: moneyValue(due) },
    action: TO_BILLING,
    email: 'same',
  })
}
