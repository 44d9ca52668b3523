import { type RawBuilder, sql } from 'kysely'
import { type Db, hasRowLocks } from './open.ts'

/**
 * A join that looks up each row by an index. PostgreSQL overestimates recursive sets by orders of
 * magnitude and would otherwise scan the whole table.
 */
export function indexedJoin(
  db: Db,
  join: 'join' | 'left join',
  table: 'items' | 'document_values',
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const joinType = sql.raw(join)
  const tableRef = sql.table(table)
  return hasRowLocks(db)
    ? sql`${joinType} lateral (select * from ${tableRef} where ${condition} offset 0) as ${tableRef} on true`
    : sql`${joinType} ${tableRef} on ${condition}`
}
