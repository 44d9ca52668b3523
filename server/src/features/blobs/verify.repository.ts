import type { FaultyFile } from '@coffer/contract/server-status'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import type { BlobFault } from '../../db/schema-blobs.ts'
import type { Checksums } from '../../files/blob-store.ts'

export interface UnverifiedBlob {
  id: string
  storage_key: string
  size_bytes: number
  crc32: number | null
  created_at: number
}

const COLUMNS = ['id', 'storage_key', 'size_bytes', 'crc32', 'created_at'] as const

/** Contents without a hash that were not read back yet, oldest first. */
export const findUnverified = (
  db: Db,
  after: Pick<UnverifiedBlob, 'created_at' | 'id'>,
  before: number,
  limit: number,
): Promise<UnverifiedBlob[]> =>
  db
    .selectFrom('blobs')
    .select(COLUMNS)
    // Literal, so that the partial index is used.
    .where(sql<boolean>`verified_at is null and sha256 is null`)
    .where('created_at', '<', before)
    .where('released_at', 'is', null)
    .where(eb => eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(after.created_at, after.id)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Contents with a fault that were read before a time. */
export const findFaulty = (
  db: Db,
  before: number,
  { after, limit }: Page,
): Promise<UnverifiedBlob[]> =>
  db
    .selectFrom('blobs')
    .select(COLUMNS)
    .where('fault', 'is not', null)
    .where('verified_at', '<', before)
    .where('released_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Counts the contents with a fault. */
export async function countFaulty(db: Db): Promise<number> {
  const row = await withFault(db)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Files whose content, or that of an earlier version, has a fault. */
export const findFaultyFiles = (db: Db, limit: number): Promise<FaultyFile[]> =>
  db
    .selectFrom(
      withFault(db)
        .innerJoin('items', 'items.blob_id', 'blobs.id')
        .select(['items.id', 'items.name', 'items.owner_id', 'blobs.fault'])
        .union(
          withFault(db)
            .innerJoin('item_versions', 'item_versions.blob_id', 'blobs.id')
            .innerJoin('items', 'items.id', 'item_versions.item_id')
            .select(['items.id', 'items.name', 'items.owner_id', 'blobs.fault']),
        )
        .as('files'),
    )
    .innerJoin('users', 'users.id', 'files.owner_id')
    .select(['files.id', 'files.name', 'users.name as owner_name', 'files.fault'])
    .orderBy('users.name')
    .orderBy('files.name')
    .orderBy('files.id')
    .limit(limit)
    .$narrowType<FaultyFile>()
    .execute()

const withFault = (db: Db) =>
  db.selectFrom('blobs').where('blobs.fault', 'is not', null).where('blobs.released_at', 'is', null)

export type Result = Partial<Checksums> & {
  verified_at: number
  fault: BlobFault | null
}

export const saveResult = async (db: Db, id: string, result: Result): Promise<void> => {
  await db.updateTable('blobs').set(result).where('id', '=', id).execute()
}
