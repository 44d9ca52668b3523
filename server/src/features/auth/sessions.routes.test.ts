import { account, auth, sessions } from '@coffer/contract'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { TestClient } from '../../../test/test-client.ts'
import { clearExpiredSessions } from './sessions.service.ts'

const PASSWORD = 'correct horse battery'
const COOKIE = 'coffer.session_token'
const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const me = (client: TestClient) => client.call(account.getUser, {})
const emailOf = async (client: TestClient) => (await me(client)).body.data.attributes.email
const signIn = async (client: TestClient, email: string, more = {}, password = PASSWORD) =>
  client.call(auth.signIn, { body: { email, password, ...more } })
/** A second browser with the same cookies, as after a theft. */
function copyOf(client: TestClient): TestClient {
  const copy = new TestClient(client.origin, client.userId)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

describe('the session cookie', () => {
  // A2
  it('is HttpOnly and SameSite', async () => {
    const reply = await signIn(t.anonymous(), await emailOf(await t.signIn()))
    const cookies = reply.headers.getSetCookie()
    expect(cookies.find(cookie => cookie.startsWith(COOKIE))).toMatch(
      /^coffer\.session_token=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/i,
    )
    expect(cookies.find(cookie => cookie.startsWith('XSRF-TOKEN'))).toMatch(
      /^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/,
    )
    expect(cookies.find(cookie => cookie.startsWith('coffer.device'))).toMatch(/; HttpOnly;/)
  })

  // A2
  it('is Secure when the server uses HTTPS', async () => {
    const secure = await createTestApp({ config: { appUrl: 'https://files.example.test' } })
    const client = await secure.signIn()
    expect([...client.cookies.keys()]).toEqual(['__Secure-coffer.session_token', 'XSRF-TOKEN'])
    const reply = await signIn(secure.anonymous(), await emailOf(client))
    const cookies = reply.headers.getSetCookie()
    expect(cookies).toHaveLength(3)
    for (const cookie of cookies) expect(cookie).toContain('; Secure')
    await secure.close()
  })

  it('is rejected when tampered with', async () => {
    const client = await t.signIn()
    const value = client.cookies.get(COOKIE) ?? ''
    const [token = '', signature = ''] = decodeURIComponent(value).split('.')
    for (const forged of [
      token,
      `${token}.`,
      `x${value}`,
      `${token}.${'A'.repeat(43)}=`,
      '.',
      '%',
    ]) {
      client.cookies.set(COOKIE, forged)
      expect([forged, (await me(client)).status]).toEqual([forged, 401])
    }
    client.cookies.set(COOKIE, encodeURIComponent(`${token}.${signature}`))
    expect((await me(client)).status).toBe(200)
  })
})

describe('a session', () => {
  // A1
  it('is replaced at every sign-in, and the previous one ends', async () => {
    const client = await t.signIn()
    const before = copyOf(client)
    const reply = await signIn(client, await emailOf(client))
    expect(reply.status).toBe(200)
    expect(client.cookies.get(COOKIE)).not.toBe(before.cookies.get(COOKIE))
    expect((await me(client)).status).toBe(200)
    expect((await me(before)).status).toBe(401)
  })

  // A1
  it('cannot be fixated before a sign-in', async () => {
    const attacker = await t.signIn()
    const victim = copyOf(attacker)
    const email = await emailOf(await t.signIn())
    await signIn(victim, email)
    expect(await emailOf(victim)).toBe(email)
    expect((await me(attacker)).status).toBe(401)
  })

  it.each(['/api/logout', '/logout', '/api/auth/sign-out'])('ends with POST %s', async path => {
    const client = await t.signIn()
    const copy = copyOf(client)
    const reply = await client.send('POST', path)
    expect(reply.status).toBe(204)
    expect([...client.cookies.keys()]).toEqual([])
    expect((await me(copy)).status).toBe(401)
  })

  it('is extended by use at most once a day, and ends after 30 days without use', async () => {
    const app = await createTestApp()
    const client = await app.signIn()
    const cookiesOf = async () => (await me(client)).headers.getSetCookie()
    expect(await cookiesOf()).toEqual([])
    app.advance(25 * HOUR_MS)
    const reads = await app.countQueries(async () => {
      expect(await cookiesOf()).toEqual([expect.stringContaining('Max-Age=7776000')])
    })
    expect(reads.filter(query => query.startsWith('update'))).toHaveLength(1)
    expect(await cookiesOf()).toEqual([])
    app.advance(29.5 * DAY_MS)
    expect((await me(client)).status).toBe(200)
    app.advance(30 * DAY_MS + HOUR_MS)
    expect((await me(client)).status).toBe(401)
    await clearExpiredSessions(app.deps)
    expect(await app.deps.db.selectFrom('sessions').selectAll().execute()).toEqual([])
    await app.close()
  })

  it('lasts as long without use as the setting allows', async () => {
    const app = await createTestApp()
    const admin = await app.signIn('admin')
    const values = { session_days: 60 }
    expect((await admin.send('PATCH', '/api/admin/settings', { values })).status).toBe(200)
    const client = app.anonymous()
    await signIn(client, await emailOf(await app.signIn()))
    app.advance(59 * DAY_MS)
    expect((await me(client)).status).toBe(200)
    app.advance(32 * DAY_MS)
    expect((await me(client)).status, '90 days after the sign-in').toBe(401)
    await app.close()
  })

  it('ends 90 days after the sign-in even when used', async () => {
    const app = await createTestApp()
    const client = await app.signIn()
    for (let week = 1; week <= 12; week += 1) {
      app.advance(7 * DAY_MS)
      expect([week, (await me(client)).status]).toEqual([week, 200])
    }
    app.advance(6 * DAY_MS + HOUR_MS)
    expect((await me(client)).status).toBe(401)
    await app.close()
  })

  it('ends with the browser or after a day when it is not remembered', async () => {
    const app = await createTestApp()
    const email = await emailOf(await app.signIn())
    const client = app.anonymous()
    const reply = await signIn(client, email, { rememberMe: false })
    const cookie = reply.headers.getSetCookie().find(text => text.startsWith(COOKIE))
    expect(cookie).not.toMatch(/max-age/i)
    app.advance(23 * HOUR_MS)
    expect((await me(client)).headers.getSetCookie()).toEqual([])
    app.advance(2 * HOUR_MS)
    expect((await me(client)).status).toBe(401)
    await app.close()
  })

  it('is not extended without being remembered, whatever cookies the client sends', async () => {
    const app = await createTestApp()
    const client = app.anonymous()
    await signIn(client, await emailOf(await app.signIn()), { rememberMe: false })
    expect(client.cookies.delete('coffer.dont_remember')).toBe(true)
    app.advance(23 * HOUR_MS)
    expect((await me(client)).headers.getSetCookie()).toEqual([])
    app.advance(2 * HOUR_MS)
    expect((await me(client)).status).toBe(401)
    await app.close()
  })

  it('needs one statement per request', async () => {
    const client = await t.signIn()
    const queries = await t.countQueries(() => client.send('GET', '/api/auth/nothing-here'))
    expect(queries).toEqual([])
    const called = await t.countQueries(() => client.send('POST', '/api/logout'))
    expect(called.filter(query => query.includes('from "sessions"'))).toHaveLength(2)
  })
})

describe('ending other sessions', () => {
  it('keeps the current one', async () => {
    const client = await t.signIn()
    const other = t.anonymous()
    await signIn(other, await emailOf(client))
    const stranger = await t.signIn()
    const reply = await client.call(sessions.revokeOtherSessions, { body: { password: PASSWORD } })
    expect([reply.status, reply.body]).toEqual([200, { status: true }])
    expect((await me(client)).status).toBe(200)
    expect((await me(other)).status).toBe(401)
    expect((await me(stranger)).status).toBe(200)
  })

  // A1
  it('happens when the password changes, including the previous session of this browser', async () => {
    const client = await t.signIn()
    const email = await emailOf(client)
    const copy = copyOf(client)
    const other = t.anonymous()
    await signIn(other, email)
    const change = (currentPassword: string) =>
      client.call(auth.changePassword, { body: { currentPassword, newPassword: 'battery staple' } })

    const wrong = await change('not the password')
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toEqual({ currentPassword: ['This isn’t your current password.'] })
    const right = await change(PASSWORD)
    expect([right.status, right.body.user.email]).toEqual([200, email])
    expect((await me(client)).status).toBe(200)
    expect((await me(copy)).status).toBe(401)
    expect((await me(other)).status).toBe(401)
    expect((await signIn(t.anonymous(), email)).status).toBe(401)
    expect((await signIn(t.anonymous(), email, {}, 'battery staple')).status).toBe(200)
  })
})

// A8
it('treats a former admin as a user at the next call', async () => {
  const client = await t.signIn('admin')
  expect((await me(client)).body.data.attributes.role).toBe('admin')
  const { userId } = client
  await t.deps.db.updateTable('users').set({ role: 'user' }).where('id', '=', userId).execute()
  expect((await me(client)).body.data.attributes.role).toBe('user')
})
