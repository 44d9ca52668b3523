import { type RawBuilder, sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import { type BulkFilter, inFolder } from './bulk-selection.repository.ts'
import { findViews, type ItemView } from './items.repository.ts'

/** Matches an item of the target folder that has the same name. */
const namesakeIn = (toId: string) => sql`
  namesake.parent_id = ${toId} and namesake.trashed_at is null
  and namesake.name_key = items.name_key`

/** Excludes rows that this transfer has placed, by its placing time. */
const isPlacedBefore = (table: 'items' | 'namesake', before: number): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${table}.placed_at`)}, 0) < ${before}`

/**
 * Whether the item's name is taken in the target folder. PostgreSQL has no statistics of a folder
 * that was just filled and would scan it once per name. For it the names are collected first, and
 * `is true` keeps the planner from turning that into a join.
 */
function isTakenIn(db: Db, toId: string, before: number): RawBuilder<boolean> {
  const namesakes = sql`from items as namesake where namesake.parent_id = ${toId}
    and namesake.trashed_at is null and ${isPlacedBefore('namesake', before)}`
  return hasRowLocks(db)
    ? sql<boolean>`(items.name_key in (select namesake.name_key ${namesakes})) is true`
    : sql<boolean>`(select 1 ${namesakes} and namesake.name_key = items.name_key limit 1) is not null`
}

/**
 * Returns a time later than any placing time in the folders, so that it identifies one transfer.
 */
export async function nextPlacingTime(
  db: Db,
  folderIds: readonly string[],
  now: number,
): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select max(placed_at) as at from items
    where parent_id in (${sql.join(folderIds)}) and trashed_at is null`.execute(db)
  return Math.max(now, Number(rows[0]?.at ?? 0) + 1)
}

export interface Taken {
  item: ItemView
  existing: ItemView
}

interface RowRange {
  /** The name key to continue after. */
  after: string
  /** Excludes items that this transfer has placed. */
  before: number
  limit: number
}

/** Returns the next selected items whose names are taken in the target folder, ordered by name. */
export async function findTaken(
  db: Db,
  set: BulkFilter,
  toId: string,
  { after, before, limit }: RowRange,
  viewerId: string,
): Promise<Taken[]> {
  const { rows } = await sql<{ id: string; existing_id: string }>`
    select items.id, namesake.id as existing_id
    from items join items as namesake on ${namesakeIn(toId)}
    where ${inFolder(set)} and items.name_key > ${after}
      and ${isPlacedBefore('items', before)} and ${isPlacedBefore('namesake', before)}
    order by items.name_key limit ${limit}`.execute(db)
  const ids = new Set(rows.flatMap(row => [row.id, row.existing_id]))
  const views = await findViews(db, [...ids], viewerId)
  return rows.flatMap(row => {
    const item = views.get(row.id)
    const existing = views.get(row.existing_id)
    return item && existing ? [{ item, existing }] : []
  })
}

/** Returns all selected items whose names are taken in the target folder, ordered by name. */
export async function findAllTaken(
  db: Db,
  set: BulkFilter,
  toId: string,
  before: number,
): Promise<Pick<ItemView, 'id' | 'type' | 'name' | 'parent_id'>[]> {
  const { rows } = await sql<Pick<ItemView, 'id' | 'type' | 'name' | 'parent_id'>>`
    select items.id, items.type, items.name, items.parent_id
    from items
    where ${inFolder(set)} and ${isPlacedBefore('items', before)}
      and ${isTakenIn(db, toId, before)}
    order by items.name_key`.execute(db)
  return rows
}

/** Counts the selected items whose names another item of the target folder has. */
export async function countTaken(db: Db, set: BulkFilter, toId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from items join items as namesake on ${namesakeIn(toId)}
    where ${inFolder(set)} and namesake.id <> items.id`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
