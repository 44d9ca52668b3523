import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type Db, openSqlite } from './open.ts'

/** Takes SQLite many times as long as other work may have to wait. */
const LONG_STATEMENT = sql`
  with recursive step(number) as (
    select 1 union all select number + 1 from step where number < 500000
  )
  select max(number) from step`

/** A database with an empty table of numbers. */
async function openNumbers() {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-test-'))
  const { db } = openSqlite(join(folder, 'numbers.db'))
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })
  await sql`create table numbers (number integer)`.execute(db)
  return db
}

const insert = (db: Db, number: number) => sql`insert into numbers values (${number})`.execute(db)

async function read(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from numbers order by rowid`.execute(db)
  return rows.map(({ number }) => number)
}

it('gives other work a turn after a long statement, also within a transaction', async () => {
  const db = await openNumbers()
  let turns = 0
  const countTurn = () => setImmediate(() => (turns += 1))
  countTurn()
  await LONG_STATEMENT.execute(db)
  expect(turns).toBe(1)
  await db.transaction().execute(async tx => {
    countTurn()
    await LONG_STATEMENT.execute(tx)
    expect(turns).toBe(2)
  })
})

it('reads the last commit while a transaction is in progress', async () => {
  const db = await openNumbers()
  await insert(db, 1)
  await db.transaction().execute(async tx => {
    await insert(tx, 2)
    expect(await read(db)).toEqual([1])
    expect(await read(tx)).toEqual([1, 2])
  })
  expect(await read(db)).toEqual([1, 2])
})

it('runs writes and transactions one after the other, in order', async () => {
  const db = await openNumbers()
  const work: Promise<unknown>[] = []
  await db.transaction().execute(async tx => {
    work.push(insert(db, 3))
    work.push(db.transaction().execute(later => insert(later, 4)))
    work.push(sql`insert into numbers values (5) returning number`.execute(db))
    await insert(tx, 1)
    await LONG_STATEMENT.execute(tx)
    await insert(tx, 2)
  })
  await Promise.all(work)
  expect(await read(db)).toEqual([1, 2, 3, 4, 5])
})

it('continues after a transaction that failed', async () => {
  const db = await openNumbers()
  const failing = db.transaction().execute(async tx => {
    await insert(tx, 1)
    throw new Error('No')
  })
  await expect(failing).rejects.toThrow('No')
  await db.transaction().execute(tx => insert(tx, 2))
  expect(await read(db)).toEqual([2])
})

it('lets reads of a database in memory wait for the transaction', async () => {
  const { db } = openSqlite(':memory:')
  onTestFinished(() => db.destroy())
  await sql`create table numbers (number integer)`.execute(db)
  let reading: Promise<number[]> | undefined
  await db.transaction().execute(async tx => {
    reading = read(db)
    await insert(tx, 1)
    await LONG_STATEMENT.execute(tx)
    await insert(tx, 2)
  })
  expect(await reading).toEqual([1, 2])
})
