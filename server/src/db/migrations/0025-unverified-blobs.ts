import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../concurrent-index.ts'
import type { DatabaseKind } from '../open.ts'

/**
 * Finds contents that were not read back yet. Those that came in one request have their hash, so
 * that most rows are not indexed.
 */
export const indexUnverifiedBlobs = (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> =>
  createIndexConcurrently(db, kind, {
    name: 'blobs_unverified',
    table: 'blobs',
    columns: ['created_at'],
    where: sql`verified_at is null and sha256 is null`,
  })
