import type { Db } from '../../db/open.ts'
import type { Part } from '../../files/blob-store.ts'

/** Records acknowledged parts; a part that was sent again replaces the one before. */
export async function insertParts(db: Db, blobId: string, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const rows = parts.map(({ offset, ...part }) => ({
    ...part,
    blob_id: blobId,
    offset_bytes: offset,
  }))
  await db
    .insertInto('upload_parts')
    .values(rows)
    .onConflict(oc =>
      oc.columns(['blob_id', 'number']).doUpdateSet(eb => ({
        bytes: eb.ref('excluded.bytes'),
        crc32: eb.ref('excluded.crc32'),
        etag: eb.ref('excluded.etag'),
      })),
    )
    .execute()
}

/** The parts of the first `receivedBytes`, in order. */
export async function findParts(db: Db, blobId: string, receivedBytes: number): Promise<Part[]> {
  const rows = await db
    .selectFrom('upload_parts')
    .selectAll()
    .where('blob_id', '=', blobId)
    .where('offset_bytes', '<', receivedBytes)
    .orderBy('number')
    .execute()
  return rows.map(({ offset_bytes: offset, blob_id: _, ...part }) => ({ ...part, offset }))
}

export const deleteParts = async (db: Db, blobId: string): Promise<void> => {
  await db.deleteFrom('upload_parts').where('blob_id', '=', blobId).execute()
}
