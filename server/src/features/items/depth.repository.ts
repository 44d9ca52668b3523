import { MAX_FOLDER_DEPTH } from '@coffer/contract'
import { type RawBuilder, sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import type { TopIds } from './ownership.repository.ts'

/** Includes the live folders below a folder, for moves and copies. */
export const IS_LIVE = sql<boolean>`items.trashed_at is null`
/** Includes the folders that were trashed in the same call, for restores. */
export const IS_TRASHED_TOGETHER = sql<boolean>`items.trashed_with = below.group_id`

/**
 * Counts the folder levels of the items, themselves included; files count none. Stops one level
 * beyond the limit.
 */
export async function countLevels(
  db: Db,
  tops: TopIds,
  isIncluded: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ levels: number | null }>`
    with recursive below(id, group_id, level) as (
      select id, coalesce(trashed_with, id), 1 from items where id in (${tops}) and type = 'folder'
      union all
      select items.id, below.group_id, below.level + 1 from below
      ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.type = 'folder' and ${isIncluded}`)}
      where below.level <= ${MAX_FOLDER_DEPTH}
    )
    select max(level) as levels from below`.execute(db)
  return Number(rows[0]?.levels ?? 0)
}
