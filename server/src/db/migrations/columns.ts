import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'

export const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull()

export const primaryKey = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.primaryKey()

/** A required reference whose row is deleted together with the row it points at. */
export const cascading =
  (target: string) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    column.notNull().references(target).onDelete('cascade')

/** A required number that starts at zero. */
export const counter = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().defaultTo(0)

interface IndexOptions {
  unique?: boolean
  /** Makes the index partial. */
  where?: RawBuilder<unknown>
  /** Columns that the index holds without ordering by them; PostgreSQL only. */
  include?: readonly string[]
}

export async function createIndex(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: readonly string[],
  { unique = false, where, include = [] }: IndexOptions = {},
): Promise<void> {
  await sql`create ${sql.raw(unique ? 'unique index' : 'index')} ${sql.ref(name)}
    on ${sql.table(table)} (${sql.join(columns.map(column => sql.ref(column)))})
    ${include.length > 0 ? sql`include (${sql.join(include.map(column => sql.ref(column)))})` : sql``}
    ${where ? sql`where ${where}` : sql``}`.execute(db)
}
