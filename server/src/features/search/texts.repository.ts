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
  if (tokens === '') return
  await sql`insert into search_queue (item_id)
    select id from items where blob_id = ${blob_id} and trashed_at is null`.execute(tx)
}
