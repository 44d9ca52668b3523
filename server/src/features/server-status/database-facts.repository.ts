import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../../db/open.ts'

interface DatabaseFacts {
  version: string
  sizeBytes: number
}

/** Reads version and size of the database. */
export async function readDatabaseFacts(db: Db, kind: DatabaseKind): Promise<DatabaseFacts> {
  const query =
    kind === 'sqlite'
      ? sql<{ version: string; size: number }>`select sqlite_version() as version,
          page_count * page_size as size from pragma_page_count(), pragma_page_size()`
      : sql<{ version: string; size: string }>`select current_setting('server_version') as version,
          pg_database_size(current_database()) as size`
  const { rows } = await query.execute(db)
  return { version: rows[0]?.version ?? '', sizeBytes: Number(rows[0]?.size) }
}

/** Reads the time of the database server; null on SQLite, which has no clock of its own. */
export async function readDatabaseTime(db: Db, kind: DatabaseKind): Promise<number | null> {
  if (kind === 'sqlite') return null
  const { rows } = await sql<{ at: number }>`select extract(epoch from now()) * 1000 as at`.execute(
    db,
  )
  return Number(rows[0]?.at)
}
