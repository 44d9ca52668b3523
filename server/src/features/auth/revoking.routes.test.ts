import { account, auth, sessions } from '@coffer/contract'
import { MINUTE_MS } from '@coffer/contract/durations'
import { CLOSE_SIGNED_OUT } from '@coffer/contract/live'
import { beforeEach, describe, expect, it } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { readSlowly } from '../../../test/read-slowly.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const PASSWORD = 'correct horse battery'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const me = (client: TestClient) => client.call(account.getUser, {})
const list = async (client: TestClient): Promise<sessions.Session[]> =>
  (await client.call(sessions.listSessions, {})).body.data
const revoke = (client: TestClient, id: string, password = PASSWORD) =>
  client.call(sessions.revokeSession, { body: { id, password } })
const idOf = async (client: TestClient) =>
  (await list(client)).find(session => session.attributes.is_current)?.id ?? ''
async function onPhone(client: TestClient): Promise<TestClient> {
  const phone = t.anonymous()
  const { email } = (await me(client)).body.data.attributes
  const body = { email, password: PASSWORD }
  await phone.send('POST', '/api/auth/sign-in/email', body, { headers: { 'user-agent': PHONE } })
  return phone
}

describe('the list of sessions', () => {
  it('shows device, IP address and location of each, the current one first', async () => {
    const ann = await t.signIn()
    await onPhone(ann)
    const [current, phone, ...others] = await list(ann)
    expect(others).toEqual([])
    expect(current?.attributes).toMatchObject({ is_current: true, device: null, ip_address: null })
    expect(phone?.attributes).toMatchObject({
      is_current: false,
      device: 'Safari, iPhone',
      is_handheld: true,
      ip_address: expect.stringContaining('127.0.0.1'),
      country: null,
      is_local: true,
    })
  })

  it('contains no tokens and no sessions of other users', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const reply = await ann.call(sessions.listSessions, {})
    const rows = await t.deps.db.selectFrom('sessions').select(['token', 'id', 'user_id']).execute()
    for (const { token } of rows) expect(JSON.stringify(reply.body)).not.toContain(token)
    expect(JSON.stringify(reply.body)).not.toContain(await idOf(bob))
  })

  it('leaves out expired sessions', async () => {
    const app = await createTestApp()
    const ann = await app.signIn()
    const other = await app.signInAgain(ann)
    app.advance(29 * 24 * 60 * MINUTE_MS)
    expect(await list(ann)).toHaveLength(2)
    await me(other)
    app.advance(20 * 24 * 60 * MINUTE_MS)
    expect((await me(ann)).status).toBe(200)
    app.advance(29 * 24 * 60 * MINUTE_MS)
    expect(await list(ann)).toHaveLength(1)
    await app.close()
  })

  it('records the last use at most every 15 minutes', async () => {
    const app = await createTestApp()
    const ann = await app.signIn()
    const lastSeen = async () => Date.parse((await list(ann))[0]?.attributes.last_seen_at ?? '')
    const writes = async () =>
      (await app.countQueries(() => me(ann))).filter(query => query.startsWith('update'))
    app.advance(14 * MINUTE_MS)
    expect(await writes()).toEqual([])
    app.advance(2 * MINUTE_MS)
    expect(await writes()).toHaveLength(1)
    expect(await writes()).toEqual([])
    expect(app.deps.now().getTime() - (await lastSeen())).toBeLessThan(MINUTE_MS)
    expect((await list(ann))[0]?.attributes.ip_address).toContain('127.0.0.1')
    await app.close()
  })
})

describe('revoking a session', () => {
  it('takes effect at once and leaves the other sessions live', async () => {
    const ann = await t.signIn()
    const phone = await onPhone(ann)
    const tablet = await t.signInAgain(ann)
    expect((await revoke(ann, await idOf(phone))).body).toEqual({ status: true })
    expect((await me(phone)).status).toBe(401)
    expect((await me(tablet)).status).toBe(200)
    expect(await list(ann)).toHaveLength(2)
  })

  it('requires the password', async () => {
    const ann = await t.signIn()
    const phone = await onPhone(ann)
    for (const reply of [
      await revoke(ann, await idOf(phone), 'not the password'),
      await ann.call(sessions.revokeOtherSessions, { body: { password: 'not the password' } }),
    ])
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['password']])
    expect((await me(phone)).status).toBe(200)
  })

  it('answers the same for a session of another user as for a missing one', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const missing = await revoke(ann, '0190a000-0000-7000-8000-000000000001')
    const foreign = await revoke(ann, await idOf(bob))
    expect([missing.status, missing.body.code]).toEqual([404, 'auth.session_not_found'])
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    expect((await me(bob)).status).toBe(200)
  })

  it('closes its open pages and aborts its transfers on every process', async () => {
    const other = await anotherProcess(t)
    const ann = await t.signIn()
    const phone = await t.signInAgain(ann)
    const content = new Uint8Array(24 * 1024 * 1024)
    const file = (await ann.upload({ filename: 'big.bin', content })).body.data
    const clients = other ? [phone, other.from(phone)] : [phone]
    const pages = await Promise.all(clients.map(client => openPage(client)))
    const downloads = await Promise.all(
      clients.map(client => client.fetch(file.attributes.file_url)),
    )
    const ownPage = await openPage(ann)
    await revoke(ann, await idOf(phone))
    for (const page of pages) expect(await page.closed).toBe(CLOSE_SIGNED_OUT)
    for (const download of downloads) await expect(readSlowly(download)).rejects.toThrow()
    t.deps.live.publish([ann.userId], { type: 'connection.tested' })
    await expect.poll(() => ownPage.events).toContainEqual({ type: 'connection.tested' })
    await other?.close()
  })
})

it('closes the pages of every other session on every process when the password changes', async () => {
  const other = await anotherProcess(t)
  const ann = await t.signIn()
  const phone = await t.signInAgain(ann)
  const pages = [await openPage(phone)]
  if (other) pages.push(await openPage(other.from(phone)))
  const body = { currentPassword: PASSWORD, newPassword: 'battery staple' }
  expect((await ann.call(auth.changePassword, { body })).status).toBe(200)
  for (const page of pages) expect(await page.closed).toBe(CLOSE_SIGNED_OUT)
  expect(await list(ann)).toHaveLength(1)
  await other?.close()
})
