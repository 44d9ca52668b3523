import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import { firstOf, prepared } from '../../db/prepared.ts'
import type { ItemRow } from '../../db/schema.ts'
import { valuesTable } from '../../db/values-table.ts'
import { ROWS_PER_STATEMENT } from '../../db/write-in-batches.ts'
import { inBatches } from '../../lib/batches.ts'
import { nameKey, sortName } from '../../lib/item-names.ts'
import { restrictedOwner } from '../restrictions/index.ts'
import {
  contentFault,
  documentNames,
  favouriteOf,
  type ItemView,
  type ItemWithAncestors,
  membershipOf,
  previewKey,
  shareColumns,
} from './view-columns.repository.ts'

export { addToCounts, type Count } from './counts.repository.ts'
export { insertItem, insertItems } from './inserting.repository.ts'
export type { ItemView, ItemWithAncestors }

/** Selects items with the names of their owners and creators, as one viewer sees them. */
export const selectItemViews = (db: Db, viewerId: string) =>
  db
    .selectFrom('items')
    .innerJoin('users as owner', 'owner.id', 'items.owner_id')
    .leftJoin('users as creator', 'creator.id', 'items.creator_id')
    .leftJoin('shares', 'shares.item_id', 'items.id')
    .selectAll('items')
    .select(['owner.name as owner_name', 'creator.name as creator_name', previewKey])
    .select(membershipOf(viewerId))
    .select(shareColumns)
    .select(documentNames)

/**
 * PostgreSQL overestimates the number of ancestors and scans; with an array it looks up each by
 * index.
 */
const isAncestor = (db: Db) => {
  const ids = sql`(select item_id from ancestor)`
  return sql<SqlBool>`items.id ${hasRowLocks(db) ? sql`= any(array${ids})` : sql`in ${ids}`}`
}

const selectAncestorsOfMany = (db: Db, ids: readonly string[], viewerId: string) =>
  db
    // Union removes duplicates, so each folder is read once. Parents are looked up by a subselect
    // instead of a join, for the same reason.
    .withRecursive('ancestor(item_id, parent_id)', q =>
      q
        .selectFrom('items')
        .where('id', 'in', ids)
        .select(['id as item_id', 'parent_id'])
        .union(
          q
            .selectFrom('ancestor')
            .where('ancestor.parent_id', 'is not', null)
            .select(eb => [
              eb.ref('ancestor.parent_id').$notNull().as('item_id'),
              eb
                .selectFrom('items')
                .whereRef('items.id', '=', 'ancestor.parent_id')
                .select('items.parent_id')
                .as('parent_id'),
            ]),
        ),
    )
    .selectFrom('items')
    .where(isAncestor(db))
    .innerJoin('users as owner', 'owner.id', 'items.owner_id')
    .leftJoin('users as creator', 'creator.id', 'items.creator_id')
    .leftJoin('shares', 'shares.item_id', 'items.id')
    .selectAll('items')
    .select(['owner.name as owner_name', 'creator.name as creator_name'])
    .select([favouriteOf(viewerId), membershipOf(viewerId), previewKey, contentFault])
    .select(restrictedOwner('items.owner_id'))
    .select(shareColumns)
    .select(documentNames)

/** Prepared because nearly every request runs it. */
const selectAncestors = prepared(
  (db, { id, viewerId }: { id: string; viewerId: string }) =>
    selectAncestorsOfMany(db, [id], viewerId),
  { keepsPlan: true },
)

/**
 * Returns each item with every folder above it, nearest first; unknown ids are left out. Folders
 * above the items are read once and walked once per parent, not once per item.
 */
export async function findWithAncestors(
  db: Db,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, ItemWithAncestors[]>> {
  const [id, ...more] = ids
  if (id === undefined) return new Map()
  const rows =
    more.length === 0
      ? (await selectAncestors(db, { id, viewerId })).rows
      : await selectAncestorsOfMany(db, ids, viewerId).execute()
  const byId = new Map(
    rows.map((row): [string, ItemWithAncestors] => [row.id, { ...row, depth: 0 }]),
  )
  const above = new Map<string | null, ItemWithAncestors[]>()
  const ancestorsById = new Map<string, ItemWithAncestors[]>()
  for (const id of ids) {
    const item = byId.get(id)
    if (!item) continue
    const folders = above.get(item.parent_id) ?? foldersAbove(byId, item)
    above.set(item.parent_id, folders)
    item.depth = folders.length
    ancestorsById.set(id, [item, ...folders])
  }
  return ancestorsById
}

function foldersAbove(
  byId: ReadonlyMap<string, ItemWithAncestors>,
  item: ItemWithAncestors,
): ItemWithAncestors[] {
  const folders: ItemWithAncestors[] = []
  for (let row = byId.get(item.parent_id ?? ''); row; row = byId.get(row.parent_id ?? ''))
    folders.push(row)
  for (const [index, folder] of folders.entries()) folder.depth = folders.length - 1 - index
  return folders
}

export async function findViews(
  db: Db,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, ItemView>> {
  if (ids.length === 0) return new Map()
  const views = await selectItemViews(db, viewerId).where('items.id', 'in', ids).execute()
  return new Map(views.map(view => [view.id, view]))
}

const findView = (db: Db, id: string, viewerId: string): Promise<ItemView | undefined> =>
  selectItemViews(db, viewerId).where('items.id', '=', id).executeTakeFirst()

/** Reads an item that the transaction has just written. */
export async function requireView(db: Db, id: string, viewerId: string): Promise<ItemView> {
  const view = await findView(db, id, viewerId)
  if (!view) throw new Error(`Item ${id} vanished inside its own transaction`)
  return view
}

/** Returns those keys that live items of a folder have. */
export async function findTakenKeys(
  db: Db,
  parentId: string,
  keys: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('items')
    .select('name_key')
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .where('name_key', 'in', keys)
    .execute()
  return new Set(rows.map(row => row.name_key))
}

const named = prepared((db, { parentId, key }: { parentId: string; key: string }) =>
  db
    .selectFrom('items')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .where('name_key', '=', key),
)

/** Returns the name keys of all live items of a folder. */
export async function findKeys(db: Db, parentId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('items')
    .select('name_key')
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.name_key))
}

/** Returns live items of a folder by name key; expects a few hundred keys at most. */
export async function findByKeys(
  db: Db,
  parentId: string,
  keys: readonly string[],
): Promise<Map<string, ItemRow>> {
  const rows = await db
    .selectFrom('items')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .where('name_key', 'in', keys)
    .execute()
  return new Map(rows.map(row => [row.name_key, row]))
}

export const findByName = (db: Db, parentId: string, name: string): Promise<ItemRow | undefined> =>
  firstOf(named(db, { parentId, key: nameKey(name) }))

export const updateItem = async (
  db: Db,
  id: string,
  change: Partial<
    Pick<ItemRow, 'name' | 'parent_id' | 'emoji' | 'color' | 'placed_at' | 'updated_at'>
  >,
): Promise<void> => {
  const names = change.name && { name_key: nameKey(change.name), sort_name: sortName(change.name) }
  await db
    .updateTable('items')
    .set({ ...change, ...names })
    .where('id', '=', id)
    .execute()
  recordChange(db, 'item', [id])
  recordChange(db, 'tree', [id])
}

export async function moveTo(db: Db, ids: string[], parentId: string, now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('items')
    .set({ parent_id: parentId, placed_at: now })
    .where('id', 'in', ids)
    .execute()
}

interface NamedItem {
  id: string
  name: string
}

/** Sets the names of items, and other columns too. */
async function setNames(
  db: Db,
  renamed: readonly NamedItem[],
  others: RawBuilder<unknown>,
): Promise<void> {
  const rows = renamed.map(({ id, name }) => [id, name, nameKey(name), sortName(name)])
  for (const batch of inBatches(rows, ROWS_PER_STATEMENT))
    await sql`
      with named as materialized (
        ${valuesTable(db, ['id', 'name', 'name_key', 'sort_name'], batch)}
      )
      update items set name = named.name, name_key = named.name_key, sort_name = named.sort_name
        ${others}
      from named where items.id = named.id`.execute(db)
}

/** Gives items in the trash other names. */
export const renameTrashed = (db: Db, renamed: readonly NamedItem[]): Promise<void> =>
  setNames(db, renamed, sql``)

/** Moves items into a folder under new names. */
export const moveNamed = (
  db: Db,
  renamed: readonly NamedItem[],
  parentId: string,
  now: number,
): Promise<void> => setNames(db, renamed, sql`, parent_id = ${parentId}, placed_at = ${now}`)

/** Returns the type and team of live items of a folder that have one of the names. */
export const findNamed = (db: Db, parentId: string, keys: string[]) =>
  db
    .selectFrom('items')
    .select(['id', 'type', 'team_id', 'name_key'])
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .where('name_key', 'in', keys)
    .execute()

/** As `findNamed`, in several folders and with all columns of a view. */
export const findNamesakes = (
  db: Db,
  parentIds: string[],
  keys: string[],
  viewerId: string,
): Promise<ItemView[]> =>
  selectItemViews(db, viewerId)
    .where('items.parent_id', 'in', parentIds)
    .where('items.trashed_at', 'is', null)
    .where('items.name_key', 'in', keys)
    .execute()
