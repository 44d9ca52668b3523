import type { SubscriptionQuery } from '@coffer/contract/admin-subscriptions'
import { sql } from 'kysely'
import {
  countCapped,
  type Rows,
  readAllRows,
  readDeepPage,
  type Total,
} from '../../db/deep-page.ts'
import type { Db } from '../../db/open.ts'
import { directoryFilter, matchingIds } from '../user-directory/index.ts'

const selectRows = (db: Db) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('user_settings as settings', 'settings.user_id', 'u.id')
    .selectAll('s')
    .select(['u.name', 'u.email', 'settings.color', 'settings.avatar_key'])

export type AdminSubscriptionRow = Awaited<ReturnType<typeof findRows>>[number]

const findRows = (db: Db, ids: readonly string[]) =>
  selectRows(db).where('s.id', 'in', ids).execute()

export const findRow = (db: Db, id: string): Promise<AdminSubscriptionRow | undefined> =>
  selectRows(db).where('s.id', '=', id).executeTakeFirst()

/** The subscriptions of a user, the live one first, then the newest. */
export const listRowsOf = (
  db: Db,
  userId: string,
  limit: number,
): Promise<AdminSubscriptionRow[]> =>
  selectRows(db)
    .where('s.user_id', '=', userId)
    .orderBy(sql`case when s.status in ('active', 'cancelled') then 0 else 1 end`)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

export type SubscriptionFilter = Omit<SubscriptionQuery, 'page' | 'per_page'>

/** Purchases that were never paid match only if a status is given. */
function matching(
  db: Db,
  { query, status, payment_state, driver, plan }: SubscriptionFilter,
): Rows {
  let rows: Rows = db.selectFrom('subscriptions as s')
  if (status) rows = rows.where('s.status', '=', status)
  else
    rows = rows.where(eb =>
      eb.and([
        eb('s.status', '<>', 'inactive'),
        eb.or([
          eb('s.ended_reason', 'is', null),
          eb('s.ended_reason', 'not in', ['abandoned', 'declined']),
        ]),
      ]),
    )
  if (payment_state) rows = rows.where('s.payment_state', '=', payment_state)
  if (driver) rows = rows.where('s.gateway', '=', driver)
  if (plan) rows = rows.where('s.plan_id', '=', plan)
  if (query)
    rows = rows.where('s.user_id', 'in', matchingIds(db, directoryFilter({ query })) as never)
  return rows
}

const readerOf = (db: Db, { sort, direction }: SubscriptionFilter) => ({
  key: 's.id',
  order: { columns: [`s.${sort}`, 's.id'], direction },
  load: (ids: readonly string[]) => findRows(db, ids),
})

export async function listRows(
  db: Db,
  query: SubscriptionQuery,
): Promise<{ rows: AdminSubscriptionRow[]; total: Total }> {
  const rows = matching(db, query)
  const total = await countCapped(db, rows)
  return { rows: await readDeepPage(rows, readerOf(db, query), query, total), total }
}

export const readAll = (
  db: Db,
  filter: SubscriptionFilter,
): AsyncGenerator<AdminSubscriptionRow[]> => readAllRows(matching(db, filter), readerOf(db, filter))
