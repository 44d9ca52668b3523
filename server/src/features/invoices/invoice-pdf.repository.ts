import type { Db } from '../../db/open.ts'
import type { StoredBlob } from '../../files/blobs.ts'

/** @returns false if the invoice has a PDF already */
export async function insertPdf(
  tx: Db,
  invoiceId: string,
  { key, bytes, crc32, store, hash, now }: { key: string; hash: string; now: number } & StoredBlob,
): Promise<boolean> {
  const row = await tx
    .insertInto('blobs')
    .values({
      // The blob has the id of its invoice and is kept as long.
      id: invoiceId,
      storage_key: key,
      size_bytes: bytes,
      sha256: hash,
      crc32,
      store,
      kind: 'invoice',
      created_at: now,
      released_at: null,
    })
    .onConflict(oc => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findPdf = (db: Db, invoiceId: string) =>
  db
    .selectFrom('blobs')
    .select(['storage_key', 'size_bytes'])
    .where('id', '=', invoiceId)
    .executeTakeFirst()
