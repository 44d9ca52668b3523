import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
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

export type Result = Partial<Checksums> & {
  verified_at: number
  fault: 'missing' | 'damaged' | null
}

export const saveResult = async (db: Db, id: string, result: Result): Promise<void> => {
  await db.updateTable('blobs').set(result).where('id', '=', id).execute()
}
