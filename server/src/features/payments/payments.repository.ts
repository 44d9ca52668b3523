import type { Updateable } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import type { Schema } from '../../db/schema.ts'
import type { PaymentRow, RefundRow } from '../../db/schema-payments.ts'

/** States in which money may still move. */
export const IN_FLIGHT = ['created', 'processing', 'action_required'] as const

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks a payment, so that its refunds together never exceed it. */
export const lockPayment = (tx: Db, id: string): Promise<PaymentRow | undefined> =>
  tx
    .updateTable('payments')
    .set(eb => ({ refunded: eb.ref('refunded') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export async function lockPaymentsOf(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set(eb => ({ refunded: eb.ref('refunded') }))
    .where('user_id', '=', userId)
    .execute()
}

export const findPaymentByExternalId = (
  db: Db,
  gateway: PaymentRow['gateway'],
  externalId: string,
): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

/** @returns false if the payment exists */
export async function insertPayment(db: Db, row: PaymentRow): Promise<boolean> {
  const result = await db
    .insertInto('payments')
    .values(row)
    .onConflict(oc => oc.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updatePayment(
  db: Db,
  id: string,
  change: Updateable<Schema['payments']>,
): Promise<void> {
  await db.updateTable('payments').set(change).where('id', '=', id).execute()
}

/** @returns false if the payment has succeeded before, so that money is counted once */
export async function markSucceeded(
  db: Db,
  id: string,
  change: Updateable<Schema['payments']>,
): Promise<boolean> {
  const paid = await db
    .updateTable('payments')
    .set({ ...change, state: 'succeeded' })
    .where('id', '=', id)
    .where('state', '<>', 'succeeded')
    .returning('user_id')
    .executeTakeFirst()
  if (!paid) return false
  if (paid.user_id !== null) recordChange(db, 'account', [paid.user_id])
  return true
}

export const findInFlightOf = (db: Db, invoiceId: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', IN_FLIGHT)
    .executeTakeFirst()

/** The amounts in flight by the ids of their invoices. */
export async function findAmountsInFlight(
  db: Db,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string | null, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(['invoice_id', 'amount'])
    .where('invoice_id', 'in', invoiceIds)
    .where('state', 'in', IN_FLIGHT)
    .execute()
  return new Map(rows.map(({ invoice_id, amount }) => [invoice_id, amount]))
}

/** Cancels charges that wait for their bank, so that the user can pay in another way. */
export async function cancelWaiting(db: Db, userId: string, at: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'cancelled', action_url: null, updated_at: at })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invoice')
    .where('state', '=', 'action_required')
    .execute()
}

/**
 * Stores the gateway's id of a charge before money can move.
 * @returns false if the charge was cancelled meanwhile, so that it must not be made
 */
export async function markSent(db: Db, id: string, externalId: string): Promise<boolean> {
  const sent = await db
    .updateTable('payments')
    .set({ external_id: externalId, state: 'processing' })
    .where('id', '=', id)
    .where('state', 'in', ['created', 'processing'])
    .returning('id')
    .executeTakeFirst()
  return sent !== undefined
}

/** Cancels a charge, unless it was sent meanwhile. */
export async function cancelUnsent(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'cancelled', updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'created')
    .execute()
}

/** Marks a charge that its gateway doesn't know, so that it is sent again with its key. */
export async function markUnsent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'created' })
    .where('id', '=', id)
    .where('purpose', '=', 'invoice')
    .where('state', '=', 'processing')
    .execute()
}

/** Whether a dispute or a refund withdrew money that had paid the invoice. */
export async function wasReversed(db: Db, invoiceId: string): Promise<boolean> {
  const disputed = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select('disputes.id')
    .where('payments.invoice_id', '=', invoiceId)
    .where('disputes.state', '=', 'lost')
    .executeTakeFirst()
  if (disputed) return true
  const reclaimed = await db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('gateway', '=', 'system')
    .where('refunded', '>', 0)
    .executeTakeFirst()
  return reclaimed !== undefined
}

/** Payments of invoices from a balance that were not reclaimed, the newest first. */
export const listFromBalance = (db: Db, userId: string, currency: string) =>
  db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select(['payments.id', 'payments.amount', 'payments.refunded', 'invoices.id as invoiceId'])
    .where('payments.user_id', '=', userId)
    .where('payments.currency', '=', currency)
    .where('payments.gateway', '=', 'system')
    .where('payments.state', '=', 'succeeded')
    .whereRef('payments.refunded', '<', 'payments.amount')
    .where('invoices.state', 'in', ['open', 'paid'])
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id')
    .execute()

export async function countAttempts(db: Db, invoiceId: string): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(eb => eb.fn.max('attempt').as('attempt'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row?.attempt ?? 0
}

/** Times in ms: from the first one, before the second one. */
interface Times {
  since: number
  before: number
}

/** Payments at gateways whose end is not known, by their last change. */
export const listInFlight = (db: Db, { since, before }: Times, page: Page): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', IN_FLIGHT)
    .where('gateway', '<>', 'system')
    .where('updated_at', '>=', since)
    .where('updated_at', '<', before)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

export const listOfUser = (db: Db, userId: string, limit: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** A union, because PostgreSQL scans all payments for two conditions joined by `or`. */
const paymentIdsOf = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select('payments.id')
    .where('invoices.subscription_id', '=', subscriptionId)
    .union(
      db
        .selectFrom('payments')
        .innerJoin('checkouts', 'checkouts.id', 'payments.checkout_id')
        .select('payments.id')
        .where('checkouts.subscription_id', '=', subscriptionId),
    )

/**
 * Succeeded payments of a subscription with something left to refund, the newest first. One that never
 * began has no invoice, but a checkout. Those whose refund was refused are left out.
 */
export const listRefundable = (db: Db, subscriptionId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll('payments')
    .where('payments.id', 'in', paymentIdsOf(db, subscriptionId))
    .where('payments.gateway', '<>', 'system')
    .where('payments.state', '=', 'succeeded')
    .whereRef('payments.refunded', '<', 'payments.amount')
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.payment_id', '=', 'payments.id')
            .where('refunds.is_automatic', '=', 1)
            .where('refunds.state', '=', 'failed'),
        ),
      ),
    )
    .orderBy('payments.created_at', 'desc')
    .orderBy('payments.id')
    .execute()

export const findRefundByExternalId = (
  db: Db,
  gateway: RefundRow['gateway'],
  externalId: string,
): Promise<RefundRow | undefined> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('external_id', '=', externalId)
    .executeTakeFirst()

export const findUnsentRefund = (
  db: Db,
  paymentId: string,
  amount: number,
): Promise<RefundRow | undefined> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('amount', '=', amount)
    .where('external_id', 'is', null)
    .where('state', '=', 'created')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

/** Sums the minor units that were refunded before a time. */
export async function sumRefundsBefore(db: Db, paymentId: string, at: number): Promise<number> {
  const { amount } = await db
    .selectFrom('refunds')
    .select(eb => eb.fn.sum<number | string | null>('amount').as('amount'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'succeeded')
    .where('updated_at', '<', at)
    .executeTakeFirstOrThrow()
  return Number(amount)
}

/** Locks a refund, so that its states are applied one after the other. */
export const lockRefund = (tx: Db, id: string): Promise<RefundRow | undefined> =>
  tx
    .updateTable('refunds')
    .set(eb => ({ amount: eb.ref('amount') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const listPendingRefunds = (
  db: Db,
  { since, before }: Times,
  page: Page,
): Promise<RefundRow[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'created')
    .where('created_at', '>=', since)
    .where('created_at', '<', before)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.limit)
    .execute()

/** Refunds that their gateway accepted and has not paid out yet, with the payment's id there. */
export const listRefunding = (db: Db, page: Page) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'payments.gateway', 'payments.external_id', 'payments.is_live'])
    .where('refunds.state', '=', 'processing')
    .where('refunds.id', '>', page.after)
    .orderBy('refunds.id')
    .limit(page.limit)
    .execute()

export async function insertRefund(db: Db, row: RefundRow): Promise<void> {
  await db.insertInto('refunds').values(row).execute()
}

export async function updateRefund(
  db: Db,
  id: string,
  change: Updateable<Schema['refunds']>,
): Promise<void> {
  await db.updateTable('refunds').set(change).where('id', '=', id).execute()
}

export async function addRefunded(db: Db, paymentId: string, amount: number): Promise<void> {
  await db
    .updateTable('payments')
    .set(eb => ({ refunded: eb('refunded', '+', amount) }))
    .where('id', '=', paymentId)
    .execute()
}

/** Whether a change of plan waits for an invoice; if it is not paid, the change is not made. */
export async function awaitsChange(db: Db, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
    .select('pending_swap')
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst()
  if (!row?.pending_swap) return false
  const pending: { invoiceId: string } = JSON.parse(row.pending_swap)
  return pending.invoiceId === invoiceId
}

/** The user to charge; undefined once their account is being deleted. */
export const findPayer = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', userId)
    .where('id', 'not in', db.selectFrom('account_deletions').select('user_id'))
    .executeTakeFirst()
