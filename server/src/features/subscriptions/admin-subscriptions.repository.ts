import type { SubscriptionQuery } from '@coffer/contract/admin-subscriptions'
import { sql } from 'kysely'
import { countCapped, readDeepPage, type Total } from '../../db/deep-page.ts'
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

/** Reads a page. Lists purchases that were never paid only if a status is given. */
export async function listRows(
  db: Db,
  { query, status, payment_state, driver, plan, direction, sort, ...page }: SubscriptionQuery,
): Promise<{ rows: AdminSubscriptionRow[]; total: Total }> {
  let matching = db.selectFrom('subscriptions as s')
  if (status) matching = matching.where('s.status', '=', status)
  else
    matching = matching.where(eb =>
      eb.and([
        eb('s.status', '<>', 'inactive'),
        eb.or([
          eb('s.ended_reason', 'is', null),
          eb('s.ended_reason', 'not in', ['abandoned', 'declined']),
        ]),
      ]),
    )
  if (payment_state) matching = matching.where('s.payment_state', '=', payment_state)
  if (driver) matching = matching.where('s.gateway', '=', driver)
  if (plan) matching = matching.where('s.plan_id', '=', plan)
  if (query)
    matching = matching.where(
      's.user_id',
      'in',
      matchingIds(db, directoryFilter({ query })) as never,
    )
  const total = await countCapped(db, matching)
  const order = { columns: [`s.${sort}`, 's.id'], direction }
  const load = (ids: readonly string[]) => findRows(db, ids)
  return { rows: await readDeepPage(matching, { key: 's.id', order, load }, page, total), total }
}
