import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import type { PreviewRow } from '../../db/schema.ts'
import type { BlobFault } from '../../db/schema-blobs.ts'

/** Returns a blob that has neither a fault, nor a preview nor a recorded failure of one. */
export const findUnseen = (db: Db, blobId: string) =>
  db
    .selectFrom('blobs')
    .leftJoin('previews', 'previews.blob_id', 'blobs.id')
    .select(['blobs.storage_key', 'blobs.size_bytes'])
    .where('blobs.id', '=', blobId)
    .where('previews.blob_id', 'is', null)
    .where('blobs.fault', 'is', null)
    .executeTakeFirst()

/** @returns false when the blob is deleted or already has a preview */
export async function insertPreview(db: Db, preview: PreviewRow): Promise<boolean> {
  const blob = await db
    .selectFrom('blobs')
    .select('id')
    .where('id', '=', preview.blob_id)
    .executeTakeFirst()
  if (!blob) return false
  const result = await db
    .insertInto('previews')
    .values(preview)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The preview of a blob, or the record of its failure, with the fault of the blob. */
export const findPreview = (
  db: Db,
  blobId: string,
): Promise<(PreviewRow & { fault: BlobFault | null }) | undefined> =>
  db
    .selectFrom('previews')
    .innerJoin('blobs', 'blobs.id', 'previews.blob_id')
    .selectAll('previews')
    .select('blobs.fault')
    .where('previews.blob_id', '=', blobId)
    .executeTakeFirst()

/** Ids of files with this content; copies share a blob. */
export async function findShowing(db: Db, blobId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where('blob_id', '=', blobId)
    .where('trashed_at', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

export interface Candidate {
  /** Of the blob. */
  id: string
  mimetype: string | null
  /** Null when no preview was attempted yet. */
  previewed: string | null
}

/** One page of all files, ordered by blob, so that no query takes long. */
export const findCandidates = (db: Db, { after, limit }: Page): Promise<Candidate[]> =>
  db
    .selectFrom('items')
    .leftJoin('previews', 'previews.blob_id', 'items.blob_id')
    .select(['items.blob_id as id', 'items.mimetype', 'previews.blob_id as previewed'])
    .where('items.blob_id', '>', after)
    .orderBy('items.blob_id')
    .limit(limit)
    .$narrowType<{ id: string }>()
    .execute()
