import {
  accessTokens,
  account,
  auth,
  notifications,
  passwordReset,
  twoFactor,
} from '@coffer/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { tokenIn } from '../../../test/mail-server.ts'
import { openMailApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { totp } from '../../../test/totp.ts'
import { atSecondStep, turnOnTwoFactor } from '../../../test/two-factor.ts'
import { signOutAll, signOutEmail } from '../auth/index.ts'

const NEW = 'a quay full of lanterns'
const { t, mail } = await openMailApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const me = (client: TestClient) => client.call(account.getUser, {})
const signIn = (email: string, password: string) =>
  t.anonymous().call(auth.signIn, { body: { email, password } })
const change = (client: TestClient, more: { code?: string; revokeTokens?: boolean } = {}) =>
  client.call(auth.changePassword, {
    body: { currentPassword: PASSWORD, newPassword: NEW, ...more },
  })

async function recover(email: string, more: { revokeTokens?: boolean } = {}) {
  await t.anonymous().call(passwordReset.requestPasswordReset, { body: { email } })
  await t.runJobs()
  const sentEmails = await mail.emailsTo(email)
  const message = sentEmails.find(({ text }) => text?.includes('/create-new-password'))
  const body = { token: tokenIn(message ?? ({} as never)), newPassword: NEW, ...more }
  expect((await t.anonymous().call(passwordReset.resetPassword, { body })).status).toBe(200)
}

describe('a pending second step after a sign-in with the old password', () => {
  const ends: [string, (ann: TestClient, email: string, secret: string) => Promise<unknown>][] = [
    ['a changed password', (ann, _, secret) => change(ann, { code: totp(secret, 1) })],
    ['a password reset', (_, email) => recover(email)],
    ['the operator signing one account out', (_, email) => signOutEmail(t.deps, email)],
    ['the operator signing all users out', () => signOutAll(t.deps)],
  ]
  it.each(ends)('ends with %s', async (_, end) => {
    const ann = await t.signIn()
    const email = await emailOf(ann)
    const { secret } = await turnOnTwoFactor(ann)
    const thief = await atSecondStep(t, email)
    await end(ann, email, secret)
    const reply = await thief.call(twoFactor.verifyCode, { body: { code: totp(secret, -1) } })
    expect([reply.status, reply.body.code]).toEqual([401, 'auth.second_step_expired'])
  })
})

describe('changing the password', () => {
  it('changes nothing when the new session cannot be created', async () => {
    const ann = await t.signIn()
    const phone = await t.signInAgain(ann)
    const isSqlite = t.deps.databaseKind === 'sqlite'
    const refuse = isSqlite
      ? sql`create trigger no_session before insert on sessions begin select raise(abort, 'no'); end`
      : sql`alter table sessions add constraint no_session check (false) not valid`
    const allow = isSqlite
      ? sql`drop trigger no_session`
      : sql`alter table sessions drop constraint no_session`
    await refuse.execute(t.deps.db)
    const reply = await change(ann)
    await allow.execute(t.deps.db)
    expect(reply.status).toBe(500)
    expect([(await me(ann)).status, (await me(phone)).status]).toEqual([200, 200])
    expect((await signIn(await emailOf(ann), PASSWORD)).status).toBe(200)
  })

  it('succeeds at most once of several concurrent calls', async () => {
    const ann = await t.signIn()
    const email = await emailOf(ann)
    const passwords = ['a quay full of lanterns', 'a street full of umbrellas']
    const replies = await Promise.all(
      passwords.map(newPassword =>
        ann.call(auth.changePassword, { body: { currentPassword: PASSWORD, newPassword } }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.toSorted()).not.toEqual([200, 200])
    const acceptedPassword = passwords[statuses.indexOf(200)] ?? ''
    expect((await signIn(email, acceptedPassword)).status).toBe(200)
  })

  it('keeps a session that is not remembered limited to the browser session', async () => {
    const email = await emailOf(await t.signIn())
    const ann = t.anonymous()
    await ann.call(auth.signIn, { body: { email, password: PASSWORD, rememberMe: false } })
    const cookies = (await change(ann)).headers.getSetCookie()
    const cookie = cookies.find(text => text.startsWith('coffer.session_token'))
    expect(cookie).toBeDefined()
    expect(cookie).not.toMatch(/max-age/i)
    expect((await me(ann)).status).toBe(200)
  })
})

describe('a new password', () => {
  const passwordChanges: [
    string,
    (ann: TestClient, email: string, all: object) => Promise<unknown>,
  ][] = [
    ['changed in the settings', (ann, _, all) => change(ann, all)],
    ['set by a reset', (_, email, all) => recover(email, all)],
  ]
  it.each(passwordChanges)(
    '%s keeps access tokens unless their revocation is requested',
    async (_, setNewPassword) => {
      for (const revokeTokens of [false, true]) {
        const ann = await t.signIn()
        const email = await emailOf(ann)
        const { token } = await makeToken(ann)
        await setNewPassword(ann, email, { revokeTokens })
        const path = account.getUser.path
        const reply = await t.anonymous().send('GET', path, undefined, bearing(token))
        expect(reply.status).toBe(revokeTokens ? 401 : 200)
        const again = t.anonymous()
        await again.call(auth.signIn, { body: { email, password: NEW } })
        const left = (await again.call(accessTokens.listAccessTokens, {})).body.data
        expect(left).toHaveLength(revokeTokens ? 0 : 1)
        const { data } = (await again.call(notifications.listNotifications, {})).body
        const titles = data.map((one: { attributes: { title: string } }) => one.attributes.title)
        expect(titles.includes('Your access tokens were revoked')).toBe(revokeTokens)
      }
    },
  )
})
