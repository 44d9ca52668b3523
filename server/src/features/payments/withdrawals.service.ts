import type { Db } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'
import { reopenInvoice } from '../invoices/index.ts'
import { lockBalance, postLedger } from '../ledger/index.ts'
import * as payments from './payments.repository.ts'
import { type PaymentDeps, remindOf } from './payments.service.ts'

interface SpentMoney {
  /** Null for a deleted user, whose invoices stay as they are. */
  userId: string | null
  /** The posting that made the user owe the amount. */
  key: string
  /** Minor units. */
  amount: number
  currency: string
  at: number
}

interface Withdrawal extends SpentMoney {
  /** The owner of the ledger's account, which stays after the deletion of the user. */
  owner: string
  gateway: PaymentRow['gateway']
  /** The part that the invoice of the payment loses; the rest comes from the balance. */
  ofInvoice: number
}

/**
 * Posts money that a gateway paid out or took. What the balance no longer holds was spent and is reclaimed.
 * @param reopen makes the invoice of the payment due again, before others are reopened
 * @returns false if it was posted before
 */
export async function postWithdrawal(
  tx: Db,
  deps: PaymentDeps,
  { owner, gateway, ofInvoice, ...withdrawn }: Withdrawal,
  reopen?: () => Promise<void>,
): Promise<boolean> {
  const { key, amount, currency, at } = withdrawn
  const fromBalance = Math.min(amount - ofInvoice, await lockBalance(tx, owner, currency))
  const isNew = await postLedger(tx, deps, {
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
  await reopen?.()
  await reclaimSpent(tx, deps, { ...withdrawn, amount: amount - ofInvoice - fromBalance })
  return true
}

/**
 * Makes invoices due again that were paid from the balance, the newest first, because a refund or dispute
 * withdrew that money. So users owe exactly what is due on their open invoices (decision 64).
 */
async function reclaimSpent(
  tx: Db,
  deps: PaymentDeps,
  { userId, key, amount, currency, at }: SpentMoney,
): Promise<void> {
  if (userId === null || amount <= 0) return
  let left = amount
  const reopenedIds: string[] = []
  for (const payment of await payments.listFromBalance(tx, userId, currency)) {
    if (left === 0) break
    const share = Math.min(left, payment.amount - payment.refunded)
    const { invoiceId } = payment
    const reopened = await reopenInvoice(tx, deps, { invoiceId, key, amount: share, at })
    if (reopened === 0) continue
    await payments.addRefunded(tx, payment.id, reopened)
    reopenedIds.push(invoiceId)
    left -= reopened
  }
  const due = { amount: amount - left, currency }
  for (const invoiceId of reopenedIds) await remindOf(tx, deps, { invoiceId, userId, due })
  if (left > 0) await writeOffSpent(tx, deps, { userId, key, amount: left, currency, at })
}

/** Money that paid no invoice, such as a rest that a gateway had carried over, is a loss of the operator. */
const writeOffSpent = (
  tx: Db,
  deps: PaymentDeps,
  { userId, key, amount, currency, at }: SpentMoney & { userId: string },
) =>
  postLedger(tx, deps, {
    key: `${key}:write_off`,
    at,
    currency,
    entries: [
      { account: 'write_off', amount },
      { account: 'receivable', userId, amount: -amount },
    ],
  })
