import { type RawBuilder, sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import { type BulkFilter, countWhere, inFolder } from './bulk-selection.repository.ts'
import type { Tops } from './copying.repository.ts'
import { type Count, findViews, type ItemView } from './items.repository.ts'
import { numberedIds } from './numbered-ids.repository.ts'

/** What has an item's name in another folder. */
const namesakeIn = (toId: string) => sql`
  namesake.parent_id = ${toId} and namesake.trashed_at is null
  and namesake.name_key = items.name_key`

/** What a transfer has placed itself is left out by its time. */
const isPlacedBefore = (table: 'items' | 'namesake', before: number): RawBuilder<boolean> =>
  sql`coalesce(${sql.ref(`${table}.placed_at`)}, 0) < ${before}`

/**
 * Whether something in another folder has an item's name. PostgreSQL does not know a folder that was
 * filled just now, and would take an index by which it goes through all of it for each name: there the
 * names are gathered first, which `is true` keeps from being planned as a join.
 */
function isTakenIn(db: Db, toId: string, before = Number.MAX_SAFE_INTEGER): RawBuilder<boolean> {
  const namesakes = sql`from items as namesake where namesake.parent_id = ${toId}
    and namesake.trashed_at is null and ${isPlacedBefore('namesake', before)}`
  return hasRowLocks(db)
    ? sql<boolean>`(items.name_key in (select namesake.name_key ${namesakes})) is true`
    : sql<boolean>`(select 1 ${namesakes} and namesake.name_key = items.name_key limit 1) is not null`
}

/** What of a set has a free name in a folder. */
const freeIn = (db: Db, set: BulkFilter, toId: string): RawBuilder<boolean> => sql<boolean>`
  (${inFolder(set)} and not (${isTakenIn(db, toId)}))`

export const countFree = (db: Db, set: BulkFilter, toId: string): Promise<Count> =>
  countWhere(db, freeIn(db, set, toId))

/** Later than everything that was placed in the folders, so that the time names one transfer. */
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

export async function moveFree(db: Db, set: BulkFilter, toId: string, at: number): Promise<void> {
  await sql`
    update items set parent_id = ${toId}, placed_at = ${at} where ${freeIn(db, set, toId)}`.execute(
    db,
  )
}

/** For copies of it, in one statement whatever their number. */
export const freeTops = (db: Db, set: BulkFilter, toId: string, newId: () => string): Tops => sql`
  top(source_id, id, parent_id, name, name_key, sort_name) as (
    select items.id, ${numberedIds(newId(), sql`items.id`)}, cast(${toId} as text),
      items.name, items.name_key, items.sort_name
    from items where ${freeIn(db, set, toId)}
  )`

export interface Taken {
  item: ItemView
  existing: ItemView
}

interface RowRange {
  /** Of the names in their order. */
  after: string
  /** What this transfer has put there itself is not meant. */
  before: number
  limit: number
}

/** The next of a set whose names are taken in a folder, in the order of their names. */
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
    const [item, existing] = [views.get(row.id), views.get(row.existing_id)]
    return item && existing ? [{ item, existing }] : []
  })
}

/** All of a set whose names are taken in a folder, in the order of their names: only what names them. */
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

/** How many of a set have a name that something else has in a folder. */
export async function countTaken(db: Db, set: BulkFilter, toId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from items join items as namesake on ${namesakeIn(toId)}
    where ${inFolder(set)} and namesake.id <> items.id`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
