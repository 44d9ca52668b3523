import { account, auth, emailVerification, passwordReset } from '@coffer/contract'
import { CLOSE_SIGNED_OUT } from '@coffer/contract/live'
import { beforeEach, describe, expect, it } from 'vitest'
import { tokenIn } from '../../../test/mail-server.ts'
import { openPage } from '../../../test/open-page.ts'
import { openMailApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'
import { readConfig } from '../../config.ts'

const PASSWORD = 'correct horse battery'
const NEW = 'battery staple correct'
const { t, mail } = await openMailApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const requestReset = (email: string) =>
  t.anonymous().call(passwordReset.requestPasswordReset, { body: { email } })
const reset = (token: string, newPassword = NEW) =>
  t.anonymous().call(passwordReset.resetPassword, { body: { token, newPassword } })
const signIn = (email: string, password: string) =>
  t.anonymous().call(auth.signIn, { body: { email, password } })
const me = (client: TestClient) => client.call(account.getUser, {})
async function emailsTo(email: string) {
  await t.runJobs()
  return mail.emailsTo(email)
}
async function linkFor(email: string): Promise<string> {
  await requestReset(email)
  const [message] = await emailsTo(email)
  return tokenIn(message ?? ({} as never))
}

describe('resetting a password', () => {
  it('sets a new password by the link of an email and notifies the user', async () => {
    const client = await t.signIn()
    const email = await emailOf(client)
    const token = await linkFor(email)
    const reply = await reset(token)
    expect([reply.status, reply.body]).toEqual([200, { email }])
    expect(reply.headers.getSetCookie()).toEqual([])
    expect((await signIn(email, PASSWORD)).status).toBe(401)
    expect((await signIn(email, NEW)).status).toBe(200)
    expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed (Coffer)',
    ])
  })

  // A1
  it('ends every session and closes open pages', async () => {
    const client = await t.signIn()
    const other = await t.signInAgain(client)
    const page = await openPage(other)
    await reset(await linkFor(await emailOf(client)))
    expect([(await me(client)).status, (await me(other)).status]).toEqual([401, 401])
    expect(await page.closed).toBe(CLOSE_SIGNED_OUT)
  })

  it('verifies the email', async () => {
    const email = 'unverified@example.test'
    const body = { name: 'Un', email, password: PASSWORD }
    await t.anonymous().call(auth.signUp, { body })
    await emailsTo(email)
    await reset(await linkFor(email))
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('removes the two-factor sign-in of a stranger who used the unverified email', async () => {
    const email = 'squatted@example.test'
    await t.settings({ user_verification: false })
    const stranger = t.anonymous()
    await stranger.call(auth.signUp, { body: { name: 'Squatter', email, password: PASSWORD } })
    await turnOnTwoFactor(stranger)
    await t.settings({ user_verification: null })
    await emailsTo(email)
    await reset(await linkFor(email))
    const owner = t.anonymous()
    const { status, body } = await owner.call(auth.signIn, { body: { email, password: NEW } })
    expect([status, body.user?.email]).toEqual([200, email])
    expect((await me(owner)).body.data.attributes.two_factor_confirmed_at).toBeNull()
  })

  // A4
  it('gives known and unknown emails the same answer with the same statements', async () => {
    const knownEmail = await emailOf(await t.signIn())
    const work = (email: string) => t.countQueries(async () => requestReset(email))
    const queries = await work(knownEmail)
    const otherQueries = await work('unknown@example.test')
    expect(queries.map(query => query.slice(0, 40))).toEqual(
      otherQueries.map(query => query.slice(0, 40)),
    )
    const replies = [await requestReset(knownEmail), await requestReset('unknown@example.test')]
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: true }],
      [200, { status: true }],
    ])
    expect(await emailsTo('unknown@example.test')).toEqual([])
    expect(await emailsTo(knownEmail)).toHaveLength(2)
  })

  it('is not blocked by requests for other emails to the same address', async () => {
    const email = await emailOf(await t.signIn())
    for (let round = 0; round < 6; round += 1) {
      await t.anonymous().call(emailVerification.sendVerificationEmail, { body: { email } })
      await t.anonymous().call(auth.signUp, { body: { name: 'Mal', email, password: PASSWORD } })
    }
    await emailsTo(email)
    expect((await reset(await linkFor(email))).status).toBe(200)
  })

  it('sends five emails per hour, whose links stay valid when it is requested more often', async () => {
    const email = await emailOf(await t.signIn())
    for (let round = 0; round < 7; round += 1) expect((await requestReset(email)).status).toBe(200)
    const [first, ...others] = await emailsTo(email)
    expect(others).toHaveLength(4)
    expect((await reset(tokenIn(first ?? ({} as never)))).status).toBe(200)
  })

  it('is refused only to a signed-in user who requests it too often', async () => {
    const client = await t.signIn()
    const email = await emailOf(client)
    const statuses = []
    for (let round = 0; round < 6; round += 1)
      statuses.push(
        (await client.call(passwordReset.requestPasswordReset, { body: { email } })).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await requestReset(email)).status).toBe(200)
  })
})

// A5
describe('a password reset link', () => {
  const expectExpired = async (token: string) => {
    const { status, body } = await reset(token, 'yet another one')
    expect([status, body.code]).toEqual([410, 'auth.link_expired'])
  }

  it('works once, also concurrently, and invalidates the other links', async () => {
    const email = await emailOf(await t.signIn())
    const first = await linkFor(email)
    const second = await linkFor(email)
    const both = await Promise.all([reset(first), reset(first)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    await expectExpired(second)
  })

  it('is rejected when forged, used for another purpose, or after the email has changed', async () => {
    const client = await t.signIn()
    const token = await linkFor(await emailOf(client))
    await expectExpired(`${token.slice(0, -2)}AA`)
    const { db } = t.deps
    const moved = { email: 'moved@example.test' }
    await db.updateTable('users').set(moved).where('id', '=', client.userId).execute()
    await expectExpired(token)
    const verify = '/api/auth/verify-email'
    const other = await linkFor('moved@example.test')
    expect((await t.anonymous().send('POST', verify, { token: other })).status).toBe(410)
  })

  it('expires when the password is changed in the settings, which notifies the user too', async () => {
    const client = await t.signIn()
    const email = await emailOf(client)
    const token = await linkFor(email)
    const body = { currentPassword: PASSWORD, newPassword: NEW }
    expect((await client.call(auth.changePassword, { body })).status).toBe(200)
    await expectExpired(token)
    expect((await emailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed (Coffer)',
    ])
  })

  it('expires after an hour', async () => {
    const app = await createTestApp({ config: { mail: readConfig({ SMTP_URL: mail.url }).mail } })
    const email = await emailOf(await app.signIn())
    await app.anonymous().call(passwordReset.requestPasswordReset, { body: { email } })
    await app.runJobs()
    const [message] = await mail.emailsTo(email)
    app.advance(61 * 60_000)
    const body = { token: tokenIn(message ?? ({} as never)), newPassword: NEW }
    expect((await app.anonymous().call(passwordReset.resetPassword, { body })).status).toBe(410)
    await app.close()
  })

  it('stays valid when the new password is rejected', async () => {
    const email = await emailOf(await t.signIn())
    const token = await linkFor(email)
    for (const invalid of ['short', 'x'.repeat(129)]) {
      const reply = await reset(token, invalid)
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['newPassword']])
    }
    expect((await reset(token)).status).toBe(200)
  })

  it('can be guessed at a limited number of times', async () => {
    const statuses = new Set<number>()
    for (let round = 0; round < 32; round += 1) statuses.add((await reset('made.up')).status)
    expect([...statuses]).toEqual([410, 429])
  })
})
