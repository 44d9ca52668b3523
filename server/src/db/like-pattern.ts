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
  const conditions = columns.map(
    column => sql`${lowered(db, column, text)} like ${pattern} escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const ASCII = /^[\x20-\x7e]*$/

/** A text in ASCII has no other characters, so that the databases' own function finds it. */
function lowered(db: Db, column: string, text: string): RawBuilder<unknown> {
  const ref = sql.ref(column)
  if (ASCII.test(text)) return sql`lower(${ref})`
  // The locale of a database may know the characters of ASCII only.
  return hasRowLocks(db) ? sql`lower(${ref} collate "und-x-icu")` : sql`unicode_lower(${ref})`
}
