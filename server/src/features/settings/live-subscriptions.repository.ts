import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import type { Db } from '../../db/open.ts'

const NAMED = 3

/** Counts the live subscriptions, and names the users of the newest ones. */
export async function findLiveSubscriptions(
  db: Db,
): Promise<{ count: number; users: readonly string[] }> {
  const live = db.selectFrom('subscriptions as s').where('s.status', 'in', LIVE_STATUSES)
  const { count } = await live
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return { count: 0, users: [] }
  const rows = await live
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.name')
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(NAMED)
    .execute()
  return { count: Number(count), users: rows.map(({ name }) => name) }
}
