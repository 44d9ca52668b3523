import type { SubscriberQuery } from '@coffer/contract/plans'
import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import { countCapped, readDeepPage, type Total } from '../../db/deep-page.ts'
import type { Db } from '../../db/open.ts'
import { directoryFilter, matchingIds } from '../user-directory/index.ts'

const findSubscribers = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('user_settings as settings', 'settings.user_id', 'u.id')
    .select(['s.id', 's.status', 's.gateway', 's.amount', 's.currency'])
    .select(['s.renews_at', 's.ends_at', 's.created_at'])
    .select(['u.id as user_id', 'u.name', 'u.email', 'settings.color', 'settings.avatar_key'])
    .where('s.id', 'in', ids)
    .execute()

export type SubscriberRow = Awaited<ReturnType<typeof findSubscribers>>[number]

/** Reads a page of the subscriptions to a plan, only the live ones if no status is given. */
export async function listSubscribers(
  db: Db,
  planId: string,
  { query, status, direction, ...page }: SubscriberQuery,
): Promise<{ rows: SubscriberRow[]; total: Total }> {
  const statuses = status ? [status] : LIVE_STATUSES
  let matching = db
    .selectFrom('subscriptions as s')
    .where('s.plan_id', '=', planId)
    .where('s.status', 'in', statuses)
  if (query)
    matching = matching.where(
      's.user_id',
      'in',
      matchingIds(db, directoryFilter({ query })) as never,
    )
  const total = await countCapped(db, matching)
  const order = { columns: ['s.plan_id', 's.created_at', 's.id'], direction }
  const load = (ids: readonly string[]) => findSubscribers(db, ids)
  return { rows: await readDeepPage(matching, { key: 's.id', order, load }, page, total), total }
}
