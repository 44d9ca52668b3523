import { sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import { emailLanguage } from '../emails/index.ts'
import type { InvoiceSeries } from './invoices.rules.ts'

/**
 * Takes the next numbers of a series in the caller's transaction: if it fails, they are free again,
 * so that there are no gaps.
 * @returns the first of them
 */
export async function takeNumbers(
  tx: Db,
  { series, year, count }: { series: InvoiceSeries; year: number; count: number },
): Promise<number> {
  const { next } = await tx
    .insertInto('invoice_series')
    .values({ series, year, next: 1 + count })
    .onConflict(oc =>
      oc
        .columns(['series', 'year'])
        .doUpdateSet(eb => ({ next: eb('invoice_series.next', '+', count) })),
    )
    .returning('next')
    .executeTakeFirstOrThrow()
  return next - count
}

export async function insertInvoices(tx: Db, rows: readonly InvoiceRow[]): Promise<void> {
  await tx.insertInto('invoices').values(rows).execute()
}

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks an invoice until the transaction ends. */
export function lockInvoice(tx: Db, id: string): Promise<InvoiceRow | undefined> {
  const query = tx.selectFrom('invoices').selectAll().where('id', '=', id)
  return (hasRowLocks(tx) ? query.forUpdate() : query).executeTakeFirst()
}

const selectOpen = (db: Db, userId: string) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .orderBy('issued_at')
    .orderBy('number')

/** Selects a column that is 1 when the user of the row has open invoices. */
export const hasOpenInvoices = (userIdColumn: string) =>
  sql<0 | 1>`case when exists (
    select 1 from invoices
    where invoices.user_id = ${sql.ref(userIdColumn)} and invoices.state = 'open'
  ) then 1 else 0 end`.as('has_open_invoices')

/** Selects a column that is 1 when any invoice or payment exists, of any user. */
export const hasBilling = () =>
  sql<0 | 1>`case when exists (select 1 from invoices)
    or exists (select 1 from payments) then 1 else 0 end`.as('has_billing')

/** Whether any invoice or payment exists, of any user. */
export async function existsBilling(db: Db): Promise<boolean> {
  const { has_billing } = await db.selectNoFrom(hasBilling()).executeTakeFirstOrThrow()
  return has_billing === 1
}

/** Returns the open invoices of a user, oldest first. */
export const findOpenInvoices = (db: Db, userId: string): Promise<InvoiceRow[]> =>
  selectOpen(db, userId).execute()

/** Returns the open invoices of a user, oldest first, and locks them until the transaction ends. */
export const lockOpenInvoices = (tx: Db, userId: string): Promise<InvoiceRow[]> =>
  selectOpen(tx, userId)
    .$if(hasRowLocks(tx), query => query.forUpdate())
    .execute()

export const findCreditNotes = (db: Db, invoiceId: string): Promise<InvoiceRow[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('corrects_id', '=', invoiceId)
    .orderBy('number')
    .execute()

type InvoiceChange = Partial<
  Pick<InvoiceRow, 'state' | 'paid' | 'credited' | 'paid_at' | 'pdf_hash'>
>

export const updateInvoice = (tx: Db, id: string, change: InvoiceChange): Promise<InvoiceRow> =>
  tx
    .updateTable('invoices')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const findBuyers = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('users')
    .leftJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .leftJoin('billing_profiles as profile', 'profile.user_id', 'users.id')
    .select(['users.id', 'users.name as user_name', 'users.email'])
    .select(emailLanguage().as('language'))
    .select(['profile.name', 'profile.company', 'profile.address', 'profile.city'])
    .select(['profile.postal_code', 'profile.state', 'profile.country', 'profile.phone'])
    .select('profile.tax_id')
    .where('users.id', 'in', userIds)
    .execute()

export type BuyerRow = Awaited<ReturnType<typeof findBuyers>>[number]

/** Sums the amounts due of all open invoices per currency, for the check against the ledger. */
export async function sumDue(db: Db) {
  const rows = await db
    .selectFrom('invoices')
    .select('currency')
    .select(sql<string | number>`sum(total - paid - credited)`.as('amount'))
    .where('state', '=', 'open')
    .groupBy('currency')
    .execute()
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }))
}

/** Removes the user from the rows that outlive the account; snapshots of invoices keep the buyer. */
export async function detachUser(tx: Db, userId: string): Promise<void> {
  // First: a sync of a payment locks it, and writes credit notes.
  await tx.updateTable('payments').set({ user_id: null }).where('user_id', '=', userId).execute()
  await tx.updateTable('invoices').set({ user_id: null }).where('user_id', '=', userId).execute()
  await tx
    .updateTable('billing_differences')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .execute()
}
