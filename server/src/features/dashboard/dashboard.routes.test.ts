import { DAY_MS } from '@coffer/contract/durations'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { Db } from '../../db/open.ts'
import { countUsersByDay } from '../statistics/index.ts'

const t = await openTestApp()
// At noon, so that an hour later is the same day.
t.advance(1.5 * DAY_MS - (Date.now() % DAY_MS))
const admin = await t.signIn('admin')

const dashboard = async () => (await admin.send('GET', '/api/admin/dashboard')).body.data

it('counts users and storage, and lists the newest users first', async () => {
  const before = await dashboard()
  const ann = await t.signIn()
  await ann.upload({ filename: 'a.txt', content: 'x'.repeat(200) })
  t.advance(3_600_000)
  const after = await dashboard()
  expect(after.users.total).toBe(before.users.total + 1)
  expect(after.users.recent_days).toHaveLength(30)
  expect(after.users.recent).toBe(after.users.total)
  expect(after.users.newest[0].id).toBe(ann.userId)
  expect(after.disk.used_bytes - before.disk.used_bytes).toBe(200)
  expect(after.disk.upload.total_bytes - before.disk.upload.total_bytes).toBe(200)
  expect(after.disk.upload.records).toHaveLength(45)
})

it('sums days that have ended only once', async () => {
  await dashboard()
  t.advance(DAY_MS)
  await dashboard()
  const totals = await t.deps.db.selectFrom('traffic_totals').selectAll().orderBy('day').execute()
  expect(totals.map(({ is_final }) => is_final)).toEqual([...Array(45).fill(1), 0])
})

it('takes a fixed number of statements, whatever the number of users', async () => {
  await dashboard()
  const count = async () => (await t.countQueries(dashboard)).length
  const before = await count()
  for (let users = 0; users < 5; users += 1) await t.signIn()
  expect(await count()).toBe(before)
  expect(before).toBeLessThanOrEqual(9)
})

it('shows nothing of billing where nothing was ever billed', async () => {
  expect(await dashboard()).toMatchObject({ billing: null, newest_transactions: null })
})

it('names what needs attention, with the most urgent problem first', async () => {
  const problems = (await dashboard()).attention.map(({ problem }: { problem: string }) => problem)
  expect(problems).toEqual(expect.arrayContaining(['no_mail', 'no_address']))
})

it('counts users by the day in UTC, in any time zone of the database', async () => {
  const { userId } = await t.signIn()
  await t.deps.db
    .updateTable('users')
    .set({ created_at: '2026-03-02T02:00:00.000Z' as never })
    .where('id', '=', userId)
    .execute()
  const count = async (tx: Db) => {
    if (t.database.url) await sql`set local time zone 'America/New_York'`.execute(tx)
    return countUsersByDay(tx, t.deps.databaseKind, '2026-03-01T00:00:00.000Z')
  }
  const byDay = await t.deps.transact(count)
  expect(byDay.get('2026-03-02')).toBe(1)
})

it('HTTP-3: lists the newest transactions under the path of older scripts', async () => {
  const { status, body } = await admin.send('GET', '/api/admin/dashboard/transactions')
  expect([status, body.data]).toEqual([200, []])
})
