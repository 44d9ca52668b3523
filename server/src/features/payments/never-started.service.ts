import type { Db } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'
import { refundableOf } from '../invoices/index.ts'
import { payFromBalance } from './collect.service.ts'
import * as payments from './payments.repository.ts'
import type { PaymentDeps } from './payments.service.ts'
import { insertRefund, lockRefundable, type RefundDeps, refund } from './refunds.service.ts'

/** A payment that bought nothing is on the balance, and pays the debts of the user first. */
async function payDebts(
  tx: Db,
  deps: PaymentDeps,
  { user_id: userId, invoice_id: invoiceId }: PaymentRow,
): Promise<void> {
  if (userId !== null && invoiceId === null) await payFromBalance(tx, deps, userId)
}

/** Refunds all payments of a subscription that should not have started. */
export async function refundAll(deps: RefundDeps, subscriptionId: string): Promise<void> {
  for (const payment of await payments.listRefundable(deps.db, subscriptionId)) {
    await deps.transact(tx => payDebts(tx, deps, payment))
    const { left } = (await refundableOf(deps.db, [payment]))(payment.id)
    if (left > 0)
      await refund(deps, { paymentId: payment.id, reason: 'duplicate', isAutomatic: true })
  }
}

/** Stores the refunds that `refundAll` would make; a schedule sends them. */
export async function storeRefunds(
  tx: Db,
  deps: PaymentDeps,
  subscriptionId: string,
): Promise<void> {
  for (const unlocked of await payments.listRefundable(tx, subscriptionId)) {
    await payDebts(tx, deps, unlocked)
    const payment = await payments.lockPayment(tx, unlocked.id)
    if (!payment) continue
    const { left: amount } = await lockRefundable(tx, payment)
    if (amount > 0)
      await insertRefund(tx, deps, payment, { amount, reason: 'duplicate', isAutomatic: true })
  }
}
