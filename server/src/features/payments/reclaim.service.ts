import type { Db } from '../../db/open.ts'
import { reopenInvoice } from '../invoices/index.ts'
import { postLedger } from '../ledger/index.ts'
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

/**
 * Makes invoices due again that were paid from the balance, the newest first, because a refund or dispute
 * withdrew that money. So users owe exactly what is due on their open invoices (decision 64).
 */
export async function reclaimSpent(
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
