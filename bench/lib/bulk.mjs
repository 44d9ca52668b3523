import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'

const BATCH_SIZE = 10_000

/** Definitions of the secondary indexes of tables, to drop them while the tables are filled. */
async function findIndexes(db, kind, tables) {
  const { rows } =
    kind === 'sqlite'
      ? await sql`select name, sql as definition from sqlite_master
          where type = 'index' and sql is not null and tbl_name in (${sql.join(tables)})`.execute(
          db,
        )
      : await sql`select indexname as name, indexdef as definition from pg_indexes
          where schemaname = 'public' and tablename in (${sql.join(tables)})
          and indexname not in (select conname from pg_constraint)`.execute(db)
  return rows
}

/** Runs `fill` without secondary indexes and triggers of the tables; both come back afterwards. */
export async function withoutIndexes({ db, kind }, tables, fill) {
  const indexes = await findIndexes(db, kind, tables)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  await fill()
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
  if (kind === 'sqlite') await sql`analyze`.execute(db)
  else for (const table of tables) await sql`vacuum analyze ${sql.ref(table)}`.execute(db)
}

function sqliteLoader(folder) {
  const file = new Sqlite(join(folder, 'coffer.db'))
  file.pragma('synchronous = off')
  file.pragma('foreign_keys = off')
  file.pragma('cache_size = -200000')
  const load = async (table, rows) => {
    const columns = Object.keys(rows[0])
    const names = columns.map(name => `"${name}"`).join(', ')
    const insert = file.prepare(
      `insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`,
    )
    file.transaction(() => {
      for (const row of rows) insert.run(columns.map(name => row[name]))
    })()
  }
  return { load, close: () => file.close() }
}

function postgresLoader(db) {
  const load = async (table, rows) => {
    const names = sql.raw(
      Object.keys(rows[0])
        .map(name => `"${name}"`)
        .join(', '),
    )
    for (let start = 0; start < rows.length; start += BATCH_SIZE) {
      const batch = JSON.stringify(rows.slice(start, start + BATCH_SIZE))
      await sql`insert into ${sql.raw(table)} (${names}) select ${names}
        from json_populate_recordset(null::${sql.raw(table)}, ${batch}::json)`.execute(db)
    }
  }
  return { load, close: () => undefined }
}

/** Inserts many rows quickly. */
export const openLoader = ({ db, kind }, folder) =>
  kind === 'sqlite' ? sqliteLoader(folder) : postgresLoader(db)

/** Makes rows in batches, so that memory stays small. */
export async function inBatches(count, make, load) {
  for (let start = 0; start < count; start += BATCH_SIZE) {
    const length = Math.min(BATCH_SIZE, count - start)
    await load(Array.from({ length }, (_, index) => make(start + index)))
  }
}
