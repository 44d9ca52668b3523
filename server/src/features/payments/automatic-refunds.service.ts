import type { Db } from '../../db/open.ts'
import type { PaymentRow, RefundRow } from '../../db/schema-payments.ts'
import type { CreditReason } from '../invoices/index.ts'
import { payFromBalance } from './collect.service.ts'
import * as payments from './payments.repository.ts'
import type { PaymentDeps } from './payments.service.ts'
import { insertRefund, lockRefundable, type RefundDeps, sendRefund } from './refunds.service.ts'

/** Refunds all payments of a subscription that should not have started. */
export async function refundAll(deps: RefundDeps, subscriptionId: string): Promise<void> {
  const refunds = await deps.transact(tx => storeRefunds(tx, deps, subscriptionId))
  for (const refund of refunds) await sendRefund(deps, refund)
}

/**
 * Stores the refunds of all payments of a subscription that should not have started; a schedule sends
 * them unless the caller does. A payment that bought nothing is on the balance, and pays the debts of the
 * user first.
 */
export async function storeRefunds(
  tx: Db,
  deps: PaymentDeps,
  subscriptionId: string,
): Promise<RefundRow[]> {
  const refunds: RefundRow[] = []
  for (const { id } of await payments.listRefundable(tx, subscriptionId)) {
    const payment = await payments.lockPayment(tx, id)
    if (!payment) continue
    const { user_id: userId, invoice_id: invoiceId } = payment
    if (userId !== null && invoiceId === null) await payFromBalance(tx, deps, userId)
    const refund = await storeRest(tx, deps, payment, 'duplicate')
    if (refund) refunds.push(refund)
  }
  return refunds
}

/** Refunds what is left of a payment. Nothing is after a lost dispute, for example. */
export async function refundRest(
  deps: RefundDeps,
  paymentId: string,
  reason: CreditReason,
): Promise<void> {
  const refund = await deps.transact(async tx => {
    const payment = await payments.lockPayment(tx, paymentId)
    return payment && storeRest(tx, deps, payment, reason)
  })
  if (refund) await sendRefund(deps, refund)
}

/** Stores the refund of what is left of a locked payment, if anything is. */
export async function storeRest(
  tx: Db,
  deps: PaymentDeps,
  payment: PaymentRow,
  reason: CreditReason,
): Promise<RefundRow | undefined> {
  const { left: amount } = await lockRefundable(tx, payment)
  if (amount <= 0) return undefined
  return insertRefund(tx, deps, payment, { amount, reason, isAutomatic: true })
}
