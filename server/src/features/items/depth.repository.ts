import { MAX_FOLDER_DEPTH } from '@coffer/contract'
import { type RawBuilder, sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import type { TopIds } from './ownership.repository.ts'

/** Includes the live folders below a folder, for moves and copies. */
export const IS_LIVE = sql<boolean>`items.trashed_at is null`
/** Includes the folders that were trashed in the same call, for restores. */
export const IS_TRASHED_TOGETHER = sql<boolean>`items.trashed_with = below.group_id`

/** The folders among the items and below, with their level. Stops one level beyond the limit. */
const levelsOf = (db: Db, tops: TopIds, isIncluded: RawBuilder<boolean>) => sql`
  with recursive below(id, group_id, level) as (
    select id, coalesce(trashed_with, id), 1 from items where id in (${tops}) and type = 'folder'
    union all
    select items.id, below.group_id, below.level + 1 from below
    ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.type = 'folder' and ${isIncluded}`)}
    where below.level <= ${MAX_FOLDER_DEPTH}
  )`

/** Counts the folder levels of the items, themselves included; files count none. */
export async function countLevels(
  db: Db,
  tops: TopIds,
  isIncluded: RawBuilder<boolean>,
): Promise<number> {
  const { rows } = await sql<{ levels: number | null }>`${levelsOf(db, tops, isIncluded)}
    select max(level) as levels from below`.execute(db)
  return Number(rows[0]?.levels ?? 0)
}

/** Returns the live items that would be too deep in a folder of this depth, with what lies below. */
export async function findTooDeep(
  db: Db,
  tops: TopIds,
  depth: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`${levelsOf(db, tops, IS_LIVE)}
    select id, name from items
    where id in (select group_id from below where level > ${MAX_FOLDER_DEPTH - depth})
    order by id`.execute(db)
  return rows
}
