import { type Kysely, sql } from 'kysely'
import { type Migration, migrate } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/open.ts'

interface Column {
  key: string
  type: string
  is_required: boolean
}

/** Columns by table and name, and constraints and unique indexes by table and definition. */
interface Schema {
  columns: Map<string, Column>
  rules: Set<string>
}

async function readSchema(db: Kysely<unknown>): Promise<Schema> {
  const columns = await sql<Column>`select table_name || '.' || column_name as key,
      data_type as type, is_nullable = 'NO' and column_default is null as is_required
    from information_schema.columns where table_schema = current_schema()`.execute(db)
  const rules = await sql<{ rule: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule
      from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0
    union select indrelid::regclass || ': ' || pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = current_schema()::regnamespace`.execute(db)
  return {
    columns: new Map(columns.rows.map(column => [column.key, column])),
    rules: new Set(rules.rows.map(({ rule }) => rule)),
  }
}

const tableOf = (key: string): string => key.split(/[.:]/)[0] ?? ''

/** Returns the changes that break a process which knows only the schema before. */
function differencesThatBreak(before: Schema, after: Schema): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf))
  const changed = [...before.columns].flatMap(([key, { type }]) => {
    const now = after.columns.get(key)
    if (!now) return [`${key} is removed or renamed`]
    return now.type === type ? [] : [`${key} changes its type`]
  })
  const required = [...after.columns.values()].flatMap(({ key, is_required }) =>
    is_required && tables.has(tableOf(key)) && !before.columns.get(key)?.is_required
      ? [`${key} is required, without a default`]
      : [],
  )
  const rules = [...after.rules].flatMap(rule =>
    before.rules.has(rule) || !tables.has(tableOf(rule)) ? [] : [`new rule in ${rule}`],
  )
  return [...changed, ...required, ...rules]
}

const INDEX =
  /^\s*create (?:unique )?index (?!concurrently)(?:if not exists )?"?[\w]+"? on "?(\w+)/i

/**
 * Applies migrations to an empty PostgreSQL database. @returns what would fail or wait while a
 * process of the release before still runs, by migration
 * @param from the first migration to check
 */
export async function findBreakingChanges(
  url: string,
  migrations: readonly Migration[],
  from: string,
): Promise<string[]> {
  const statements: string[] = []
  const database = openPostgres(url, { onQuery: ({ sql: text }) => statements.push(text) })
  const db = database.db as unknown as Kysely<unknown>
  const problems: string[] = []
  for (const [index, [name, , options]] of migrations.entries()) {
    const isChecked = name >= from && options?.floor === undefined
    const before = isChecked ? await readSchema(db) : undefined
    statements.length = 0
    await migrate(database, () => new Date(), migrations.slice(0, index + 1))
    if (!before) continue
    const tables = new Set([...before.columns.keys()].map(tableOf))
    const locking = statements.flatMap(text => {
      const table = INDEX.exec(text)?.[1]
      return table && tables.has(table) ? [`an index locks ${table} while it is built`] : []
    })
    const breaking = [...differencesThatBreak(before, await readSchema(db)), ...locking]
    problems.push(...breaking.map(problem => `${name}: ${problem}`))
  }
  await database.db.destroy()
  return problems
}
