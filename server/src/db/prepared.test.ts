import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openSqlite } from './open.ts'
import { firstOf, isChanged, prepared } from './prepared.ts'

let database: OpenDatabase
let built = 0
beforeAll(async () => {
  database = openSqlite(':memory:')
  await migrate(database, () => new Date())
})
afterAll(() => database.db.destroy())

const write = prepared((db, { name, value }: { name: string; value: string }) => {
  built += 1
  return db
    .insertInto('settings')
    .values({ name, value })
    .onConflict(oc => oc.column('name').doUpdateSet({ value }))
})
const read = prepared((db, { name }: { name: string }) =>
  db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', '=', name)
    .where('value', '!=', 'constant'),
)

it('builds a query once and fills in its parameters, in and out of a transaction', async () => {
  expect(await isChanged(write(database.db, { name: 'a', value: '1' }))).toBe(true)
  await database.db.transaction().execute(tx => write(tx, { name: 'a', value: '2' }))
  await write(database.db, { name: 'b', value: 'constant' })
  expect(await firstOf(read(database.db, { name: 'a' }))).toEqual({ name: 'a', value: '2' })
  expect(await firstOf(read(database.db, { name: 'b' }))).toBeUndefined()
  expect(built).toBe(1)
})
