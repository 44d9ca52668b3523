import { sql } from 'kysely'
import type { Database } from '../src/db/open.ts'

/** A server's tables stay as they are once it runs; asking for them took longer than reading most. */
const known = new WeakMap<Database, Promise<string[]>>()

async function findTables(db: Database): Promise<string[]> {
  const all = await db.introspection.getTables()
  return all.filter(({ schema }) => schema !== 'pgboss').map(({ name }) => name)
}

function tablesOf(db: Database): Promise<string[]> {
  const tables = known.get(db) ?? findTables(db)
  known.set(db, tables)
  return tables
}

type Row = readonly [table: string, values: Record<string, unknown>]

async function readRows(db: Database): Promise<Row[]> {
  const found = (await tablesOf(db)).map(async table => {
    const { rows } = await sql<Row[1]>`select * from ${sql.table(table)}`.execute(db)
    return rows.map((values): Row => [table, values])
  })
  return (await Promise.all(found)).flat()
}

const written = (rows: readonly Row[]): string[] =>
  rows.map(([table, values]) => `${table} ${JSON.stringify(values)}`).sort()

/** Every row of ours, whatever its table; the job queue's library keeps a schema of its own. */
export const allRows = async (db: Database): Promise<string[]> => written(await readRows(db))

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const ID_LENGTH = 36

/** The ids in a value: most are nothing else, and those are not searched for. */
function selectIds(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length === ID_LENGTH ? [text] : (text.match(ID) ?? [])
}

/** Tells the rows that are a person's: that name them, their items or the contents of those. */
export async function ownershipOf(
  db: Database,
  userId: string,
): Promise<(values: Record<string, unknown>) => boolean> {
  const items = db.selectFrom('items').where('owner_id', '=', userId)
  const uploads = db.selectFrom('uploads').where('owner_id', '=', userId)
  const named = await items.select(['id', 'blob_id']).execute()
  // An upload's id is chosen by its client: somebody else may have chosen the same.
  const coming = await uploads.select('blob_id').execute()
  const ids = new Set<string | null>([userId])
  for (const { id, blob_id } of named) ids.add(id).add(blob_id)
  for (const { blob_id } of coming) ids.add(blob_id)
  return values => Object.values(values).some(value => selectIds(value).some(id => ids.has(id)))
}

/** Every row that is a person's: that names him, his items or their contents. */
export async function rowsOf(db: Database, userId: string): Promise<string[]> {
  const isTheirs = await ownershipOf(db, userId)
  return written((await readRows(db)).filter(([, values]) => isTheirs(values)))
}
