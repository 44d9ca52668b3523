import type { Db } from '../../db/open.ts'
import type { RefundRow } from '../../db/schema-payments.ts'
import type { RemotePayment } from '../gateways/index.ts'
import { storeRest } from './automatic-refunds.service.ts'
import { applyWithdrawals } from './disputes.service.ts'
import { findPaymentByExternalId } from './payments.repository.ts'
import { applyRemotePayment, type PaymentDeps, type PaymentSource } from './payments.service.ts'

/**
 * Books what the gateway says about a payment whose account was deleted before it had succeeded. Without an
 * invoice it has bought nothing.
 * @returns its refund, which is still to be sent
 */
export async function applyOfDeleted(
  tx: Db,
  deps: PaymentDeps,
  source: Pick<PaymentSource, 'gateway' | 'isLive' | 'purpose'>,
  remote: RemotePayment,
): Promise<RefundRow | undefined> {
  const about = { ...source, userId: null, invoiceId: null, checkoutId: null, plan: undefined }
  const { gateway } = source
  const { externalId: paymentExternalId } = remote
  await applyRemotePayment(tx, deps, about, remote)
  await applyWithdrawals(tx, deps, gateway, {
    refunds: remote.refunds.map(refund => ({ paymentExternalId, remote: refund })),
    disputes: remote.disputes.map(dispute => ({ paymentExternalId, remote: dispute })),
  })
  const payment = await findPaymentByExternalId(tx, gateway, paymentExternalId)
  if (payment?.state !== 'succeeded' || payment.invoice_id !== null || payment.refunded > 0)
    return undefined
  return storeRest(tx, deps, payment, 'account_deleted')
}
