import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { UploadRequestFileRow, UploadRequestFileTable } from '../../db/schema-sharing.ts'
import { inBatches } from '../../lib/batches.ts'

/** A row has eleven values, and a statement takes a thousand. */
const ROWS_PER_STATEMENT = 50

export async function findRecordedIds(db: Db, itemIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('upload_request_files')
    .select('item_id')
    .where('item_id', 'in', itemIds)
    .execute()
  return new Set(rows.map(row => row.item_id))
}

/** Saves received files; a second file for the same item replaces the first. */
export async function saveFiles(
  db: Db,
  files: readonly Insertable<UploadRequestFileTable>[],
): Promise<void> {
  for (const batch of inBatches(files, ROWS_PER_STATEMENT))
    await db
      .insertInto('upload_request_files')
      .values(batch)
      .onConflict(oc =>
        oc.column('item_id').doUpdateSet({
          name: sql`excluded.name`,
          size_bytes: sql`excluded.size_bytes`,
          counted_bytes: sql`upload_request_files.counted_bytes + excluded.counted_bytes`,
          blob_id: sql`excluded.blob_id`,
          sha256: null,
          received_at: sql`excluded.received_at`,
        }),
      )
      .execute()
}

/** Deletes the records of the trashed items and of everything trashed with them. */
export const deleteTrashed = (db: Db, topIds: readonly string[]) =>
  db
    .deleteFrom('upload_request_files')
    .where('item_id', 'in', eb =>
      eb
        .selectFrom('items')
        .select('items.id')
        .where(at => at.or([at('items.id', 'in', topIds), at('items.trashed_with', 'in', topIds)])),
    )
    .returning(['request_id', 'counted_bytes'])
    .execute()

const ofGuest = (db: Db, requestId: string, guestId: string) =>
  db
    .selectFrom('upload_request_files')
    .where('request_id', '=', requestId)
    .where('guest_id', '=', guestId)

/** Sums the files that one guest has sent; `unhashed` counts those whose hash is still to come. */
export async function sumOfGuest(db: Db, requestId: string, guestId: string) {
  const row = await ofGuest(db, requestId, guestId)
    .select(eb => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.coalesce(eb.fn.sum<number>('size_bytes'), sql.lit(0)).as('bytes'),
      eb.fn.coalesce(eb.fn.sum<number>(awaitsHash), sql.lit(0)).as('unhashed'),
    ])
    .executeTakeFirstOrThrow()
  return { files: Number(row.files), bytes: Number(row.bytes), unhashed: Number(row.unhashed) }
}

/** 1 for a file whose hash is still to come: none does for contents that were deleted or have a fault. */
const awaitsHash = sql<number>`case when sha256 is null
  and exists (select 1 from blobs where blobs.id = upload_request_files.blob_id
    and blobs.sha256 is null and blobs.fault is null) then 1 else 0 end`

/** Returns files with the hash of their blob if it is known. */
export const listOfGuest = (
  db: Db,
  requestId: string,
  guestId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<(UploadRequestFileRow & { blob_sha256: string | null })[]> =>
  ofGuest(db, requestId, guestId)
    .selectAll()
    .select(eb =>
      eb
        .selectFrom('blobs')
        .select('blobs.sha256')
        .whereRef('blobs.id', '=', 'upload_request_files.blob_id')
        .as('blob_sha256'),
    )
    .orderBy('received_at')
    .orderBy('item_id')
    .offset(offset)
    .limit(limit)
    .execute()

/** Returns the document types that have arrived, from one guest or from all. */
export const arrivedDocuments = (db: Db, requestIds: readonly string[], guestId?: string) =>
  db
    .selectFrom('upload_request_files')
    .select(['request_id', 'document_type_id', 'subcategory_id'])
    .distinct()
    .where('request_id', 'in', requestIds)
    .where('document_type_id', 'is not', null)
    .$if(guestId !== undefined, q => q.where('guest_id', '=', guestId ?? ''))
    .execute()

export const renameFile = async (db: Db, itemId: string, name: string): Promise<void> => {
  await db.updateTable('upload_request_files').set({ name }).where('item_id', '=', itemId).execute()
}

/** Returns files without a hash and their blobs, except those with a fault. */
export const findUnhashed = (db: Db, requestId: string, after: string, limit: number) =>
  db
    .selectFrom('upload_request_files as file')
    .innerJoin('blobs', 'blobs.id', 'file.blob_id')
    .select(['file.item_id', 'blobs.sha256'])
    .select(['blobs.id', 'blobs.storage_key', 'blobs.size_bytes', 'blobs.crc32'])
    .where('file.request_id', '=', requestId)
    .where('file.sha256', 'is', null)
    .where('blobs.fault', 'is', null)
    .where('file.item_id', '>', after)
    .orderBy('file.item_id')
    .limit(limit)
    .execute()

export const setHash = async (db: Db, itemId: string, blobId: string, sha256: string) => {
  await db
    .updateTable('upload_request_files')
    .set({ sha256 })
    .where('item_id', '=', itemId)
    .where('blob_id', '=', blobId)
    .execute()
}
