import { auth } from '@coffer/contract'
import { HOUR_MS } from '@coffer/contract/durations'
import { beforeEach, expect, it } from 'vitest'
import { openMailApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const PASSWORD = 'correct horse battery'
const MAX_SESSIONS = 100
const { t, mail } = await openMailApp()
const { db } = t.deps
let ann: TestClient
let email: string
beforeEach(async () => {
  ann = await t.signIn()
  email = await emailOf(ann)
})

const signIn = (client = t.anonymous()) =>
  client.call(auth.signIn, { body: { email, password: PASSWORD } })
const sessionsOf = ({ userId }: TestClient) =>
  db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
const countOf = async (table: 'notifications', { userId }: TestClient) =>
  (await db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).length

it('limits the sign-ins of a user in an hour, and keeps no session of those above', async () => {
  for (let count = 0; count < 60; count += 1) {
    // The limit per address is another one.
    await db.deleteFrom('rate_limits').where('key', 'like', 'sign-in by ip%').execute()
    expect((await signIn()).status).toBe(200)
  }
  await db.deleteFrom('rate_limits').where('key', 'like', 'sign-in by ip%').execute()
  const before = await sessionsOf(ann)
  expect(await signIn()).toMatchObject({ status: 429, body: { code: 'request.too_many' } })
  expect(await sessionsOf(ann)).toEqual(before)
  t.advance(HOUR_MS)
  expect((await signIn()).status).toBe(200)
})

it('sends at most five emails about new devices in an hour, and notifies of all', async () => {
  for (let count = 0; count < 8; count += 1) expect((await signIn()).status).toBe(200)
  // The first sign-in is not reported.
  expect(await countOf('notifications', ann)).toBe(7)
  await t.runJobs()
  expect(await mail.emailsTo(email)).toHaveLength(5)
  t.advance(HOUR_MS)
  await signIn()
  await t.runJobs()
  expect(await mail.emailsTo(email)).toHaveLength(1)
})

it('ends the session used longest ago when a user has more than a hundred', async () => {
  const at = (hours: number) => new Date(t.deps.now().getTime() + hours * HOUR_MS).toISOString()
  const rows = Array.from({ length: MAX_SESSIONS }, (_, index) => ({
    id: t.deps.newId(),
    user_id: ann.userId,
    token: t.deps.newId(),
    expires_at: at(1000),
    created_at: at(-200),
    updated_at: at(index - 150),
    ip_address: '',
    user_agent: '',
  }))
  await db.insertInto('sessions').values(rows).execute()
  const client = t.anonymous()
  expect((await signIn(client)).status).toBe(200)
  const left = new Set((await sessionsOf(ann)).map(({ id }) => id))
  expect(left.size).toBe(MAX_SESSIONS)
  expect(rows.slice(0, 2).some(({ id }) => left.has(id))).toBe(false)
  expect(left.has(rows[2]?.id ?? '')).toBe(true)
  expect((await client.fetch('/api/user')).status).toBe(200)
  expect((await ann.fetch('/api/user')).status).toBe(200)
})
