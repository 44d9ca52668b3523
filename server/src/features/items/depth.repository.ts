import { FOLDER_DEPTH_MAX } from '@coffer/contract'
import { type RawBuilder, sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import type { TopIds } from './ownership.repository.ts'

/** Which folders go along with the one above them: those that are live. */
export const LIVE = sql<boolean>`items.trashed_at is null`
/** Those that were moved to the trash in the same call. */
export const REMOVED_TOGETHER = sql<boolean>`items.trashed_with = below.group_id`

/**
 * How many levels of folders the items bring along, themselves included; files count none. Stops
 * counting one level beyond the limit.
 */
export async function levelsOf(
  db: Db,
  tops: TopIds,
  goesAlong: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ levels: number | null }>`
    with recursive below(id, group_id, level) as (
      select id, coalesce(trashed_with, id), 1 from items where id in (${tops}) and type = 'folder'
      union all
      select items.id, below.group_id, below.level + 1 from below
      ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.type = 'folder' and ${goesAlong}`)}
      where below.level <= ${FOLDER_DEPTH_MAX}
    )
    select max(level) as levels from below`.execute(db)
  return Number(rows[0]?.levels ?? 0)
}
