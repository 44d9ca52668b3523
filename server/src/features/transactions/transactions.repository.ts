import type { TransactionQuery } from '@coffer/contract/transactions'
import { sql } from 'kysely'
import {
  countCapped,
  type ListOrder,
  type Rows,
  readAllRows,
  readDeepPage,
  type Total,
} from '../../db/deep-page.ts'
import { containsText } from '../../db/like-pattern.ts'
import type { Db } from '../../db/open.ts'
import type { TransactionRow } from '../../db/schema-payments.ts'

/** Rows whose key exists are left out. */
export async function insertTransactions(tx: Db, rows: readonly TransactionRow[]): Promise<void> {
  await tx
    .insertInto('transactions')
    .values(rows)
    .onConflict(oc => oc.column('key').doNothing())
    .execute()
}

export type TransactionFilter = Omit<TransactionQuery, 'page' | 'per_page'> & {
  /** Only transactions of this user. */
  userId?: string | undefined
}

const ORDERS = {
  created_at: ['created_at'],
  note: ['note', 'created_at'],
  user_id: [sql`coalesce(users.name, '')`, 'created_at'],
  status: ['status', 'created_at'],
  type: ['transactions.type', 'created_at'],
  amount: ['amount', 'created_at'],
  driver: ['driver', 'created_at'],
} as const satisfies Record<TransactionQuery['sort'], ListOrder['columns']>

const SEARCHED = [
  'users.name',
  'users.email',
  'invoices.buyer_name',
  'invoices.buyer_email',
  'invoices.label',
  'transactions.reference',
  'transactions.note',
]

const qualified = (column: ListOrder['columns'][number]) =>
  typeof column !== 'string' || column.includes('.') ? column : `transactions.${column}`

function matching(db: Db, filter: TransactionFilter): Rows {
  let rows = db
    .selectFrom('transactions')
    .leftJoin('users', 'users.id', 'transactions.user_id')
    .leftJoin('invoices', 'invoices.id', 'transactions.invoice_id')
  if (filter.userId) rows = rows.where('transactions.user_id', '=', filter.userId)
  if (filter.status) rows = rows.where('transactions.status', '=', filter.status)
  if (filter.type) rows = rows.where('transactions.type', '=', filter.type)
  if (filter.driver) rows = rows.where('transactions.driver', '=', filter.driver)
  if (filter.created_from !== undefined)
    rows = rows.where('transactions.created_at', '>=', filter.created_from)
  if (filter.created_to !== undefined)
    rows = rows.where('transactions.created_at', '<=', filter.created_to)
  if (filter.query) rows = rows.where(containsText(db, SEARCHED, filter.query))
  return rows
}

export const countTransactions = (db: Db, filter: TransactionFilter): Promise<Total> =>
  countCapped(db, matching(db, filter))

function readerOf(db: Db, { sort, direction }: TransactionFilter) {
  const columns = [...ORDERS[sort], 'id'].map(qualified)
  const load = (ids: readonly string[]) => loadTransactions(db, ids)
  return { key: 'transactions.id', order: { columns, direction }, load }
}

export const readPage = (
  db: Db,
  filter: TransactionFilter,
  page: Pick<TransactionQuery, 'page' | 'per_page'>,
  total: Total,
): Promise<TransactionWithUser[]> =>
  readDeepPage(matching(db, filter), readerOf(db, filter), page, total)

export const readAll = (db: Db, filter: TransactionFilter): AsyncGenerator<TransactionWithUser[]> =>
  readAllRows(matching(db, filter), readerOf(db, filter))

/** Loads transactions with their user and invoice. */
const loadTransactions = (db: Db, ids: readonly string[]) =>
  withUser(db).where('transactions.id', 'in', ids).execute()

const withUser = (db: Db) =>
  db
    .selectFrom('transactions')
    .leftJoin('users', 'users.id', 'transactions.user_id')
    .leftJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .leftJoin('invoices', 'invoices.id', 'transactions.invoice_id')
    .selectAll('transactions')
    .select(['users.name', 'users.email', 'settings.color', 'settings.avatar_key'])
    .select('invoices.label as invoice_label')

export type TransactionWithUser = Awaited<ReturnType<typeof loadTransactions>>[number]

/** Returns the transactions of an invoice, oldest first. */
export const findOfInvoice = (db: Db, invoiceId: string): Promise<TransactionWithUser[]> =>
  withUser(db)
    .where('transactions.invoice_id', '=', invoiceId)
    .orderBy('transactions.created_at')
    .orderBy('transactions.id')
    .execute()

export const findAllOf = (db: Db, userId: string): Promise<TransactionWithUser[]> =>
  withUser(db)
    .where('transactions.user_id', '=', userId)
    .orderBy('transactions.created_at')
    .orderBy('transactions.id')
    .execute()

export const detachUser = async (tx: Db, userId: string): Promise<void> => {
  await tx
    .updateTable('transactions')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .execute()
}
