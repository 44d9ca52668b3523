import { sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import type { ItemRow } from '../../db/schema.ts'

export interface NewBlob {
  id: string
  size_bytes: number
  sha256: string | null
  crc32: number | null
  store: number
  created_at: number
}

export const insertBlob = prepared((db, blob: NewBlob) =>
  db.insertInto('blobs').values({
    id: blob.id,
    storage_key: blob.id,
    size_bytes: blob.size_bytes,
    sha256: blob.sha256,
    crc32: blob.crc32,
    store: blob.store,
    created_at: blob.created_at,
    released_at: null,
  }),
)

export const insertBlobs = async (db: Db, blobs: readonly NewBlob[]): Promise<void> => {
  const rows = blobs.map(blob => ({ ...blob, storage_key: blob.id, released_at: null }))
  await db.insertInto('blobs').values(rows).execute()
}

export const updateContent = async (
  db: Db,
  id: string,
  content: Pick<
    ItemRow,
    | 'blob_id'
    | 'size_bytes'
    | 'mimetype'
    | 'category'
    | 'content_creator_id'
    | 'guest_id'
    | 'content_at'
    | 'updated_at'
  > &
    Partial<Pick<ItemRow, 'document_type_id' | 'subcategory_id' | 'document_entered'>>,
): Promise<void> => {
  await db.updateTable('items').set(content).where('id', '=', id).execute()
  recordChange(db, 'item', [id])
}

export const insertVersion = async (
  db: Db,
  version: {
    id: string
    item_id: string
    blob_id: string
    size_bytes: number
    mimetype: string | null
    creator_id: string | null
    created_at: number
  },
): Promise<void> => {
  const number = sql<number>`(
    select coalesce(max(number), 0) + 1 from item_versions where item_id = ${version.item_id})`
  await db
    .insertInto('item_versions')
    .values({ ...version, number })
    .execute()
}

/** Recounts the versions of a file after one was deleted. */
export const countVersions = async (db: Db, itemId: string): Promise<void> => {
  recordChange(db, 'item', [itemId])
  await db
    .updateTable('items')
    .set(eb => ({
      version_count: eb
        .selectFrom('item_versions')
        .select(count => count.fn.countAll<number>().as('count'))
        .where('item_id', '=', itemId)
        .$asScalar(),
    }))
    .where('id', '=', itemId)
    .execute()
}
