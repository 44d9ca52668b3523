import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { emptyDatabase } from '../../test/empty-database.ts'
import { databaseKind } from '../../test/test-database.ts'
import { conflictCodeOf } from './database-errors.ts'
import { type Db, openPostgres } from './open.ts'
import { prepared } from './prepared.ts'

const onPostgres = it.runIf(databaseKind() === 'postgres')

/** A database with one row, and one connection to it. */
async function openRow() {
  const { db } = openPostgres(await emptyDatabase(), { poolSize: 1 })
  onTestFinished(() => db.destroy())
  await sql`create table settings (name text primary key, value text)`.execute(db)
  await sql`insert into settings values ('name', 'value')`.execute(db)
  const find = prepared(
    (tx, { name }: { name: string }) =>
      tx.selectFrom('settings').selectAll().where('name', '=', name),
    { keepsPlan: true },
  )
  const read = async (tx: Db = db) => (await find(tx, { name: 'name' })).rows
  const planned = async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
      db,
    )
    return rows.length
  }
  return { db, read, planned }
}

onPostgres('a connection plans a statement once', async () => {
  const { read, planned } = await openRow()
  for (let times = 0; times < 3; times += 1)
    expect(await read()).toEqual([{ name: 'name', value: 'value' }])
  expect(await planned()).toBe(1)
})

onPostgres('a migration beside a running process fails none of its calls', async () => {
  const { db, read } = await openRow()
  await read()
  await sql`alter table settings add column added text`.execute(db)
  expect(await read()).toEqual([{ name: 'name', value: 'value', added: null }])
  expect(await read()).toHaveLength(1)
})

onPostgres('a transaction whose statement a migration has changed can run again', async () => {
  const { db, read } = await openRow()
  await read()
  await sql`alter table settings add column added text`.execute(db)
  const run = () => db.transaction().execute(async tx => read(tx))
  const failure = await run().catch(error => error)
  expect(conflictCodeOf(failure)).toBe('0A000')
  expect(await run()).toHaveLength(1)
})
