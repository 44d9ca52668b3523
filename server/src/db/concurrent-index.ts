import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from './open.ts'

interface Index {
  name: string
  table: string
  columns: readonly (string | RawBuilder<unknown>)[]
  /** Makes the index partial. */
  where?: RawBuilder<unknown>
}

/**
 * Creates an index while others write to its table, in a migration that is concurrent. On SQLite,
 * where one process has the database, it is an ordinary index.
 */
export async function createIndexConcurrently(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  { name, table, columns, where }: Index,
): Promise<void> {
  const keys = columns.map(column => (typeof column === 'string' ? sql.ref(column) : column))
  const condition = where ? sql`where ${where}` : sql``
  const definition = sql`${sql.id(name)} on ${sql.table(table)} (${sql.join(keys)}) ${condition}`
  if (kind === 'sqlite') {
    await sql`create index ${definition}`.execute(db)
    return
  }
  // A build that was interrupted leaves an index that is maintained and never used.
  const { rows } = await sql`select 1 from pg_index
    where indexrelid = to_regclass(${name}) and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db)
  await sql`create index concurrently if not exists ${definition}`.execute(db)
}
