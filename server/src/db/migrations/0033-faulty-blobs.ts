import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../concurrent-index.ts'
import type { DatabaseKind } from '../open.ts'

/** Finds contents that could not be read back, which are tried again. */
export const indexFaultyBlobs = (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> =>
  createIndexConcurrently(db, kind, {
    name: 'blobs_with_fault',
    table: 'blobs',
    columns: ['id'],
    where: sql`fault is not null`,
  })
