import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from './open-test-app.ts'
import { openWriteLog } from './write-log.ts'

const t = await openTestApp()
const { db } = t.deps
const writes = await openWriteLog(t.database)

const setting = (value: string) =>
  db
    .insertInto('settings')
    .values({ name: 'a', value })
    .onConflict(oc => oc.column('name').doUpdateSet({ value }))
const removal = db.deleteFrom('settings').where('name', '=', 'a')

it('returns each row that was inserted, updated or deleted, before and after', async () => {
  const { written } = await writes.during(async () => {
    await setting('1').execute()
    await setting('2').execute()
    await removal.execute()
  })
  const [first, second] = ['1', '2'].map(value => expect.objectContaining({ name: 'a', value }))
  expect(written).toEqual([
    { table: 'settings', before: null, after: first },
    { table: 'settings', before: first, after: second },
    { table: 'settings', before: second, after: null },
  ])
})

it('returns nothing for statements that change no row', async () => {
  await setting('1').execute()
  const { written } = await writes.during(async () => {
    await setting('1').execute()
    await db.updateTable('settings').set({ value: '2' }).where('name', '=', 'none').execute()
    await db.deleteFrom('settings').where('name', '=', 'none').execute()
  })
  expect(written).toEqual([])
})

it('returns nothing for a transaction that is rolled back', async () => {
  const { written } = await writes.during(async () => {
    const work = t.deps.transact(async tx => {
      await tx.deleteFrom('settings').execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
  })
  expect(written).toEqual([])
})

it('returns rows that cascades and triggers write', async () => {
  const ann = await t.signIn()
  const { body } = await ann.upload({ filename: 'a.txt' })
  const { written: renamed } = await writes.during(() =>
    db.updateTable('items').set({ name: 'b.txt' }).where('id', '=', body.data.id).execute(),
  )
  expect(renamed.map(({ table }) => table).sort()).toEqual(['items', 'search_queue'])
  await ann.send('POST', '/api/favourites', { ids: [body.data.id] })
  const { written: removed } = await writes.during(() =>
    db.deleteFrom('items').where('id', '=', body.data.id).execute(),
  )
  expect(removed.map(({ table }) => table).sort()).toEqual(['favourites', 'items', 'search_queue'])
})

it('watches every table that a server writes to', async () => {
  const tables = await db.introspection.getTables()
  const missing = []
  for (const { name, schema } of tables) {
    if (schema === 'pgboss' || name === 'test_writes') continue
    const { rows } =
      t.database.kind === 'postgres'
        ? await sql`select 1 from pg_trigger where tgname = 'log_writes'
            and tgrelid = ${name}::regclass`.execute(db)
        : await sql`select 1 from sqlite_master where type = 'trigger' and tbl_name = ${name}
            and name like 'log\_%' escape '\\'`.execute(db)
    if (rows.length === 0) missing.push(name)
  }
  const shadows = ['', '_config', '_data', '_docsize', '_idx']
  const indexes = ['contents', 'names'].flatMap(kind =>
    shadows.map(part => `search_${kind}${part}`),
  )
  expect(missing.sort()).toEqual(t.database.kind === 'postgres' ? [] : indexes)
})
