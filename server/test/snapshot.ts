import { sql } from 'kysely'
import type { Database } from '../src/db/open.ts'

/** Tables do not change at runtime, and introspection takes longer than reading most of them. */
const tableNames = new WeakMap<Database, Promise<string[]>>()

async function findTables(db: Database): Promise<string[]> {
  const all = await db.introspection.getTables()
  return all.filter(({ schema }) => schema !== 'pgboss').map(({ name }) => name)
}

function tablesOf(db: Database): Promise<string[]> {
  const tables = tableNames.get(db) ?? findTables(db)
  tableNames.set(db, tables)
  return tables
}

type Row = readonly [table: string, values: Record<string, unknown>]

async function readRows(db: Database): Promise<Row[]> {
  const rowsPerTable = (await tablesOf(db)).map(async table => {
    const { rows } = await sql<Row[1]>`select * from ${sql.table(table)}`.execute(db)
    return rows.map((values): Row => [table, values])
  })
  return (await Promise.all(rowsPerTable)).flat()
}

const serialize = (rows: readonly Row[]): string[] =>
  rows.map(([table, values]) => `${table} ${JSON.stringify(values)}`).sort()

/** Every row of our tables; the job queue's library has its own schema. */
export const allRows = async (db: Database): Promise<string[]> => serialize(await readRows(db))

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const ID_LENGTH = 36

/** The ids in a value; most values are a single id, which needs no search. */
function selectIds(value: unknown): readonly string[] {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length === ID_LENGTH ? [text] : (text.match(ID) ?? [])
}

/**
 * Returns a predicate for rows of a user: those that reference the user, their items or the blobs
 * of those.
 */
export async function ownershipOf(
  db: Database,
  userId: string,
): Promise<(values: Record<string, unknown>) => boolean> {
  const items = db.selectFrom('items').where('owner_id', '=', userId)
  const uploads = db.selectFrom('uploads').where('owner_id', '=', userId)
  const named = await items.select(['id', 'blob_id']).execute()
  // Upload ids are chosen by clients, so another user may have chosen the same.
  const uploadBlobs = await uploads.select('blob_id').execute()
  const ids = new Set<string | null>([userId])
  for (const { id, blob_id } of named) ids.add(id).add(blob_id)
  for (const { blob_id } of uploadBlobs) ids.add(blob_id)
  return values => Object.values(values).some(value => selectIds(value).some(id => ids.has(id)))
}

/** Every row that references a user, their items or their blobs. */
export async function rowsOf(db: Database, userId: string): Promise<string[]> {
  const isTheirs = await ownershipOf(db, userId)
  return serialize((await readRows(db)).filter(([, values]) => isTheirs(values)))
}
