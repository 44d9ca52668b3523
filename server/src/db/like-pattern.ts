import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, hasRowLocks } from './open.ts'

/** The pattern of `like … escape '\\'` that finds a text anywhere in a value. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether one of the columns contains a text, in upper or lower case. */
export function containsText(
  db: Db,
  columns: readonly string[],
  text: string,
): RawBuilder<SqlBool> {
  const pattern = likePattern(text.toLowerCase())
  // The locale of a database may know the characters of ASCII only.
  const collation = hasRowLocks(db) ? sql`collate "und-x-icu"` : sql``
  const conditions = columns.map(
    column => sql`lower(${sql.ref(column)} ${collation}) like ${pattern} escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
