import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Returns the storage key and size of a blob without extracted text. */
export const findUnread = (db: Db, blobId: string) =>
  db
    .selectFrom('blobs')
    .leftJoin('search_texts', 'search_texts.blob_id', 'blobs.id')
    .select(['blobs.storage_key', 'blobs.size_bytes'])
    .where('blobs.id', '=', blobId)
    .where('search_texts.blob_id', 'is', null)
    .executeTakeFirst()

/** Saves extracted text unless the blob was deleted, and queues its items for indexing. */
export async function saveText(
  tx: Db,
  { blob_id, text, tokens }: { blob_id: string; text: string; tokens: string },
): Promise<void> {
  await sql`insert into search_texts (blob_id, text, tokens)
    select id, ${text}, ${tokens} from blobs where id = ${blob_id}
    on conflict (blob_id) do nothing`.execute(tx)
  if (tokens !== '') await queueItemsOf(tx, blob_id)
}

/** Trashed items too: those that were trashed recently can be restored without being queued. */
const queueItemsOf = (tx: Db, blobId: string) =>
  sql`insert into search_queue (item_id)
    select id from items where blob_id = ${blobId}`.execute(tx)

/** Returns texts whose tokens an earlier version of the rules has created. */
export const findStaleTexts = (db: Db, limit: number): Promise<{ blob_id: string }[]> =>
  db.selectFrom('search_stale_texts').select('blob_id').limit(limit).execute()

/** Returns the stored text of a content. */
export const findText = (db: Db, blobId: string) =>
  db
    .selectFrom('search_texts')
    .select(['text', 'tokens'])
    .where('blob_id', '=', blobId)
    .executeTakeFirst()

/** Replaces the tokens of a content and queues its items for indexing. */
export async function replaceTokens(tx: Db, blobId: string, tokens: string): Promise<void> {
  await tx.updateTable('search_texts').set({ tokens }).where('blob_id', '=', blobId).execute()
  await queueItemsOf(tx, blobId)
}

export const deleteStaleText = (tx: Db, blobId: string) =>
  tx.deleteFrom('search_stale_texts').where('blob_id', '=', blobId).execute()
