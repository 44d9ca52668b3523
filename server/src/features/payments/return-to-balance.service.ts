import type { Db } from '../../db/open.ts'
import type { PaymentRow, ReversalRow } from '../../db/schema-payments.ts'
import { ownerOfPayment } from '../invoices/index.ts'
import { postLedger } from '../ledger/index.ts'
import type { PaymentDeps } from './payments.service.ts'

/** Adds money that the gateway returned to us to the balance of the user who had paid it. */
export async function returnToBalance(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  { key, amount, currency }: Pick<ReversalRow, 'key' | 'amount' | 'currency'>,
): Promise<void> {
  const owner = await ownerOfPayment(tx, payment)
  if (owner === undefined) return
  await postLedger(tx, deps, {
    key,
    at: deps.now().getTime(),
    currency,
    entries: [
      { account: `clearing.${payment.gateway}`, amount },
      { account: 'balance', userId: owner, amount: -amount },
    ],
  })
}
