import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import type { ItemRow } from '../../db/schema.ts'
import { inBatches } from '../../lib/batches.ts'
import { nameKey, sortName } from '../../lib/item-names.ts'

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
  is_unindexed: 0,
  placed_at: null,
} as const satisfies Partial<ItemRow>
type Blank = keyof typeof BLANK

/** Columns derived from the name are computed; missing columns are blank. */
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
    is_unindexed: row.is_unindexed,
    created_at: row.created_at,
    updated_at: row.updated_at,
    placed_at: row.placed_at,
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

/** An item has about 30 columns, and a statement takes a thousand parameters. */
const ROWS_PER_STATEMENT = 32

export async function insertItems(db: Db, items: readonly NewItem[]): Promise<ItemRow[]> {
  const rows = items.map(rowOf)
  for (const batch of inBatches(rows, ROWS_PER_STATEMENT))
    await db.insertInto('items').values(batch).execute()
  return rows
}
