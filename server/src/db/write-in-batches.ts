import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../lib/batches.ts'
import type { Db } from './open.ts'
import { valuesTable } from './values-table.ts'

/** How many rows a statement writes, so that SQLite answers other requests between two of them. */
export const ROWS_PER_STATEMENT = 500

/**
 * Reads the rows to change once, and changes them with statements that write some of them each.
 * @param columns of the rows, all of them texts
 * @param write receives a query of some rows with these columns
 */
export async function writeInBatches(
  db: Db,
  query: RawBuilder<unknown>,
  columns: readonly string[],
  write: (rows: RawBuilder<unknown>) => Promise<unknown>,
): Promise<void> {
  const { rows } = await sql<Record<string, string | null>>`${query}`.execute(db)
  const values = rows.map(row => columns.map(column => row[column] ?? null))
  for (const batch of inBatches(values, ROWS_PER_STATEMENT))
    await write(valuesTable(db, columns, batch))
}
