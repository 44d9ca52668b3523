import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The pattern of `like … escape '\\'` that finds a text anywhere in a value. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether one of the columns contains a text, in upper or lower case. */
export function containsText(columns: readonly string[], text: string): RawBuilder<SqlBool> {
  const pattern = likePattern(text.toLowerCase())
  const conditions = columns.map(
    column => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
