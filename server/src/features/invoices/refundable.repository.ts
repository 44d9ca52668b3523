import type { Db } from '../../db/open.ts'
import type { InvoiceRow, PaymentRow } from '../../db/schema-payments.ts'

/** Payments of an invoice. */
export const findPaymentsOf = (db: Db, invoiceId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .orderBy('created_at')
    .execute()

export const findInvoices = (db: Db, ids: readonly string[]): Promise<InvoiceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('invoices').selectAll().where('id', 'in', ids).execute()

/**
 * Refunds that are not paid out yet, and so not posted, of payments like these. Only the ledger
 * distinguishes deleted users, so that those of all deleted users are read for one of them.
 */
export const findPendingRefunds = (db: Db, paymentIds: readonly string[]) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount', 'payments.id', 'payments.user_id'])
    .select(['payments.invoice_id', 'payments.currency'])
    .where('refunds.state', 'in', ['created', 'processing'])
    .where(eb =>
      eb.or([
        eb('payments.id', 'in', paymentIds),
        eb('payments.user_id', 'in', usersOf(db, paymentIds)),
        eb.and([
          eb('payments.user_id', 'is', null),
          eb.exists(usersOf(db, paymentIds).where('same.user_id', 'is', null)),
        ]),
      ]),
    )
    .execute()

const usersOf = (db: Db, paymentIds: readonly string[]) =>
  db.selectFrom('payments as same').select('same.user_id').where('same.id', 'in', paymentIds)

/** Amounts of payments that a lost dispute withdrew. */
export const findLostDisputes = (db: Db, paymentIds: readonly string[]) =>
  db
    .selectFrom('disputes')
    .select(['payment_id', 'amount'])
    .where('payment_id', 'in', paymentIds)
    .where('state', '=', 'lost')
    .execute()
