import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'

/** A sum in minor units; that of no rows is 0. */
const sumOf = (rows: SelectQueryBuilder<Schema, never, { amount: number }>) =>
  sql<number>`(select cast(coalesce(sum(amount), 0) as bigint) from ${rows.as('summed')})`

const refundsOf = (eb: ExpressionBuilder<Schema, 'invoices'>) =>
  eb
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.amount')
    .whereRef('payments.invoice_id', '=', 'invoices.id')

export interface PlanInvoices {
  userId: string
  gateway: PaymentRow['gateway']
  currency: string
  /** The time of issue, in ms. */
  since: number
}

export type PlanInvoice = Awaited<ReturnType<typeof listPlanInvoices>>[number]

/** Invoices for a user's plans, the newest first, with what administrators have given back of them. */
export const listPlanInvoices = (db: Db, { userId, gateway, currency, since }: PlanInvoices) =>
  db
    .selectFrom('invoices')
    .select(['id', 'state', 'total', 'paid', 'credited', 'issued_at', 'snapshot'])
    .select(['period_id', 'external_id'])
    .select(eb => [
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.min('payments.created_at').as('paid_at'))
        .whereRef('payments.invoice_id', '=', 'invoices.id')
        .where('payments.state', '=', 'succeeded')
        .as('first_paid_at'),
      sumOf(
        eb
          .selectFrom('invoices as note')
          .select('note.total as amount')
          .whereRef('note.corrects_id', '=', 'invoices.id')
          .where('note.is_manual', '=', 1),
      ).as('credited_by_admin'),
      sumOf(
        refundsOf(eb).where('refunds.is_automatic', '=', 0).where('refunds.state', '<>', 'failed'),
      ).as('refunded_by_admin'),
      sumOf(refundsOf(eb).where('refunds.state', 'in', ['created', 'processing'])).as('refunding'),
    ])
    .where('user_id', '=', userId)
    .where('kind', '=', 'invoice')
    .where('gateway', '=', gateway)
    .where('currency', '=', currency)
    .where('subscription_id', 'is not', null)
    .where('issued_at', '>=', since)
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
    .execute()

/** Succeeded payments of paid invoices, the newest first. */
export const listPaymentsOf = (db: Db, invoiceIds: readonly string[]) =>
  db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .selectAll('payments')
    .select(eb => [
      'invoices.id as invoiceId',
      eb('invoices.total', '-', eb.ref('invoices.credited')).as('creditable'),
    ])
    .where('payments.invoice_id', 'in', invoiceIds)
    .where('payments.state', '=', 'succeeded')
    .where('invoices.state', '=', 'paid')
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id')
    .execute()
