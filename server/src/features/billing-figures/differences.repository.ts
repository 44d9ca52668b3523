import type { DifferenceKind, DifferenceQuery } from '@coffer/contract/billing-differences'
import type { GatewayName } from '@coffer/contract/gateways'
import { countCapped, type Rows, readAllRows, readDeepPage } from '../../db/deep-page.ts'
import { containsText } from '../../db/like-pattern.ts'
import type { Db } from '../../db/open.ts'
import type { BillingDifferenceRow, PaymentRow, ReversalRow } from '../../db/schema-payments.ts'
import { reversalIdOf } from '../gateways/index.ts'
import { READ_AGAIN } from './compare.rules.ts'

export interface Side {
  gateway: GatewayName
  isLive: boolean
}

const paymentsOf = (db: Db, { gateway, isLive }: Side) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('is_live', '=', isLive ? 1 : 0)

export const findPaymentsByExternalId = (
  db: Db,
  side: Side,
  externalIds: readonly string[],
): Promise<PaymentRow[]> => paymentsOf(db, side).where('external_id', 'in', externalIds).execute()

/** Refunds or disputes of some payments. */
export const findReversalsOf = async (
  db: Db,
  table: 'refunds' | 'disputes',
  payments: readonly PaymentRow[],
): Promise<ReversalRow[]> =>
  payments.length === 0
    ? []
    : db
        .selectFrom(table)
        .selectAll()
        .where(
          'payment_id',
          'in',
          payments.map(({ id }) => id),
        )
        .where('external_id', 'is not', null)
        .execute()

/** Succeeded payments between two times after one of them, by external id. */
export const listSucceeded = (
  db: Db,
  side: Side,
  range: { from: number; to: number; after: string; limit: number },
): Promise<PaymentRow[]> =>
  paymentsOf(db, side)
    .where('state', '=', 'succeeded')
    .where('created_at', '>=', range.from)
    .where('created_at', '<', range.to)
    .where('external_id', '>', range.after)
    .orderBy('external_id')
    .limit(range.limit)
    .execute()

/** The gateway's ids of payments that it has reversed since a time, and not returned. */
export async function listReversed(
  db: Db,
  { gateway, isLive }: Side,
  since: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select('payments.external_id')
    .where('disputes.gateway', '=', gateway)
    .where('payments.is_live', '=', isLive ? 1 : 0)
    .where('disputes.external_id', 'like', `${reversalIdOf('')}%`)
    .where('disputes.state', '=', 'lost')
    .where('disputes.updated_at', '>=', since)
    .execute()
  return [...new Set(rows.flatMap(row => row.external_id ?? []))]
}

/** Differences recorded about some payments or refunds, open or resolved. */
export const findDifferencesAbout = (
  db: Db,
  gateway: GatewayName,
  subjects: readonly string[],
): Promise<BillingDifferenceRow[]> =>
  db
    .selectFrom('billing_differences')
    .selectAll()
    .where('gateway', '=', gateway)
    .where('subject', 'in', subjects)
    .execute()

/** Lists open differences of a gateway whose subject has been recorded since with the state it has there. */
export const listExplained = (
  db: Db,
  gateway: GatewayName,
): Promise<{ id: string; subject: string }[]> =>
  db
    .selectFrom('billing_differences as difference')
    .select(['difference.id', 'difference.subject'])
    .where('difference.gateway', '=', gateway)
    .where('difference.resolved_at', 'is', null)
    .where(eb =>
      eb.or(
        Object.entries(READ_AGAIN).map(([kind, table]) => {
          const recorded = eb
            .selectFrom(table)
            .select('id')
            .where('gateway', '=', gateway)
            .whereRef('external_id', '=', 'difference.subject')
          return eb.and([
            eb('difference.kind', '=', kind as DifferenceKind),
            eb.exists(
              kind.endsWith('_state')
                ? recorded.whereRef('state', '=', 'difference.theirs')
                : recorded,
            ),
          ])
        }),
      ),
    )
    .execute()

export async function closeDifferences(
  db: Db,
  ids: readonly string[],
  change: { resolved_at: number; resolution: string | null },
): Promise<BillingDifferenceRow[]> {
  return db
    .updateTable('billing_differences')
    .set(change)
    .where('id', 'in', ids)
    .where('resolved_at', 'is', null)
    .returningAll()
    .execute()
}

const withSubject = (db: Db) =>
  db
    .selectFrom('billing_differences')
    .leftJoin('payments', 'payments.id', 'billing_differences.payment_id')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .leftJoin('users', 'users.id', 'billing_differences.user_id')

const SEARCHED = [
  'users.name',
  'users.email',
  'invoices.label',
  'billing_differences.subject',
  'payments.external_id',
]

export type DifferenceFilter = Omit<DifferenceQuery, 'page' | 'per_page'>

function matching(db: Db, { state, gateway, kind, query }: DifferenceFilter): Rows {
  let rows: Rows = withSubject(db)
  if (state) rows = rows.where('resolved_at', state === 'open' ? 'is' : 'is not', null)
  if (gateway) rows = rows.where('billing_differences.gateway', '=', gateway)
  if (kind) rows = rows.where('billing_differences.kind', '=', kind)
  if (query) rows = rows.where(containsText(db, SEARCHED, query))
  return rows
}

/** Loads differences with their user, payment and invoice. */
const loadDifferences = (db: Db, ids: readonly string[]) =>
  withSubject(db)
    .leftJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .selectAll('billing_differences')
    .select(['payments.external_id as payment', 'payments.invoice_id'])
    .select('invoices.label as invoice_label')
    .select(['users.name', 'users.email', 'settings.color', 'settings.avatar_key'])
    .where('billing_differences.id', 'in', ids)
    .execute()

export type DifferenceRow = Awaited<ReturnType<typeof loadDifferences>>[number]

export async function findDifference(db: Db, id: string): Promise<DifferenceRow | undefined> {
  const [row] = await loadDifferences(db, [id])
  return row
}

const readerOf = (db: Db, { sort, direction }: DifferenceFilter) => ({
  key: 'billing_differences.id',
  order: { columns: [sort, 'billing_differences.id'], direction },
  load: (ids: readonly string[]) => loadDifferences(db, ids),
})

export async function readDifferences(db: Db, query: DifferenceQuery) {
  const rows = matching(db, query)
  const total = await countCapped(db, rows)
  return { total, rows: await readDeepPage(rows, readerOf(db, query), query, total) }
}

export const readAll = (db: Db, filter: DifferenceFilter): AsyncGenerator<DifferenceRow[]> =>
  readAllRows(matching(db, filter), readerOf(db, filter))
