import { sql } from 'kysely'
import type { Database } from '../src/db/open.ts'

/** Every row of ours, whatever its table; the job queue's library keeps a schema of its own. */
export async function allRows(db: Database): Promise<string[]> {
  const all = await db.introspection.getTables()
  const tables = all.filter(({ schema }) => schema !== 'pgboss')
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      return rows.map(row => `${name} ${JSON.stringify(row)}`)
    }),
  )
  return found.flat().sort()
}

/** Every row that is a person's: that names him, his items or their contents. */
export async function rowsOf(db: Database, userId: string): Promise<string[]> {
  const items = db.selectFrom('items').where('owner_id', '=', userId)
  const uploads = db.selectFrom('uploads').where('owner_id', '=', userId)
  const named = await items.select(['id', 'blob_id']).execute()
  // An upload's id is chosen by its client: somebody else may have chosen the same.
  const coming = await uploads.select('blob_id').execute()
  const ids = [...named.map(row => row.id), ...[...named, ...coming].map(row => row.blob_id)]
  const isHis = (row: string) => [userId, ...ids].some(id => id !== null && row.includes(id))
  return (await allRows(db)).filter(isHis)
}
