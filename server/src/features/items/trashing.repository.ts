import { sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { writeInBatches } from '../../db/write-in-batches.ts'
import type { TopIds } from './ownership.repository.ts'
import { trashedColumns } from './trash-indexes.repository.ts'

/** Marks the items and everything live below them as trashed. */
export const markTrashed = (db: Db, ids: string[], now: number): Promise<void> =>
  markTreesTrashed(db, sql`select id from items where id in (${sql.join(ids)})`, now)

/** As `markTrashed`, for items given as a query. */
export async function markTreesTrashed(db: Db, tops: TopIds, now: number): Promise<void> {
  const trees = sql`
    with recursive below(id, top_id) as (
      select id, id from (${tops}) as tops
      union all
      select items.id, below.top_id from below
      ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.trashed_at is null`)}
    )
    select id, case when id = top_id then null else top_id end as top_id from below`
  await writeInBatches(db, trees, ['id', 'top_id'], rows =>
    sql`with below as materialized (${rows})
      update items set trashed_at = ${now}, trashed_with = below.top_id ${trashedColumns(db)}
      from below where items.id in (select id from below) and items.id = below.id`.execute(db),
  )
}
