import { type RawBuilder, sql } from 'kysely'
import { type Db, hasRowLocks } from './open.ts'

/**
 * A join that finds its rows by an index, one row of the left side after the other. PostgreSQL takes a
 * recursive set for hundreds of times longer than it is, and would rather go through a whole table.
 */
export function indexedJoin(
  db: Db,
  join: 'join' | 'left join',
  table: 'items' | 'document_values',
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const way = sql.raw(join)
  const rows = sql.table(table)
  return hasRowLocks(db)
    ? sql`${way} lateral (select * from ${rows} where ${condition} offset 0) as ${rows} on true`
    : sql`${way} ${rows} on ${condition}`
}
