import { sql } from 'kysely'
import type { OpenDatabase } from '../src/db/open.ts'

type Row = Record<string, unknown>

/** A row that was inserted (`before` is null), updated, or deleted (`after` is null). */
export interface Write {
  table: string
  before: Row | null
  after: Row | null
}

export interface WriteLog {
  /** Runs an action and returns the rows that changed meanwhile, by any statement or connection. */
  during: <T>(work: () => Promise<T>) => Promise<{ result: T; written: Write[] }>
}

interface Table {
  name: string
  columns: readonly string[]
}

async function logOnPostgres({ db }: OpenDatabase, tables: readonly Table[]): Promise<void> {
  await sql`create unlogged table test_writes ("table" text, before jsonb, after jsonb)`.execute(db)
  await sql`create function log_write() returns trigger language plpgsql as $$
    begin
      if to_jsonb(old) is distinct from to_jsonb(new) then
        insert into test_writes values (tg_table_name, to_jsonb(old), to_jsonb(new));
      end if;
      return null;
    end $$`.execute(db)
  for (const { name } of tables)
    await sql`create trigger log_writes after insert or update or delete on ${sql.table(name)}
      for each row execute function log_write()`.execute(db)
}

/** Blobs are converted, because JSON cannot hold them. */
const jsonOf = (row: 'old' | 'new', { columns }: Table): string => {
  const value = (column: string) =>
    `iif(typeof(${row}."${column}") = 'blob', hex(${row}."${column}"), ${row}."${column}")`
  return `json_object(${columns.map(column => `'${column}', ${value(column)}`).join(', ')})`
}

async function logOnSqlite({ db }: OpenDatabase, tables: readonly Table[]): Promise<void> {
  await sql`create table test_writes ("table" text, before text, after text)`.execute(db)
  for (const table of tables) {
    const before = jsonOf('old', table)
    const after = jsonOf('new', table)
    const differs = table.columns.map(column => `old."${column}" is not new."${column}"`)
    const triggers = {
      insert: `begin insert into test_writes values ('${table.name}', null, ${after}); end`,
      update: `when ${differs.join(' or ')}
        begin insert into test_writes values ('${table.name}', ${before}, ${after}); end`,
      delete: `begin insert into test_writes values ('${table.name}', ${before}, null); end`,
    }
    for (const [event, body] of Object.entries(triggers)) {
      const name = `log_${table.name}_${event}`
      await sql.raw(`create trigger ${name} after ${event} on ${table.name} ${body}`).execute(db)
    }
  }
}

/** SQLite's full-text indexes take no triggers; `search_entries` is written together with them. */
const isFullTextIndex = (name: string): boolean => /^search_(names|contents)(_|$)/.test(name)

/** PostgreSQL returns rows already parsed. */
const parsed = (row: unknown): Row | null =>
  typeof row === 'string' ? JSON.parse(row) : (row as Row | null)

/**
 * Logs each changed row by triggers on all our tables. Unlike statements, rows are exact:
 * statements without effect or in a rolled-back transaction log nothing, and cascades and triggers
 * are included.
 */
export async function openWriteLog(database: OpenDatabase): Promise<WriteLog> {
  const { db, kind } = database
  // The job queue's library has its own schema.
  const tables = (await db.introspection.getTables())
    .filter(({ schema, name }) => schema !== 'pgboss' && !isFullTextIndex(name))
    .map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) }))
  await (kind === 'postgres' ? logOnPostgres : logOnSqlite)(database, tables)
  async function take(): Promise<Write[]> {
    const { rows } = await sql<Write>`delete from test_writes returning *`.execute(db)
    return rows.map(({ table, before, after }) => ({
      table,
      before: parsed(before),
      after: parsed(after),
    }))
  }
  return {
    async during(work) {
      await take()
      const result = await work()
      return { result, written: await take() }
    },
  }
}
