import { type RawBuilder, sql } from 'kysely'
import { type Db, hasRowLocks } from './open.ts'

/**
 * Rows of texts as a single query parameter, because binding thousands of parameters takes longer
 * than most statements.
 */
export function valuesTable(
  db: Db,
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): RawBuilder<unknown> {
  const named = columns.map(
    (column, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(column)}`,
  )
  const json = JSON.stringify(rows)
  const source = hasRowLocks(db)
    ? sql`jsonb_array_elements(cast(${json} as jsonb)) as given(value)`
    : sql`json_each(${json})`
  return sql`select ${sql.join(named)} from ${source}`
}
