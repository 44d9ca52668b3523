import { rowsOf } from '@coffer/contract'
import type { TrashQuery } from '@coffer/contract/trash'
import { type RawBuilder, sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { addToIndexes, type ItemView, restoredColumns, selectItemViews } from '../items/index.ts'

export interface TrashPlace {
  ownerId: string
  /** Null shows what was removed itself; else what went with it into that folder. */
  folderId: string | null
}

const SORT_COLUMNS = {
  deleted_at: 'items.trashed_at',
  name: 'items.sort_name',
  created_at: 'items.created_at',
  updated_at: 'items.updated_at',
  size: 'items.size_bytes',
} as const

const trashIn = (db: Db, { ownerId, folderId }: TrashPlace) => {
  const trashed = db
    .selectFrom('items')
    .where('items.owner_id', '=', ownerId)
    .where('items.trashed_at', 'is not', null)
  return folderId === null
    ? trashed.where('items.trashed_with', 'is', null)
    : trashed.where('items.parent_id', '=', folderId).where('items.trashed_with', 'is not', null)
}

export async function countTrash(db: Db, place: TrashPlace): Promise<number> {
  const row = await trashIn(db, place)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export const listTrash = (
  db: Db,
  place: TrashPlace,
  { sort, direction, ...page }: TrashQuery,
  viewerId: string,
): Promise<ItemView[]> => {
  const order = direction === 'ASC' ? 'asc' : 'desc'
  return (
    selectItemViews(db, viewerId)
      .where('items.id', 'in', trashIn(db, place).select('items.id'))
      .orderBy('items.type', 'desc')
      .orderBy(SORT_COLUMNS[sort], order)
      // What one call has removed was removed at one time.
      .$if(sort === 'deleted_at', q => q.orderBy('items.sort_name'))
      .orderBy('items.id', order)
      .limit(page.per_page)
      .offset(rowsOf(page).offset)
      .execute()
  )
}

export const byIds = (ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`items.id in (${sql.join(ids)})`

/** The chosen items with what went into the trash together with them, and nothing removed apart. */
const chosenGroups = (db: Db, chosen: RawBuilder<boolean>) => sql`
  with recursive chosen(id, group_id) as (
    select id, coalesce(trashed_with, id) from items where ${chosen}
    union
    select items.id, chosen.group_id from chosen
    ${indexedJoin(db, 'join', 'items', sql`items.parent_id = chosen.id and items.trashed_with = chosen.group_id`)}
  )`

/** Takes the marks off the items and off everything that went into the trash with them. */
export async function unmarkTrashed(db: Db, ids: readonly string[]): Promise<void> {
  const chosen = { with: chosenGroups(db, byIds(ids)), where: sql`id in (select id from chosen)` }
  await addToIndexes(db, chosen)
  await sql`${chosen.with}
    update items set trashed_at = null, trashed_with = null ${restoredColumns(db)}
    where ${chosen.where}`.execute(db)
}

/** What was removed before the given time, with whose it is. */
export const findTrashedBefore = (db: Db, time: number, limit: number) =>
  db
    .selectFrom('items')
    .select(['id', 'owner_id'])
    .where('trashed_at', 'is not', null)
    .where('trashed_with', 'is', null)
    .where('trashed_at', '<', time)
    .limit(limit)
    .execute()

/**
 * Removes trashed items for good, with what went into the trash together with them. What was
 * removed apart from them, before, stays in the trash and loses only its place.
 * @returns the bytes that were freed
 */
export async function deleteItems(
  db: Db,
  chosen: RawBuilder<boolean>,
  now: number,
): Promise<number> {
  const toDelete = chosenGroups(db, chosen)
  const freed = await sql<{ bytes: number }>`${toDelete}
    select coalesce(sum(bytes), 0) as bytes from (
      select size_bytes as bytes from items where id in (select id from chosen)
      union all
      select size_bytes from item_versions where item_id in (select id from chosen)
    ) as held`.execute(db)
  await sql`${toDelete}
    update blobs set released_at = ${now} where id in (
      select blob_id from items where id in (select id from chosen)
      union
      select blob_id from item_versions where item_id in (select id from chosen)
    )`.execute(db)
  await sql`${toDelete}
    update items set parent_id = owner_id
    where parent_id in (select id from chosen) and id not in (select id from chosen)`.execute(db)
  await sql`${toDelete} delete from items where id in (select id from chosen)`.execute(db)
  return Number(freed.rows[0]?.bytes ?? 0)
}
