import { sql } from 'kysely'
import { givenRows } from '../../db/given-rows.ts'
import { note } from '../../db/notes.ts'
import type { Db } from '../../db/open.ts'
import { firstOf, prepared } from '../../db/prepared.ts'
import type { ItemRow } from '../../db/schema.ts'
import { nameKey, sortName } from '../../lib/item-names.ts'
import {
  documentNames,
  favouriteOf,
  type ItemView,
  membershipOf,
  previewKey,
  shareColumns,
} from './view-columns.repository.ts'

export { addToCounts, type Count } from './counts.repository.ts'
export type { ItemView }

/** Items as they are shown to somebody: with the names of the people behind them. */
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

const selectLines = (db: Db, ids: readonly string[], viewerId: string) =>
  db
    // Each folder once, however many of the items lie below it.
    .withRecursive('line(item_id, above_id)', q =>
      q
        .selectFrom('items')
        .where('id', 'in', ids)
        .select(['id as item_id', 'parent_id as above_id'])
        .union(
          q
            .selectFrom('items')
            .innerJoin('line', 'line.above_id', 'items.id')
            .select(['items.id as item_id', 'items.parent_id as above_id']),
        ),
    )
    .selectFrom('line')
    .innerJoin('items', 'items.id', 'line.item_id')
    .innerJoin('users as owner', 'owner.id', 'items.owner_id')
    .leftJoin('users as creator', 'creator.id', 'items.creator_id')
    .leftJoin('shares', 'shares.item_id', 'items.id')
    .selectAll('items')
    .select(['owner.name as owner_name', 'creator.name as creator_name'])
    .select([favouriteOf(viewerId), membershipOf(viewerId), previewKey])
    .select(shareColumns)
    .select(documentNames)

/** On the way of nearly every request. */
const selectLine = prepared((db, { id, viewerId }: { id: string; viewerId: string }) =>
  selectLines(db, [id], viewerId),
)

/** Each item with every folder above it, nearest first; ids that do not exist are left out. */
export async function findLines(
  db: Db,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, ItemView[]>> {
  const [id, ...more] = ids
  if (id === undefined) return new Map()
  const rows =
    more.length === 0
      ? (await selectLine(db, { id, viewerId })).rows
      : await selectLines(db, ids, viewerId).execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return new Map(ids.filter(id => byId.has(id)).map(id => [id, lineFrom(byId, id)]))
}

function lineFrom(byId: ReadonlyMap<string, ItemView>, id: string): ItemView[] {
  const line: ItemView[] = []
  for (let row = byId.get(id); row; row = byId.get(row.parent_id ?? '')) line.push(row)
  return line
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

export const findView = (db: Db, id: string, viewerId: string): Promise<ItemView | undefined> =>
  selectItemViews(db, viewerId).where('items.id', '=', id).executeTakeFirst()

/** Of an item that was just written. */
export async function requireView(db: Db, id: string, viewerId: string): Promise<ItemView> {
  const view = await findView(db, id, viewerId)
  if (!view) throw new Error(`Item ${id} vanished inside its own transaction`)
  return view
}

/** The names among `names` that live items of a folder have, as keys. */
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

/** Of everything live in a folder, however much that is. */
export async function findKeys(db: Db, parentId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('items')
    .select('name_key')
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.name_key))
}

/** Live items of a folder by their keys; a few hundred at most. */
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

const BLANK = {
  original_name: null,
  size_bytes: 0,
  mimetype: null,
  category: null,
  blob_id: null,
  team_id: null,
  guest_id: null,
  color: null,
  emoji: null,
  document_type_id: null,
  subcategory_id: null,
  document_entered: 0,
  folder_count: 0,
  file_count: 0,
  version_count: 0,
  content_creator_id: null,
  content_at: null,
  trashed_at: null,
  trashed_with: null,
  put_away: 0,
} as const satisfies Partial<ItemRow>
type Blank = keyof typeof BLANK

/** What follows from the name is worked out; what is not said is blank. */
export type NewItem = Omit<ItemRow, Blank | 'name_key' | 'sort_name'> &
  Partial<Pick<ItemRow, Blank>>

const insertRow = prepared((db, row: ItemRow) =>
  db.insertInto('items').values({
    id: row.id,
    owner_id: row.owner_id,
    parent_id: row.parent_id,
    type: row.type,
    name: row.name,
    original_name: row.original_name,
    name_key: row.name_key,
    sort_name: row.sort_name,
    size_bytes: row.size_bytes,
    mimetype: row.mimetype,
    category: row.category,
    blob_id: row.blob_id,
    creator_id: row.creator_id,
    team_id: row.team_id,
    guest_id: row.guest_id,
    color: row.color,
    emoji: row.emoji,
    document_type_id: row.document_type_id,
    subcategory_id: row.subcategory_id,
    document_entered: row.document_entered,
    folder_count: row.folder_count,
    file_count: row.file_count,
    version_count: row.version_count,
    content_creator_id: row.content_creator_id,
    content_at: row.content_at,
    trashed_at: row.trashed_at,
    trashed_with: row.trashed_with,
    put_away: row.put_away,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
)

const rowOf = (item: NewItem): ItemRow => ({
  ...BLANK,
  ...item,
  name_key: nameKey(item.name),
  sort_name: sortName(item.name),
})

export async function insertItem(db: Db, item: NewItem): Promise<ItemRow> {
  const row = rowOf(item)
  await insertRow(db, row)
  return row
}

/** A row has some 25 values, and a statement takes a thousand. */
const ROWS_AT_ONCE = 32

export async function insertItems(db: Db, items: readonly NewItem[]): Promise<ItemRow[]> {
  const rows = items.map(rowOf)
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('items')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
  return rows
}

export const updateItem = async (
  db: Db,
  id: string,
  change: Partial<Pick<ItemRow, 'name' | 'parent_id' | 'emoji' | 'color' | 'updated_at'>>,
): Promise<void> => {
  const names = change.name && { name_key: nameKey(change.name), sort_name: sortName(change.name) }
  await db
    .updateTable('items')
    .set({ ...change, ...names })
    .where('id', '=', id)
    .execute()
  note(db, 'item', [id])
}

export async function moveTo(db: Db, ids: string[], parentId: string, now: number): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('items')
    .set({ parent_id: parentId, updated_at: now })
    .where('id', 'in', ids)
    .execute()
}

/** Puts items into a folder under other names. */
export async function moveNamed(
  db: Db,
  renamed: readonly { id: string; name: string }[],
  parentId: string,
  now: number,
): Promise<void> {
  const rows = renamed.map(({ id, name }) => [id, name, nameKey(name), sortName(name)])
  await sql`
    with named as materialized (
      ${givenRows(db, ['id', 'name', 'name_key', 'sort_name'], rows)}
    )
    update items set name = named.name, name_key = named.name_key, sort_name = named.sort_name,
      parent_id = ${parentId}, updated_at = ${now}
    from named where items.id = named.id`.execute(db)
}

/** Live items of a folder that have one of the names, and what they are. */
export const findNamed = (db: Db, parentId: string, keys: string[]) =>
  db
    .selectFrom('items')
    .select(['id', 'type', 'name_key'])
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .where('name_key', 'in', keys)
    .execute()

/** As they are shown. */
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
