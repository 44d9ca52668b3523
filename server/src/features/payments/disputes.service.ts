import type { Db } from '../../db/open.ts'
import type { DisputeRow, PaymentRow } from '../../db/schema-payments.ts'
import { type RemoteDispute, reversalIdOf } from '../gateways/index.ts'
import {
  lockInvoice,
  markPaid,
  ownerOfPayment,
  paidPartOf,
  reopenInvoice,
} from '../invoices/index.ts'
import { lockBalance, postLedger } from '../ledger/index.ts'
import { recordTransaction } from '../transactions/index.ts'
import { queueDebts } from './debts.job-types.ts'
import * as disputes from './disputes.repository.ts'
import * as payments from './payments.repository.ts'
import { type PaymentDeps, remindOf, resolvePaid } from './payments.service.ts'
import { reclaimSpent } from './reclaim.service.ts'
import type { OfPayment } from './refunds.service.ts'
import { returnToBalance } from './return-to-balance.service.ts'

interface Reported {
  payment: PaymentRow
  remote: RemoteDispute
  /** The stored disputes of the payment, without its reversal. */
  rows: readonly DisputeRow[]
  reversal: DisputeRow | undefined
}

/**
 * Records a dispute or a reversal that the gateway reports. What both took together is the larger of the two,
 * whichever is seen first: a lost dispute replaces the part of the reversal that it explains.
 */
export async function applyDispute(
  tx: Db,
  deps: PaymentDeps,
  { gateway, paymentExternalId, dispute: remote }: OfPayment & { dispute: RemoteDispute },
): Promise<void> {
  const unlocked = await payments.findPaymentByExternalId(tx, gateway, paymentExternalId)
  const payment = unlocked && (await payments.lockPayment(tx, unlocked.id))
  if (payment?.state !== 'succeeded') return
  const all = await disputes.findDisputesOf(tx, payment.id)
  const reversalId = reversalIdOf(paymentExternalId)
  const rows = all.filter(row => row.external_id !== reversalId)
  const reversal = all.find(row => row.external_id === reversalId)
  const reported = { payment, remote, rows, reversal }
  if (remote.externalId === reversalId) await applyReversal(tx, deps, reported)
  else await recordDispute(tx, deps, reported)
}

async function recordDispute(
  tx: Db,
  deps: PaymentDeps,
  { payment, remote, rows, reversal }: Reported,
): Promise<void> {
  const known = rows.find(row => row.external_id === remote.externalId)
  const { state, amount } = remote
  if (known?.state === state) return
  const row = known ? { ...known, state, amount } : newRow(deps, payment, remote)
  if (known) await disputes.updateDispute(tx, known.id, { state, amount, updated_at: now(deps) })
  else await disputes.insertDispute(tx, row)
  if (state === 'lost') {
    const explained = await replaceReversal(tx, reversal, amount)
    const withdrawal = { ...row, amount: amount - explained, reference: row.external_id }
    await withdraw(tx, deps, payment, { ...withdrawal, note: 'dispute' })
  }
  if (state !== 'won') return
  if (known?.state === 'lost') await returnMoney(tx, deps, payment, known)
  if (reversal) await endReversal(tx, deps, payment, reversal)
}

/** @returns the part of a dispute that the reversal had withdrawn before, in minor units */
async function replaceReversal(
  tx: Db,
  reversal: DisputeRow | undefined,
  amount: number,
): Promise<number> {
  if (reversal?.state !== 'lost') return 0
  const explained = Math.min(amount, reversal.amount)
  if (explained === reversal.amount) await disputes.deleteDispute(tx, reversal.id)
  else await disputes.updateDispute(tx, reversal.id, { amount: reversal.amount - explained })
  return explained
}

/** Books the part of a reversal that disputes don't explain. One that is open is decided first. */
async function applyReversal(
  tx: Db,
  deps: PaymentDeps,
  { payment, remote, rows, reversal }: Reported,
): Promise<void> {
  if (remote.state === 'won' && reversal) await endReversal(tx, deps, payment, reversal)
  if (remote.state !== 'lost' || reversal?.state === 'won') return
  const { createdAt } = remote
  const isDecidedThere = rows.some(
    ({ state, updated_at }) => state === 'open' || (state === 'won' && createdAt <= updated_at),
  )
  if (isDecidedThere) return
  const lost = [...rows.filter(({ state }) => state === 'lost'), ...(reversal ? [reversal] : [])]
  const amount = lost.reduce((rest, row) => rest - row.amount, remote.amount)
  if (amount <= 0) return
  const row = reversal ?? newRow(deps, payment, { ...remote, amount })
  // A payment can be reversed in parts, each of which raises the amount.
  const key = `${row.key}:${remote.amount}`
  const withdrawal = { ...row, key, amount, reference: payment.external_id }
  if (!(await withdraw(tx, deps, payment, { ...withdrawal, note: 'reversal' }))) return
  if (reversal) await disputes.updateDispute(tx, row.id, { amount: row.amount + amount })
  else await disputes.insertDispute(tx, row)
}

/** The gateway has returned a reversal, or a dispute about it was won. */
async function endReversal(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  row: DisputeRow,
): Promise<void> {
  if (row.state !== 'lost') return
  await disputes.updateDispute(tx, row.id, { state: 'won', updated_at: now(deps) })
  await returnMoney(tx, deps, payment, row)
}

/** Pays what the withdrawal has made due again; the rest goes to the balance. */
async function returnMoney(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  row: DisputeRow,
): Promise<void> {
  const { amount, currency } = row
  const { user_id: userId, invoice_id: invoiceId, gateway } = payment
  const key = `${row.key}:returned`
  const at = now(deps)
  if (invoiceId === null) await returnToBalance(tx, payment, { key, amount, currency }, at)
  else await markPaid(tx, { invoiceId, key, from: `clearing.${gateway}`, amount, at })
  if (userId === null) return
  await resolvePaid(tx, deps, userId)
  await queueDebts(tx, deps, userId)
}

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
  const fromBalance = Math.min(amount - reopened, await lockBalance(tx, owner, currency))
  const isNew = await postLedger(tx, {
    key,
    at,
    currency,
    entries: [
      { account: 'balance', userId: owner, amount: fromBalance },
      { account: 'receivable', userId: owner, amount: amount - fromBalance },
      { account: `clearing.${gateway}`, amount: -amount },
    ],
  })
  if (!isNew) return false
  if (invoice && reopened > 0) {
    await reopenInvoice(tx, { invoiceId: invoice.id, key, amount, at })
    const due = { amount: reopened, currency }
    if (userId !== null) await remindOf(tx, deps, { invoiceId: invoice.id, userId, due })
  }
  const spent = amount - reopened - fromBalance
  await reclaimSpent(tx, deps, { userId, key, amount: spent, currency, at })
  await recordTransaction(tx, deps, {
    key,
    userId,
    type: 'withdrawal',
    status: 'completed',
    note,
    driver: gateway,
    reference,
    amount,
    currency,
    invoiceId,
    at,
  })
  return true
}
