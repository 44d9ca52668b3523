import { rowsOf } from '@coffer/contract'
import type { TrashQuery } from '@coffer/contract/trash'
import { type SelectQueryBuilder, sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { writeInBatches } from '../../db/write-in-batches.ts'
import {
  addToIndexes,
  type ItemCondition,
  type ItemView,
  restoredColumns,
  selectItemViews,
} from '../items/index.ts'

export interface TrashScope {
  ownerId: string
  /** Null lists the top of the trash; an id lists what was trashed with that folder. */
  folderId: string | null
}

const SORT_COLUMNS = {
  deleted_at: 'items.trashed_at',
  name: 'items.sort_name',
  created_at: 'items.created_at',
  updated_at: 'items.updated_at',
  size: 'items.size_bytes',
} as const

const trashIn = (db: Db, { ownerId, folderId }: TrashScope) => {
  const trashed = db
    .selectFrom('items')
    .where('items.owner_id', '=', ownerId)
    .where('items.trashed_at', 'is not', null)
  return folderId === null
    ? trashed.where('items.trashed_with', 'is', null)
    : trashed.where('items.parent_id', '=', folderId).where('items.trashed_with', 'is not', null)
}

/**
 * Counts the items of a list, with the time of its newest removal, which is null when it is empty. One
 * statement, so that the time covers exactly the counted items.
 */
export const summarizeTrash = (
  db: Db,
  scope: TrashScope,
): Promise<{ total: number; removed_until: number | null }> =>
  trashIn(db, scope)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.max<number | null>('trashed_at').as('removed_until'),
    ])
    .executeTakeFirstOrThrow()

/** Ordering and limiting ids first joins the rows of the page only. */
export const listTrash = (
  db: Db,
  scope: TrashScope,
  { sort, direction, ...page }: TrashQuery,
  viewerId: string,
): Promise<ItemView[]> => {
  const order = direction === 'ASC' ? 'asc' : 'desc'
  const { offset, limit } = rowsOf(page)
  const inOrder = <O>(query: SelectQueryBuilder<Schema, 'items', O>) =>
    query
      .orderBy('items.type', 'desc')
      .orderBy(SORT_COLUMNS[sort], order)
      // Items that one call trashed have the same time, so they are sorted by name.
      .$if(sort === 'deleted_at', q => q.orderBy('items.sort_name'))
      .orderBy('items.id', order)
  const ids = inOrder(trashIn(db, scope).select('items.id')).limit(limit).offset(offset)
  const views = selectItemViews(db, viewerId).where('items.id', 'in', ids)
  return inOrder(views).execute()
}

export const byIds = (ids: readonly string[]): ItemCondition =>
  sql<boolean>`items.id in (${sql.join(ids)})`

/** The selected items and what was trashed with them, without items that were trashed before. */
const selectGroups = (db: Db, selection: ItemCondition) => sql`
  with recursive chosen(id, group_id) as (
    select id, coalesce(trashed_with, id) from items where ${selection}
    union
    select items.id, chosen.group_id from chosen
    ${indexedJoin(db, 'join', 'items', sql`items.parent_id = chosen.id and items.trashed_with = chosen.group_id`)}
  )`

/** Unmarks the items and everything that was trashed with them. */
export async function unmarkTrashed(db: Db, ids: readonly string[]): Promise<void> {
  const groups = sql`${selectGroups(db, byIds(ids))} select distinct id from chosen`
  await writeInBatches(db, groups, ['id'], async rows => {
    await addToIndexes(db, rows)
    await sql`update items set trashed_at = null, trashed_with = null ${restoredColumns(db)}
      where id in (${rows})`.execute(db)
  })
}

/** Returns the owner of what has been in the trash longest, among what was removed until a time. */
export async function findOwnerToPurge(
  db: Db,
  until: number,
  except: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('items')
    .select('owner_id')
    .where('trashed_at', 'is not', null)
    .where('trashed_with', 'is', null)
    .where('trashed_at', '<=', until)
    .$if(except.length > 0, query => query.where('owner_id', 'not in', except))
    .orderBy('trashed_at')
    .limit(1)
    .executeTakeFirst()
  return row?.owner_id
}

/**
 * Deletes trashed items permanently, with what was trashed with them. Items trashed before stay in
 * the trash and lose their original location.
 * @returns the bytes that were freed
 */
export async function deleteItems(db: Db, selection: ItemCondition, now: number): Promise<number> {
  const groups = selectGroups(db, selection)
  const freed = await sql<{ bytes: number }>`${groups}
    select coalesce(sum(bytes), 0) as bytes from (
      select size_bytes as bytes from items where id in (select id from chosen)
      union all
      select size_bytes from item_versions where item_id in (select id from chosen)
    ) as sizes`.execute(db)
  const isChosen = sql`items.id in (select id from chosen)`
  // The deepest first, because a folder must not be deleted before its content.
  const deepestFirst = sql`${groups},
    level(id, depth) as (
      select id, 0 from items
      where ${isChosen} and coalesce(parent_id, '') not in (select id from chosen)
      union all
      select items.id, level.depth + 1 from level
      ${indexedJoin(db, 'join', 'items', sql`items.parent_id = level.id`)}
      where ${isChosen}
    )
    select id from level order by depth desc`
  await writeInBatches(db, deepestFirst, ['id'], async ids => {
    await sql`
      update blobs set released_at = ${now} where id in (
        select blob_id from items where id in (${ids})
        union
        select blob_id from item_versions where item_id in (${ids})
      )`.execute(db)
    await sql`update items set parent_id = owner_id
      where parent_id in (${ids}) and id not in (${ids})`.execute(db)
    await sql`delete from items where id in (${ids})`.execute(db)
  })
  return Number(freed.rows[0]?.bytes ?? 0)
}

export const findOwnerName = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst())?.name
