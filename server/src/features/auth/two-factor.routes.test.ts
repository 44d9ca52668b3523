import { account, auth, sessions, twoFactor } from '@coffer/contract'
import { CLOSE_SIGNED_OUT } from '@coffer/contract/live'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { atSecondStep, turnOnTwoFactor } from '../../../test/two-factor.ts'
import { createAuth } from './better-auth.ts'

const COOKIE = 'coffer.session_token'
const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const me = (client: TestClient) => client.call(account.getUser, {})
const emailOf = async (client: TestClient) => (await me(client)).body.data.attributes.email
const confirmedAt = async (client: TestClient) =>
  (await me(client)).body.data.attributes.two_factor_confirmed_at
const enable = (client: TestClient, password = PASSWORD) =>
  client.call(twoFactor.enableTwoFactor, { body: { password } })
const disable = (client: TestClient, code: string, password = PASSWORD) =>
  client.call(twoFactor.disableTwoFactor, { body: { password, code } })
const submitCode = (client: TestClient, code: string) =>
  client.call(twoFactor.verifyCode, { body: { code } })
const wrong = { code: ['This code is incorrect or was already used.'] }

/** A user with two-factor sign-in; the code of the current 30 seconds is used. */
async function withTwoFactor() {
  const ann = await t.signIn()
  const email = await emailOf(ann)
  return { ann, email, ...(await turnOnTwoFactor(ann)) }
}
describe('setting up two-factor sign-in', () => {
  it('requires the password and names the field', async () => {
    const ann = await t.signIn()
    const reply = await enable(ann, 'not the password')
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual({ password: ['This isn’t your current password.'] })
  })

  it('returns the URI, its QR code, the secret and ten recovery codes', async () => {
    const ann = await t.signIn()
    const { totpURI, secret, qr_code, backupCodes } = (await enable(ann)).body
    const uri = new URL(totpURI)
    expect([uri.protocol, uri.searchParams.get('issuer')]).toEqual(['otpauth:', 'Coffer'])
    expect(decodeURIComponent(uri.pathname)).toContain(await emailOf(ann))
    expect(uri.searchParams.get('secret')).toBe(secret)
    expect(qr_code).toMatch(/^<svg /)
    expect(new Set(backupCodes).size).toBe(10)
    for (const code of backupCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  })

  it('uses the configured app title without colons as the issuer', async () => {
    await t.settings({ app_title: 'Acme: files' })
    const ann = await t.signIn()
    const { totpURI } = (await enable(ann)).body
    await t.settings({ app_title: 'Coffer' })
    const uri = new URL(totpURI)
    expect(uri.searchParams.get('issuer')).toBe('Acme files')
    expect(decodeURIComponent(uri.pathname)).toBe(`/Acme files:${await emailOf(ann)}`)
  })

  it('takes effect after a code confirmed it, and can be restarted until then', async () => {
    const ann = await t.signIn()
    const first = (await enable(ann)).body
    const second = (await enable(ann)).body
    expect(await confirmedAt(ann)).toBe(null)
    const email = await emailOf(ann)
    const body = { email, password: PASSWORD }
    expect((await t.anonymous().call(auth.signIn, { body })).body.user).toMatchObject({ email })
    expect((await submitCode(ann, totp(first.secret))).body.errors).toEqual(wrong)
    expect(await confirmedAt(ann)).toBe(null)
    expect((await submitCode(ann, totp(second.secret))).status).toBe(200)
    expect(Date.parse((await confirmedAt(ann)) ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect((await enable(ann)).body.code).toBe('auth.two_factor_on')
  })

  // A1
  it('ends every other session on every process and renews the current one', async () => {
    const other = await anotherProcess(t)
    const ann = await t.signIn()
    const phone = await t.signInAgain(ann)
    const pages = [await openPage(phone)]
    if (other) pages.push(await openPage(other.from(phone)))
    const before = new TestClient(t.origin, ann.userId)
    for (const [name, value] of ann.cookies) before.cookies.set(name, value)
    const { secret } = (await enable(ann)).body
    expect((await me(phone)).status).toBe(200)
    await submitCode(ann, totp(secret))
    for (const page of pages) expect(await page.closed).toBe(CLOSE_SIGNED_OUT)
    expect(ann.cookies.get(COOKIE)).not.toBe(before.cookies.get(COOKIE))
    expect((await me(ann)).status).toBe(200)
    expect((await me(phone)).status).toBe(401)
    expect((await me(before)).status).toBe(401)
    expect((await ann.call(sessions.listSessions, {})).body.data).toHaveLength(1)
    await other?.close()
  })

  it('stores neither the secret nor the codes in clear text', async () => {
    const { secret, codes } = await withTwoFactor()
    const { rows } = await sql`select * from two_factors`.execute(t.deps.db)
    expect(rows).not.toEqual([])
    const stored = JSON.stringify(rows)
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text)
  })
})

describe('signing in with a second step', () => {
  it('gives no access before the second step', async () => {
    const { email } = await withTwoFactor()
    const client = await atSecondStep(t, email)
    expect([...client.cookies.keys()]).toEqual(['coffer.two_factor'])
    expect((await me(client)).status).toBe(401)
  })

  it('accepts the code of the previous or next 30 seconds, in any grouping', async () => {
    const { email, secret } = await withTwoFactor()
    const client = await atSecondStep(t, email)
    const code = totp(secret, 1)
    const reply = await submitCode(client, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([reply.status, reply.body.user.email]).toEqual([200, email])
    expect(await emailOf(client)).toBe(email)
    expect(client.cookies.has('XSRF-TOKEN')).toBe(true)
    expect((await client.call(auth.signOut, {})).status).toBe(204)
  })

  it('does not reveal two-factor sign-in after a wrong password', async () => {
    const { email } = await withTwoFactor()
    const body = { email, password: 'not the password' }
    const reply = await t.anonymous().call(auth.signIn, { body })
    expect([reply.status, reply.body.code]).toEqual([401, 'auth.credentials'])
  })

  it('ends the previous session of the browser', async () => {
    const { email } = await withTwoFactor()
    const bob = await t.signIn()
    const copy = new TestClient(t.origin)
    for (const [name, value] of bob.cookies) copy.cookies.set(name, value)
    await bob.call(auth.signIn, { body: { email, password: PASSWORD } })
    expect((await me(bob)).status).toBe(401)
    expect((await me(copy)).status).toBe(401)
  })

  it('keeps the choice not to be remembered', async () => {
    const { email, secret } = await withTwoFactor()
    const client = t.anonymous()
    await client.call(auth.signIn, { body: { email, password: PASSWORD, rememberMe: false } })
    const reply = await submitCode(client, totp(secret, 1))
    const cookie = reply.headers.getSetCookie().find(text => text.startsWith(COOKIE))
    expect(cookie).not.toMatch(/max-age/i)
  })
})

it('refuses a session that is created outside the known sign-in paths', async () => {
  const { ann } = await withTwoFactor()
  const options = { basePath: '/api/auth', clientIpHeader: 'x-ip', origin: 'http://localhost' }
  const { internalAdapter } = await createAuth(t.deps, options).$context
  await expect(internalAdapter.createSession(ann.userId)).rejects.toThrow('second step')
  const { userId } = await t.signIn()
  expect(await internalAdapter.createSession(userId)).toMatchObject({ userId })
})

// A6
describe('a code', () => {
  it('works once', async () => {
    const { email, secret } = await withTwoFactor()
    const first = await atSecondStep(t, email)
    const second = await atSecondStep(t, email)
    const code = totp(secret, 1)
    expect((await submitCode(first, code)).status).toBe(200)
    const again = await submitCode(second, code)
    expect([again.status, again.body.errors]).toEqual([422, wrong])
    expect((await me(second)).status).toBe(401)
    expect((await me(first)).status).toBe(200)
  })

  it('that turned two-factor sign-in on does not sign in as well', async () => {
    const ann = await t.signIn()
    const { secret } = (await enable(ann)).body
    const code = totp(secret)
    expect((await submitCode(ann, code)).status).toBe(200)
    const reply = await submitCode(await atSecondStep(t, await emailOf(ann)), code)
    expect([reply.status, reply.body.errors]).toEqual([422, wrong])
  })

  it('works once of several concurrent uses', async () => {
    const { email, secret } = await withTwoFactor()
    const clients = await Promise.all([1, 2, 3, 4].map(() => atSecondStep(t, email)))
    const code = totp(secret, 1)
    const replies = await Promise.all(clients.map(client => submitCode(client, code)))
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 422, 422, 422])
    const live = await Promise.all(clients.map(async client => (await me(client)).status))
    expect(live.sort()).toEqual([200, 401, 401, 401])
  })

  it('is rejected when it is more than 30 seconds early or late', async () => {
    const { email, secret } = await withTwoFactor()
    const client = await atSecondStep(t, email)
    for (const steps of [-3, 3]) {
      const reply = await submitCode(client, totp(secret, steps))
      expect([reply.status, reply.body.errors]).toEqual([422, wrong])
    }
    expect((await submitCode(client, totp(secret, 1))).status).toBe(200)
  })

  it('can be guessed five times before the password is required again', async () => {
    const { email, secret } = await withTwoFactor()
    const client = await atSecondStep(t, email)
    for (let attempts = 0; attempts < 5; attempts += 1)
      expect((await submitCode(client, totp(secret, 100 + attempts))).status).toBe(422)
    const reply = await submitCode(client, totp(secret, 1))
    expect([reply.status, reply.body.code]).toEqual([401, 'auth.second_step_expired'])
    expect((await me(client)).status).toBe(401)
  })

  it('can be guessed ten times in 15 minutes across sign-ins', async () => {
    const { email, secret } = await withTwoFactor()
    for (let attempts = 0; attempts < 10; attempts += 1) {
      const client = await atSecondStep(t, email)
      expect((await submitCode(client, totp(secret, 100 + attempts))).status).toBe(422)
    }
    const reply = await submitCode(await atSecondStep(t, email), totp(secret, 1))
    expect([reply.status, reply.body.code]).toEqual([429, 'request.too_many'])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('is rejected without the password before it', async () => {
    const { secret } = await withTwoFactor()
    const reply = await submitCode(t.anonymous(), totp(secret, 1))
    expect([reply.status, reply.body.code]).toEqual([401, 'auth.second_step_expired'])
  })
})

// A6
describe('turning two-factor sign-in off', () => {
  it('renews the session and removes the second step from sign-in', async () => {
    const { ann, email, secret } = await withTwoFactor()
    const page = await openPage(ann)
    const before = ann.cookies.get(COOKIE)
    expect((await disable(ann, totp(secret, 1))).body).toEqual({ status: true })
    expect(await page.closed).toBe(CLOSE_SIGNED_OUT)
    expect(ann.cookies.get(COOKIE)).not.toBe(before)
    expect(await confirmedAt(ann)).toBe(null)
    const body = { email, password: PASSWORD }
    expect((await t.anonymous().call(auth.signIn, { body })).body.user).toMatchObject({ email })
    expect((await ann.call(auth.signOut, {})).status).toBe(204)
  })

  it('limits wrong passwords to ten', async () => {
    const { ann, secret } = await withTwoFactor()
    const code = totp(secret, 1)
    for (let attempts = 0; attempts < 10; attempts += 1)
      await disable(ann, code, `guess ${attempts}`)
    expect((await disable(ann, code)).status).toBe(429)
  })
})
