import { MAX_FOLDER_DEPTH } from '@coffer/contract'
import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { writeInBatches } from '../../db/write-in-batches.ts'
import { addToIndexes, type BulkFilter, excluding, restoredColumns } from '../items/index.ts'
import { findEmptying } from './emptying.repository.ts'

/** Items at the top of an owner's trash except some, or only those that one call removed. */
export interface TrashBulkFilter {
  ownerId: string
  except: readonly string[]
  removedAt: number | null
  /** Only what was removed until this time. */
  removedUntil: number | null
  /** Only what was removed from this folder. */
  folderId: string | null
}

const removedBy = (until: number | null) =>
  until === null ? sql`true` : sql`items.trashed_at <= ${until}`

export const inTrash = ({
  ownerId,
  except,
  removedAt,
  removedUntil,
  folderId,
}: TrashBulkFilter): RawBuilder<boolean> =>
  sql<boolean>`(items.owner_id = ${ownerId} and items.trashed_with is null
    and items.trashed_at ${removedAt === null ? sql`is not null` : sql`= ${removedAt}`}
    and ${removedBy(removedUntil)}
    and ${folderId === null ? sql`true` : sql`items.parent_id = ${folderId}`}
    and ${excluding(except)})`

/**
 * Items that were trashed with the folder. Items trashed before it are at the top of the trash
 * instead.
 */
export const inTrashedFolder = ({
  folderId,
  except,
  removedUntil,
}: Pick<BulkFilter, 'folderId' | 'except'> &
  Pick<TrashBulkFilter, 'removedUntil'>): RawBuilder<boolean> =>
  sql<boolean>`(items.parent_id = ${folderId} and items.trashed_with is not null
    and ${removedBy(removedUntil)} and ${excluding(except)})`

export async function countTrashed(db: Db, filter: TrashBulkFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from items where ${inTrash(filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Returns a time later than any removal by the owner, so that it identifies one removal, and later than
 * what an emptying deletes, also when the clock of its process was ahead. Call it with the owner locked.
 */
export async function nextRemovalTime(db: Db, ownerId: string, now: number): Promise<number> {
  const latest = await db
    .selectFrom('items')
    .select('trashed_at')
    .where('owner_id', '=', ownerId)
    .where('trashed_at', 'is not', null)
    .where('trashed_with', 'is', null)
    .orderBy('trashed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const emptying = await findEmptying(db, ownerId)
  return Math.max(now, (latest?.trashed_at ?? 0) + 1, (emptying?.removed_until ?? 0) + 1)
}

/** Moves items to their owner's home when their folder stays in the trash or was deleted. */
export async function restoreToHome(
  db: Db,
  filter: TrashBulkFilter,
  toHome: boolean,
): Promise<void> {
  const isRestorable = sql`exists (
    select 1 from items as folder where folder.id = items.parent_id and (
      folder.trashed_at is null or coalesce(folder.trashed_with, folder.id) in (
        select items.id from items where ${inTrash(filter)}
      )
    )
  )`
  const moved = sql`select id from items where ${inTrash(filter)} and parent_id <> owner_id
    and ${toHome ? sql`true` : sql`not ${isRestorable}`}`
  await writeInBatches(db, moved, ['id'], ids =>
    sql`update items set parent_id = owner_id where id in (${ids})`.execute(db),
  )
}

/**
 * Returns the depth of the deepest folder after a restore. Each folder above is read once and
 * counted from the top; counting stops one level beyond the limit.
 */
export async function depthAfterRestoring(db: Db, filter: TrashBulkFilter): Promise<number> {
  const tops = sql`${inTrash(filter)} and items.type = 'folder'`
  const below = sql`items.parent_id = below.id and items.type = 'folder'
    and items.trashed_with = below.group_id`
  const { rows } = await sql<{ depth: number | null }>`
    with recursive above(id, parent_id) as (
      select id, parent_id from items
      where id in (select parent_id from items where ${tops})
      union
      select items.id, items.parent_id from above join items on items.id = above.parent_id
    ),
    level(id, depth) as (
      select id, 0 from above where parent_id is null
      union all
      select above.id, level.depth + 1 from level join above on above.parent_id = level.id
    ),
    below(id, group_id, depth) as (
      select items.id, items.id, level.depth + 1
      from level join items on items.parent_id = level.id where ${tops}
      union all
      select items.id, below.group_id, below.depth + 1
      from below ${indexedJoin(db, 'join', 'items', below)}
      where below.depth <= ${MAX_FOLDER_DEPTH}
    )
    select max(depth) as depth from below`.execute(db)
  return Number(rows[0]?.depth ?? 0)
}

/** Items whose folder is live, and those of them whose name is free. */
const restorable = (filter: TrashBulkFilter) => sql`
  restorable as (
    select items.id, items.parent_id, items.name_key, items.type, items.name,
      row_number() over (partition by items.parent_id, items.name_key order by items.id) as position
    from items join items as folder on folder.id = items.parent_id
    where ${inTrash(filter)} and folder.trashed_at is null
  ),
  unconflicted as (
    select * from restorable where position = 1 and (
      select 1 from items as namesake where namesake.parent_id = restorable.parent_id
        and namesake.name_key = restorable.name_key and namesake.trashed_at is null limit 1
    ) is null
  )`

/**
 * Restores items with a free name, and what was trashed with them. @returns whether there were any
 */
export async function restoreUnconflicted(db: Db, filter: TrashBulkFilter): Promise<boolean> {
  const counted = await sql<{ id: string }>`
    with ${restorable(filter)}
    update items
    set folder_count = folder_count + restored.folders, file_count = file_count + restored.files
    from (
      select parent_id, sum(case when type = 'folder' then 1 else 0 end) as folders,
        sum(case when type = 'file' then 1 else 0 end) as files
      from unconflicted group by parent_id
    ) as restored
    where items.id = restored.parent_id
    returning items.id`.execute(db)
  if (counted.rows.length === 0) return false
  const ids = counted.rows.map(row => row.id)
  recordChange(db, 'folder', ids)
  recordChange(db, 'tree', ids)
  const restored = sql`
    with recursive ${restorable(filter)},
    restored(id, group_id, type) as (
      select id, id, type from unconflicted
      union all
      select items.id, restored.group_id, items.type from restored
      ${indexedJoin(db, 'join', 'items', sql`items.parent_id = restored.id and items.trashed_with = restored.group_id`)}
      where restored.type = 'folder'
    )`
  await writeInBatches(db, sql`${restored} select id from restored`, ['id'], async ids => {
    await addToIndexes(db, ids)
    await sql`
      update items
      set trashed_at = null, trashed_with = null ${restoredColumns(db)}
      where id in (${ids})`.execute(db)
  })
  return true
}

export interface Conflict {
  id: string
  parent_id: string
  name: string
}

/** Finds all items that could be restored if their name were free, ordered by id. */
export async function findConflicts(db: Db, filter: TrashBulkFilter): Promise<Conflict[]> {
  const { rows } = await sql<Conflict>`
    with ${restorable(filter)}
    select id, parent_id, name from restorable order by id`.execute(db)
  return rows
}
