import { HOUR_MS } from '@coffer/contract/durations'
import type { Db } from '../../db/open.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '../../db/schema-payments.ts'
import {
  isReturned,
  isReversalOf,
  type RemoteDispute,
  type RemoteRefund,
  type Reversal,
  sumOf,
  unrecordedOf,
} from '../gateways/index.ts'
import {
  lockInvoice,
  markPaid,
  ownerOfPayment,
  paidPartOf,
  reopenInvoice,
} from '../invoices/index.ts'
import { recordTransaction } from '../transactions/index.ts'
import { queueDebts } from './debts.job-types.ts'
import * as disputes from './disputes.repository.ts'
import * as payments from './payments.repository.ts'
import { type PaymentDeps, remindOf, resolvePaid } from './payments.service.ts'
import { applyRefund, type OfPayment } from './refunds.service.ts'
import { returnToBalance } from './return-to-balance.service.ts'
import { postWithdrawal } from './withdrawals.service.ts'

interface Reported {
  payment: PaymentRow
  remote: RemoteDispute
  /** The stored disputes of the payment, without its reversals. */
  rows: readonly DisputeRow[]
  reversals: readonly DisputeRow[]
}

interface Withdrawals {
  refunds: readonly { paymentExternalId: string; remote: RemoteRefund }[]
  disputes: readonly { paymentExternalId: string; remote: RemoteDispute }[]
}

/**
 * Records refunds and disputes. Returned money precedes refunds, which may have paid it out, and lost disputes
 * follow them, as they take what refunds have left.
 * @returns the refunds that have failed now
 */
export async function applyWithdrawals(
  tx: Db,
  deps: PaymentDeps,
  gateway: PaymentRow['gateway'],
  { refunds, disputes: reported }: Withdrawals,
): Promise<RefundRow[]> {
  const applyAll = async (list: Withdrawals['disputes']) => {
    for (const { paymentExternalId, remote: dispute } of list)
      await applyDispute(tx, deps, { gateway, paymentExternalId, dispute })
  }
  await applyAll(reported.filter(({ remote }) => remote.state === 'won'))
  const failed: RefundRow[] = []
  for (const { paymentExternalId, remote: refund } of refunds) {
    const row = await applyRefund(tx, deps, { gateway, paymentExternalId, refund })
    if (row) failed.push(row)
  }
  await applyAll(reported.filter(({ remote }) => remote.state !== 'won'))
  return failed
}

/**
 * Records a dispute or a reversal that the gateway reports. What both took together is the larger of the two,
 * whichever is seen first: a lost dispute replaces the part of the reversal that it explains.
 */
async function applyDispute(
  tx: Db,
  deps: PaymentDeps,
  { gateway, paymentExternalId, dispute: remote }: OfPayment & { dispute: RemoteDispute },
): Promise<void> {
  const unlocked = await payments.findPaymentByExternalId(tx, gateway, paymentExternalId)
  const payment = unlocked && (await payments.lockPayment(tx, unlocked.id))
  if (payment?.state !== 'succeeded') return
  const all = await disputes.findDisputesOf(tx, payment.id)
  const isReversal = (row: DisputeRow) => isReversalOf(paymentExternalId, row.external_id)
  const reversals = all.filter(isReversal)
  const rows = all.filter(row => !isReversal(row))
  const reported = { payment, remote, rows, reversals }
  if (remote.reversal) await applyReversal(tx, deps, remote.reversal, reported)
  else await recordDispute(tx, deps, reported)
}

async function recordDispute(
  tx: Db,
  deps: PaymentDeps,
  { payment, remote, rows, reversals }: Reported,
): Promise<void> {
  const known = rows.find(row => row.external_id === remote.externalId)
  const { state, amount } = remote
  if (known?.state === state) return
  // Money that is taken after the decision is not returned by it, although both may be read at once.
  const at = state === 'won' ? Math.min(now(deps), remote.decidedAt ?? Infinity) : now(deps)
  const row = { ...newRow(deps, payment, remote), ...known, state, amount, updated_at: at }
  if (known) await disputes.updateDispute(tx, known.id, { state, amount, updated_at: at })
  else await disputes.insertDispute(tx, row)
  if (state === 'lost') {
    const explained = await replaceReversals(tx, reversals, amount)
    const withdrawal = { ...row, amount: amount - explained, reference: row.external_id }
    await withdraw(tx, deps, payment, { ...withdrawal, note: 'dispute' })
  }
  if (state !== 'won') return
  if (known?.state === 'lost')
    await returnMoney(tx, deps, payment, {
      ...known,
      note: 'dispute',
      reference: known.external_id,
    })
  const before = reversals.filter(({ created_at }) => created_at <= at)
  await endReversals(tx, deps, payment, { reversals: before, at })
}

/** @returns the part of a dispute that reversals had withdrawn before, in minor units */
async function replaceReversals(
  tx: Db,
  reversals: readonly DisputeRow[],
  amount: number,
): Promise<number> {
  let explained = 0
  for (const row of reversals.filter(({ state }) => state === 'lost')) {
    const part = Math.min(amount - explained, row.amount)
    explained += part
    if (part === row.amount) await disputes.deleteDispute(tx, row.id)
    else await disputes.updateDispute(tx, row.id, { amount: row.amount - part })
  }
  return explained
}

/**
 * Books the part of a reversal that is not recorded yet, or the return of all. An open dispute is decided first.
 * The rows keep the time of the reading, so that an older answer that arrives late does not replace a newer one.
 */
async function applyReversal(
  tx: Db,
  deps: PaymentDeps,
  reversal: Reversal,
  { payment, remote, rows, reversals }: Reported,
): Promise<void> {
  const { readAt } = reversal
  if (reversals.some(row => row.updated_at > readAt)) return
  const isFirst = reversals.length === 0
  if (remote.state === 'won') {
    await endReversals(tx, deps, payment, { reversals, at: readAt })
    // Recorded although nothing was booked, as later withdrawals count from its time.
    if (isFirst && reversal.takings.length > 0)
      await disputes.insertDispute(tx, { ...newRow(deps, payment, remote), updated_at: readAt })
    return
  }
  if (rows.some(({ state }) => state === 'open')) return
  const recorded = [...rows, ...reversals]
  // The gateway's state of a payment may be older than its last events.
  const settledAt = readAt - HOUR_MS
  const refunded = await payments.sumRefundsBefore(tx, payment.id, settledAt)
  const settled = recorded.filter(row => row.updated_at < settledAt)
  const returned = isReturned(reversal, { ...payment, refunded }, settled)
    ? await endReversals(tx, deps, payment, { reversals, at: readAt })
    : 0
  // Returned money can be taken again.
  const whole = { ...payment, amount: payment.amount + returned }
  const amount = unrecordedOf(reversal, whole, recorded)
  if (amount <= 0) return
  const row = newRow(deps, payment, { ...remote, amount })
  const key = `${row.key}:${row.id}`
  const isBooked = await withdraw(tx, deps, payment, {
    ...row,
    key,
    note: 'reversal',
    reference: payment.external_id,
  })
  if (!isBooked) return
  const externalId = isFirst ? row.external_id : `${row.external_id}:${row.id}`
  await disputes.insertDispute(tx, { ...row, key, external_id: externalId, updated_at: readAt })
}

/** The gateway has returned what it took, or a dispute about it was won. @returns the minor units */
async function endReversals(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { reversals, at }: { reversals: readonly DisputeRow[]; at: number },
): Promise<number> {
  const lost = reversals.filter(({ state }) => state === 'lost')
  for (const row of lost) {
    await disputes.updateDispute(tx, row.id, { state: 'won', updated_at: at })
    await returnMoney(tx, deps, payment, {
      ...row,
      note: 'reversal',
      reference: payment.external_id,
    })
  }
  return sumOf(lost)
}

/** Pays what the withdrawal has made due again; the rest goes to the balance. */
async function returnMoney(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { key: withdrawalKey, amount, currency, note, reference }: Withdrawal,
): Promise<void> {
  const { user_id: userId, invoice_id: invoiceId, gateway } = payment
  const key = `${withdrawalKey}:returned`
  const at = now(deps)
  if (invoiceId === null) await returnToBalance(tx, deps, payment, { key, amount, currency })
  else await markPaid(tx, deps, { invoiceId, key, from: `clearing.${gateway}`, amount, at })
  await recordMovement(tx, deps, payment, { key, amount, currency, note, reference }, 'credit')
  if (userId === null) return
  await resolvePaid(tx, deps, userId)
  await queueDebts(tx, deps, userId)
}

/** Lists money that the gateway took or returned. */
const recordMovement = (
  tx: Db,
  deps: PaymentDeps,
  { user_id, invoice_id, gateway }: PaymentRow,
  { key, amount, currency, note, reference }: Withdrawal,
  type: 'withdrawal' | 'credit',
): Promise<void> =>
  recordTransaction(tx, deps, {
    key,
    userId: user_id,
    type,
    status: 'completed',
    note,
    driver: gateway,
    reference,
    amount,
    currency,
    invoiceId: invoice_id,
    at: now(deps),
  })

const now = (deps: PaymentDeps): number => deps.now().getTime()

const newRow = (
  deps: PaymentDeps,
  { id, gateway }: PaymentRow,
  { externalId, amount, currency, state, createdAt }: RemoteDispute,
): DisputeRow => ({
  id: deps.newId(),
  payment_id: id,
  gateway,
  key: `dispute:${gateway}:${externalId}`,
  external_id: externalId,
  amount,
  currency,
  state,
  reason: null,
  created_at: createdAt,
  updated_at: now(deps),
})

interface Withdrawal extends Pick<DisputeRow, 'key' | 'amount' | 'currency'> {
  note: 'dispute' | 'reversal'
  /** For the list of transactions. */
  reference: string | null
}

/**
 * Books money that the gateway took: the invoice is due again, and what funds of the payment have paid.
 * @returns false if it was booked before
 */
async function withdraw(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { key, amount, currency, note, reference }: Withdrawal,
): Promise<boolean> {
  const { user_id: userId, invoice_id: invoiceId, gateway } = payment
  const owner = await ownerOfPayment(tx, payment)
  if (owner === undefined || amount <= 0) return false
  const at = now(deps)
  const invoice = invoiceId === null ? undefined : await lockInvoice(tx, invoiceId)
  const reopened = invoice ? Math.min(amount, paidPartOf(invoice)) : 0
  const reopen = async () => {
    if (!invoice || reopened === 0) return
    await reopenInvoice(tx, deps, { invoiceId: invoice.id, key, amount, at })
    const due = { amount: reopened, currency }
    if (userId !== null) await remindOf(tx, deps, { invoiceId: invoice.id, userId, due })
  }
  const withdrawn = { userId, owner, gateway, key, amount, ofInvoice: reopened, currency, at }
  if (!(await postWithdrawal(tx, deps, withdrawn, reopen))) return false
  await recordMovement(tx, deps, payment, { key, amount, currency, note, reference }, 'withdrawal')
  return true
}
