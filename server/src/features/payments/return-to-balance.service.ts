import type { Db } from '../../db/open.ts'
import type { PaymentRow, ReversalRow } from '../../db/schema-payments.ts'
import { ownerOfPayment } from '../invoices/index.ts'
import { postLedger } from '../ledger/index.ts'

/** Adds money that the gateway returned to us to the balance of the user who had paid it. */
export async function returnToBalance(
  tx: Db,
  payment: PaymentRow,
  { key, amount, currency }: Pick<ReversalRow, 'key' | 'amount' | 'currency'>,
  at: number,
): Promise<void> {
  const owner = await ownerOfPayment(tx, payment)
  if (owner === undefined) return
  await postLedger(tx, {
    key,
    at,
    currency,
    entries: [
      { account: `clearing.${payment.gateway}`, amount },
      { account: 'balance', userId: owner, amount: -amount },
    ],
  })
}
