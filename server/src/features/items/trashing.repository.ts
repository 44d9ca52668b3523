import { sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { trashedColumns } from './trash-indexes.repository.ts'

/**
 * Marks the items and everything live below them as trashed. The ids are filtered in `where` as
 * well, because SQLite scans the whole table for the join alone.
 */
export async function markTrashed(db: Db, ids: string[], now: number): Promise<void> {
  await sql`
    with recursive below(id, top_id) as (
      select id, id from items where id in (${sql.join(ids)})
      union all
      select items.id, below.top_id from below
      ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.trashed_at is null`)}
    )
    update items
    set trashed_at = ${now},
        trashed_with = case when below.id = below.top_id then null else below.top_id end
        ${trashedColumns(db)}
    from below where items.id in (select id from below) and items.id = below.id`.execute(db)
}
