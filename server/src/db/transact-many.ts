import { sql } from 'kysely'
import { CACHE_KIB, type DatabaseKind, type Db } from './open.ts'
import type { Transact } from './transact.ts'

/** Fits the indexes of some hundred thousand rows. */
const LARGE_CACHE_KIB = 64_000

const resize = (db: Db, kib: number) => sql`pragma cache_size = ${sql.lit(-kib)}`.execute(db)

/**
 * Runs a transaction that changes very many rows with a larger page cache. Each row is removed from
 * a dozen indexes, whose pages SQLite would otherwise write and read repeatedly.
 */
export const transactMany = <T>(
  { transact, databaseKind }: { transact: Transact; databaseKind: DatabaseKind },
  work: (tx: Db) => Promise<T>,
): Promise<T> =>
  transact(async tx => {
    if (databaseKind === 'postgres') return work(tx)
    await resize(tx, LARGE_CACHE_KIB)
    try {
      return await work(tx)
    } finally {
      await resize(tx, CACHE_KIB)
    }
  })
