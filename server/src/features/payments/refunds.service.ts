import type { Money } from '@coffer/contract/money'
import type { Db } from '../../db/open.ts'
import type { PaymentRow, RefundRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { moneyValue } from '../../lib/translate.ts'
import {
  CREDENTIALS_REJECTED,
  type GatewayDeps,
  GatewayError,
  gatewayNamed,
  type RemoteRefund,
  requireMode,
} from '../gateways/index.ts'
import {
  CREDIT_REASONS,
  type CreditReason,
  creditNote,
  lockInvoice,
  ownerOfPayment,
  paidPartOf,
  refundableOf,
} from '../invoices/index.ts'
import { lockBalance } from '../ledger/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { recordTransaction } from '../transactions/index.ts'
import * as payments from './payments.repository.ts'
import type { PaymentDeps } from './payments.service.ts'
import { returnToBalance } from './return-to-balance.service.ts'
import { postWithdrawal } from './withdrawals.service.ts'

export type RefundDeps = PaymentDeps & GatewayDeps & Pick<Deps, 'db' | 'transact'>

interface RefundInput {
  /** Of the refund; a call that is repeated with it refunds nothing more. */
  id?: string | undefined
  paymentId: string
  /** Minor units; undefined for all that is left. */
  amount?: number | undefined
  reason: string
  /** Records in the transaction that stores the refund. */
  record?: (tx: Db, payment: PaymentRow, amount: number) => Promise<void>
}

/**
 * Refunds a payment, never more than is left of it (decision 64). Its row is committed before the call, so
 * that a call that is cut off is repeated under the same key and never refunds twice.
 * @throws AppError `item.not_found`, `request.invalid` for more than is left, `request.id_used` if its id
 *   names another refund, or `subscription.gateway_rejected`
 */
export async function refund(deps: RefundDeps, input: RefundInput): Promise<PaymentRow> {
  const { row, isNew } = await deps.transact(async tx => {
    const payment = await payments.lockPayment(tx, input.paymentId)
    if (!payment || payment.gateway === 'system') throw new AppError('item.not_found')
    const repeated = await findRepeated(tx, input)
    if (repeated) return { row: repeated, isNew: false }
    const { left } = await lockRefundable(tx, payment)
    const amount = input.amount ?? left
    if (amount > left || amount <= 0)
      throw new AppError('request.invalid', {
        errors: { amount: ['validation.refund_too_large'] },
        values: { amount: moneyValue({ amount: left, currency: payment.currency }) },
      })
    await input.record?.(tx, payment, amount)
    const { id, reason } = input
    return { row: await insertRefund(tx, deps, payment, { id, amount, reason }), isNew: true }
  })
  const outcome = isNew ? await sendRefund(deps, row) : undefined
  if (outcome instanceof GatewayError || row.state === 'failed')
    throw new AppError('subscription.gateway_rejected', { cause: outcome })
  return (await payments.findPayment(deps.db, input.paymentId)) as PaymentRow
}

/** Returns the refund of an earlier call with the same id; the schedule sends it if that did not. */
async function findRepeated(
  tx: Db,
  { id, paymentId, amount }: RefundInput,
): Promise<RefundRow | undefined> {
  const earlier = id === undefined ? undefined : await payments.lockRefund(tx, id)
  if (!earlier) return undefined
  const isSame =
    earlier.payment_id === paymentId &&
    earlier.is_automatic === 0 &&
    (amount ?? earlier.amount) === earlier.amount
  if (!isSame) throw new AppError('request.id_used')
  return earlier
}

/** Returns what is left to refund, and keeps other refunds of the user from taking it. */
export async function lockRefundable(tx: Db, payment: PaymentRow) {
  const owner = await ownerOfPayment(tx, payment)
  if (owner !== undefined) await lockBalance(tx, owner, payment.currency)
  return (await refundableOf(tx, [payment]))(payment.id)
}

interface NewRefund {
  id?: string | undefined
  amount: number
  reason: string
  /** No administrator waits for the answer: a refused refund goes to the balance. */
  isAutomatic?: boolean
}

/** Stores a refund that is still to be sent; the caller holds the lock of the payment. */
export async function insertRefund(
  tx: Db,
  { newId, now }: PaymentDeps,
  payment: PaymentRow,
  { id = newId(), amount, reason, isAutomatic = false }: NewRefund,
): Promise<RefundRow> {
  const at = now().getTime()
  const row: RefundRow = {
    id,
    payment_id: payment.id,
    gateway: payment.gateway,
    key: `refund:${id}`,
    external_id: null,
    amount,
    currency: payment.currency,
    state: 'created',
    reason,
    is_automatic: isAutomatic ? 1 : 0,
    created_at: at,
    updated_at: at,
  }
  await payments.insertRefund(tx, row)
  await payments.addRefunded(tx, payment.id, amount)
  return row
}

/**
 * Sends a stored refund to its gateway, which ignores a repeated key.
 * @returns the refusal of the gateway, or `unknown` if the answer was lost: a schedule repeats the call
 */
export async function sendRefund(
  deps: RefundDeps,
  row: RefundRow,
): Promise<'sent' | 'unknown' | GatewayError> {
  const payment = await payments.findPayment(deps.db, row.payment_id)
  if (!payment || payment.external_id === null) return 'unknown'
  try {
    const gateway = await gatewayNamed(deps, row.gateway)
    requireMode(gateway, payment.is_live === 1)
    const { amount, currency } = row
    const remote = await gateway.refund(row.key, payment.external_id, { amount, currency })
    await deps.transact(async tx => {
      // A sync of the same refund sees it before this or after it, not in between.
      await payments.lockPayment(tx, payment.id)
      await applyState(tx, deps, { payment, row, remote })
    })
    return 'sent'
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { kind, code } = error
    if (kind === 'unavailable' || kind === 'unknown' || code === CREDENTIALS_REJECTED)
      return 'unknown'
    const isFailed = await deps.transact(async tx => {
      await payments.lockPayment(tx, payment.id)
      const locked = await payments.lockRefund(tx, row.id)
      if (locked?.state !== 'created') return false
      await failRefund(tx, deps, { payment, row: locked, reason: code ?? kind })
      return true
    })
    return isFailed ? error : 'unknown'
  }
}

interface FailedRefund {
  payment: PaymentRow
  row: RefundRow
  reason: string
}

/** Takes a refund back that was never paid out. An automatic one goes to the balance instead. */
async function failRefund(
  tx: Db,
  deps: PaymentDeps,
  { payment, row, reason }: FailedRefund,
): Promise<void> {
  const at = deps.now().getTime()
  await payments.updateRefund(tx, row.id, { state: 'failed', reason, updated_at: at })
  await payments.addRefunded(tx, row.payment_id, -row.amount)
  if (row.is_automatic === 1 && row.state !== 'succeeded')
    await creditInstead(tx, deps, payment, row)
}

/** Credits a refund to the balance, where payments without an invoice are already. */
async function creditInstead(
  tx: Db,
  deps: PaymentDeps,
  { user_id: userId, invoice_id: invoiceId }: PaymentRow,
  row: RefundRow,
): Promise<void> {
  const { amount, currency } = row
  if (userId === null) return
  const credited =
    invoiceId === null
      ? // A lost dispute may have withdrawn it.
        Math.min(amount, await lockBalance(tx, userId, currency))
      : await creditPaid(tx, deps, invoiceId, { amount, reason: printedReasonOf(row) })
  if (credited > 0) await notifyOfBalance(tx, deps, userId, { amount: credited, currency })
}

const notifyOfBalance = (tx: Db, deps: PaymentDeps, userId: string, amount: Money): Promise<void> =>
  notify(tx, deps, [userId], {
    category: 'payment-alert',
    type: 'refund_to_balance',
    params: { amount: moneyValue(amount) },
    action: TO_BILLING,
    email: 'same',
  })

/** Credits an invoice that is still paid. @returns the amount credited */
async function creditPaid(
  tx: Db,
  deps: PaymentDeps,
  invoiceId: string,
  { amount, reason }: { amount: number; reason: CreditReason },
): Promise<number> {
  const invoice = await lockInvoice(tx, invoiceId)
  if (invoice?.state !== 'paid') return 0
  const credited = Math.min(amount, invoice.total - invoice.credited)
  const at = deps.now().getTime()
  if (credited > 0) await creditNote(tx, deps, { invoiceId, amount: credited, reason, at })
  return credited
}

export interface OfPayment {
  gateway: PaymentRow['gateway']
  paymentExternalId: string
}

/**
 * Records a refund that the gateway reports, made here or in its dashboard.
 * @returns the refund if it has failed now
 */
export async function applyRefund(
  tx: Db,
  deps: PaymentDeps,
  { gateway, paymentExternalId, refund: remote }: OfPayment & { refund: RemoteRefund },
): Promise<RefundRow | undefined> {
  const unlocked = await payments.findPaymentByExternalId(tx, gateway, paymentExternalId)
  const payment = unlocked && (await payments.lockPayment(tx, unlocked.id))
  if (payment?.state !== 'succeeded') return undefined
  const known =
    (await payments.findRefundByExternalId(tx, gateway, remote.externalId)) ??
    // Ours, if the process ended before it stored the id.
    (await payments.findUnsentRefund(tx, payment.id, remote.amount))
  // A refund that failed before we knew of it changed nothing.
  if (!known && remote.state === 'failed') return undefined
  const row =
    known ?? (await insertRefund(tx, deps, payment, { amount: remote.amount, reason: 'gateway' }))
  return applyState(tx, deps, { payment, row, remote })
}

interface RefundState {
  payment: PaymentRow
  row: RefundRow
  remote: RemoteRefund
}

/** The state of a refund only moves forward; it may fail from any other state. */
const ORDER = { created: 0, processing: 1, succeeded: 2, failed: 3 } as const

/** @returns the refund if it has failed now */
async function applyState(
  tx: Db,
  deps: PaymentDeps,
  { payment, row: { id }, remote }: RefundState,
): Promise<RefundRow | undefined> {
  const row = await payments.lockRefund(tx, id)
  if (!row) return undefined
  if (row.external_id === null)
    await payments.updateRefund(tx, id, { external_id: remote.externalId })
  if (ORDER[remote.state] <= ORDER[row.state]) return undefined
  const at = deps.now().getTime()
  if (remote.state === 'failed') {
    await failRefund(tx, deps, { payment, row, reason: 'failed_at_gateway' })
    if (row.state === 'succeeded') await returnPaidOut(tx, deps, payment, row)
    return row
  }
  await payments.updateRefund(tx, id, { state: remote.state, updated_at: at })
  if (remote.state === 'succeeded') await postRefund(tx, deps, payment, { row, at })
  return undefined
}

/** Adds a refund that failed after it was paid out to the balance. */
async function returnPaidOut(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { key: refundKey, external_id, amount, currency }: RefundRow,
): Promise<void> {
  const { user_id: userId, invoice_id: invoiceId, gateway: driver } = payment
  const key = `${refundKey}:failed`
  const at = deps.now().getTime()
  await returnToBalance(tx, deps, payment, { key, amount, currency })
  await recordTransaction(tx, deps, {
    key,
    userId,
    type: 'credit',
    status: 'completed',
    note: 'refund',
    driver,
    reference: external_id,
    amount,
    currency,
    invoiceId,
    at,
  })
  if (userId !== null) await notifyOfBalance(tx, deps, userId, { amount, currency })
}

/** Records a refund that was paid out: credit note, posting and transaction. */
async function postRefund(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { row, at }: { row: RefundRow; at: number },
): Promise<void> {
  const { user_id: userId, invoice_id: invoiceId, gateway, currency } = payment
  const { amount } = row
  const owner = await ownerOfPayment(tx, payment)
  if (owner === undefined) return
  const credited = invoiceId === null ? 0 : await creditRefund(tx, deps, { invoiceId, row, at })
  const withdrawn = { userId, key: row.key, amount, currency, at }
  await postWithdrawal(tx, deps, { ...withdrawn, owner, gateway, ofInvoice: credited })
  await recordTransaction(tx, deps, {
    key: row.key,
    userId,
    type: 'withdrawal',
    status: 'completed',
    note: 'refund',
    driver: gateway,
    reference: row.external_id,
    amount,
    currency,
    invoiceId,
    at,
  })
}

/** An administrator's reason is not for the customer, and stays in the audit log. */
const printedReasonOf = ({ reason, is_automatic }: RefundRow): CreditReason =>
  (is_automatic === 1 && CREDIT_REASONS.find(each => each === reason)) || 'refund'

/** Writes a credit note for the part that is paid and not credited yet. @returns its amount */
async function creditRefund(
  tx: Db,
  deps: PaymentDeps,
  { invoiceId, row, at }: { invoiceId: string; row: RefundRow; at: number },
): Promise<number> {
  const invoice = await lockInvoice(tx, invoiceId)
  const amount = Math.min(row.amount, invoice ? paidPartOf(invoice) : 0)
  if (amount > 0)
    await creditNote(tx, deps, {
      invoiceId,
      amount,
      reason: printedReasonOf(row),
      paidTo: 'gateway',
      at,
    })
  return amount
}
