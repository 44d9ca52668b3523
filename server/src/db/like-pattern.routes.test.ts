import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { onServer, postgresUrl } from '../../test/test-database.ts'
import { containsText } from './like-pattern.ts'
import { type Db, openPostgres } from './open.ts'

const t = await openTestApp()

const SPELLINGS = ['GARCÍA', 'garcía', 'García', 'álvaro', 'ÁLVARO GARC']

/** Whether the name of a person contains a text. */
async function isFound(db: Db, text: string): Promise<boolean> {
  const { rows } =
    await sql`select name from (select cast('Álvaro GARCÍA' as text) as name) as people
    where ${containsText(db, ['people.name'], text)}`.execute(db)
  return rows.length === 1
}

it.each(SPELLINGS)('finds Álvaro GARCÍA by %s', async text => {
  expect(await isFound(t.deps.db, text)).toBe(true)
  expect(await isFound(t.deps.db, `${text}x`)).toBe(false)
})

it('finds it while a transaction is in progress, which SQLite reads beside', async () => {
  await t.deps.db.transaction().execute(async tx => {
    expect(await isFound(tx, 'garcía')).toBe(true)
    expect(await isFound(t.deps.db, 'garcía')).toBe(true)
  })
})

it.runIf(t.database.url)('finds it in a database whose locale knows ASCII only', async () => {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  const { db } = openPostgres(postgresUrl(name))
  onTestFinished(async () => {
    await db.destroy()
    await onServer(`drop database ${name} with (force)`)
  })
  for (const text of SPELLINGS) expect(await isFound(db, text)).toBe(true)
})

it('lists people by a part of their name in another case', async () => {
  const ann = await t.signIn()
  const eve = await t.signIn('admin')
  await t.deps.db
    .updateTable('users')
    .set({ name: 'Álvaro GARCÍA' })
    .where('id', '=', ann.userId)
    .execute()
  const { body } = await eve.send('GET', `/api/users?query=${encodeURIComponent('garcía')}`)
  expect(body.data.map((person: { id: string }) => person.id)).toEqual([ann.userId])
})
