import type { InvoiceQuery } from '@coffer/contract/invoices'
import { sql } from 'kysely'
import {
  countCapped,
  type Rows,
  readAllRows,
  readDeepPage,
  type Total,
} from '../../db/deep-page.ts'
import { containsText } from '../../db/like-pattern.ts'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import { overdueBefore } from './invoices.rules.ts'

export type InvoiceFilter = Omit<InvoiceQuery, 'page' | 'per_page'> & {
  /** Only invoices of this user. */
  userId?: string | undefined
  /** Decides which open invoices are overdue. */
  now: number
}

const ORDERS = {
  issued_at: ['issued_at'],
  label: ['year', 'series', 'number'],
  buyer: ['buyer_name', 'issued_at'],
  state: ['state', 'issued_at'],
  total: ['total', 'issued_at'],
  driver: ['gateway', 'issued_at'],
} as const satisfies Record<InvoiceQuery['sort'], readonly string[]>

const SEARCHED = ['label', 'buyer_name', 'buyer_email']

type Status = NonNullable<InvoiceQuery['status']>

const isCredited = sql<boolean>`(kind = 'invoice' and total > 0 and credited >= total)`

/** Selects the invoices for which `statusOf` returns a status. */
const hasStatus = (status: Status, now: number) =>
  ({
    open: sql<boolean>`state = 'open' and due_at >= ${overdueBefore(now)}`,
    overdue: sql<boolean>`state = 'open' and due_at < ${overdueBefore(now)}`,
    paid: sql<boolean>`state = 'paid' and not ${isCredited}`,
    credited: sql<boolean>`state = 'paid' and ${isCredited}`,
    void: sql<boolean>`state = 'void'`,
    uncollectible: sql<boolean>`state = 'uncollectible'`,
  })[status]

function matching(db: Db, filter: InvoiceFilter): Rows {
  let rows = db.selectFrom('invoices')
  if (filter.userId) rows = rows.where('user_id', '=', filter.userId)
  if (filter.status) rows = rows.where(hasStatus(filter.status, filter.now))
  if (filter.kind) rows = rows.where('kind', '=', filter.kind)
  if (filter.driver) rows = rows.where('gateway', '=', filter.driver)
  if (filter.issued_from !== undefined) rows = rows.where('issued_at', '>=', filter.issued_from)
  if (filter.issued_to !== undefined) rows = rows.where('issued_at', '<=', filter.issued_to)
  if (filter.query) rows = rows.where(containsText(db, SEARCHED, filter.query))
  return rows
}

export const countInvoices = (db: Db, filter: InvoiceFilter): Promise<Total> =>
  countCapped(db, matching(db, filter))

function readerOf(db: Db, { sort, direction }: InvoiceFilter) {
  const load = (ids: readonly string[]) => loadInvoices(db, ids)
  return { key: 'id', order: { columns: [...ORDERS[sort], 'id'], direction }, load }
}

export const readPage = (
  db: Db,
  filter: InvoiceFilter,
  page: Pick<InvoiceQuery, 'page' | 'per_page'>,
  total: Total,
): Promise<InvoiceWithUser[]> =>
  readDeepPage(matching(db, filter), readerOf(db, filter), page, total)

export const readAll = (db: Db, filter: InvoiceFilter): AsyncGenerator<InvoiceWithUser[]> =>
  readAllRows(matching(db, filter), readerOf(db, filter))

const loadInvoices = (db: Db, ids: readonly string[]) =>
  withUser(db).where('invoices.id', 'in', ids).execute()

const withUser = (db: Db) =>
  db
    .selectFrom('invoices')
    .leftJoin('users', 'users.id', 'invoices.user_id')
    .leftJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .selectAll('invoices')
    .select(['users.name', 'users.email', 'settings.color', 'settings.avatar_key'])

export type InvoiceWithUser = Awaited<ReturnType<typeof loadInvoices>>[number]

export const findInvoiceWithUser = (db: Db, id: string): Promise<InvoiceWithUser | undefined> =>
  withUser(db).where('invoices.id', '=', id).executeTakeFirst()

export type InvoiceReference = Pick<InvoiceRow, 'id' | 'label' | 'total' | 'issued_at'>

/** Finds the invoice that was issued just before or after another one. @param userId of both, if given */
export function findNeighbour(
  db: Db,
  { id, issued_at }: Pick<InvoiceRow, 'id' | 'issued_at'>,
  side: 'previous' | 'next',
  userId: string | null | undefined,
): Promise<InvoiceReference | undefined> {
  const [operator, direction] = side === 'next' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  let query = db
    .selectFrom('invoices')
    .select(['id', 'label', 'total', 'issued_at'])
    .where(eb =>
      eb.or([
        eb('issued_at', operator, issued_at),
        eb.and([eb('issued_at', '=', issued_at), eb('id', operator, id)]),
      ]),
    )
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return query.orderBy('issued_at', direction).orderBy('id', direction).limit(1).executeTakeFirst()
}

/** Returns the invoices of a user for the export of their data, oldest first. */
export const findInvoicesOf = (db: Db, userId: string) =>
  db
    .selectFrom('invoices')
    .select(['id', 'label', 'state', 'snapshot'])
    .where('user_id', '=', userId)
    .orderBy('issued_at')
    .execute()
