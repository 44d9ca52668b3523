import {
  account,
  accountDeletion,
  auth,
  dataExports,
  passkeys,
  passwordReset,
  sessions,
  twoFactor,
} from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { tokenIn } from '../../../test/mail-server.ts'
import { openPage } from '../../../test/open-page.ts'
import { PASSWORD } from '../../../test/people.ts'
import { openSocialApp } from '../../../test/social-visits.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { makeToken } from '../../../test/tokens.ts'
import { atSecondStep, turnOnTwoFactor } from '../../../test/two-factor.ts'

const { t, mail, newPerson, enterBy } = await openSocialApp()

const token = { name: 'Script', scopes: ['read'], expires_in_days: 30 }
const me = (client: TestClient) => client.call(account.getUser, {})
const signInMethodsOf = async (client: TestClient) => {
  const { has_password, providers } = (await me(client)).body.data.attributes
  return { has_password, providers }
}

/** Creates a user by a sign-in with Google, who has no password. */
async function signInByGoogle() {
  const person = newPerson()
  const client = t.anonymous()
  await enterBy('google', person, client)
  return { person, client, email: person.email }
}

async function emailTo(email: string) {
  const body = { email }
  await t.anonymous().call(passwordReset.requestPasswordReset, { body })
  await t.runJobs()
  const [message] = await mail.emailsTo(email)
  if (!message) throw new Error(`Nothing has come to ${email}.`)
  return message
}

async function choosePassword(email: string) {
  const body = { token: tokenIn(await emailTo(email)), newPassword: PASSWORD }
  return t.anonymous().call(passwordReset.resetPassword, { body })
}

async function signIn(email: string): Promise<TestClient> {
  const client = t.anonymous()
  await client.call(auth.signIn, { body: { email, password: PASSWORD } })
  return client
}

describe('the profile', () => {
  it('reports whether there is a password, and the linked providers', async () => {
    expect(await signInMethodsOf(await t.signIn())).toEqual({ has_password: true, providers: [] })
    const { person, client } = await signInByGoogle()
    expect(await signInMethodsOf(client)).toEqual({ has_password: false, providers: ['google'] })
    await enterBy('github', person, client)
    expect(await signInMethodsOf(client)).toEqual({
      has_password: false,
      providers: ['google', 'github'],
    })
  })

  it('reports a provider beside the password', async () => {
    const email = await emailOf(await t.signIn())
    const client = t.anonymous()
    await enterBy('google', newPerson({ email }), client)
    expect(await signInMethodsOf(client)).toEqual({ has_password: true, providers: ['google'] })
  })
})

describe('a user without a password', () => {
  it.each([
    ['turn on a second factor', twoFactor.enableTwoFactor, {}],
    ['renew recovery codes', twoFactor.renewRecoveryCodes, {}],
    ['turn a second factor off', twoFactor.disableTwoFactor, {}],
    ['add a passkey', passkeys.beginAddingPasskey, {}],
    ['remove a passkey', passkeys.removePasskey, { id: t.deps.newId() }],
    ['end a session', sessions.revokeSession, { id: t.deps.newId() }],
    ['end the other sessions', sessions.revokeOtherSessions, {}],
    ['change the password', auth.changePassword, { newPassword: 'battery staple correct' }],
    ['create a token', { method: 'POST', path: '/api/user/tokens' }, token],
    ['export their data', dataExports.createDataExport, {}],
    ['delete the account', accountDeletion.deleteAccount, {}],
  ] as const)('cannot %s and gets the reason', async (_, { method, path }, body) => {
    const { client, email } = await signInByGoogle()
    const reauthentication = { password: PASSWORD, currentPassword: PASSWORD, email }
    const reply = await client.send(method, path, { ...reauthentication, ...body })
    expect([reply.status, reply.body.code]).toEqual([409, 'auth.without_password'])
  })

  it('sets a first password by an email link, and can use both sign-in methods then', async () => {
    const { person, client, email } = await signInByGoogle()
    const page = await openPage(client)
    expect((await choosePassword(email)).body).toEqual({ email })
    await page.closed
    expect((await me(client)).status).toBe(401)
    const methods = { has_password: true, providers: ['google'] }
    expect(await signInMethodsOf(await signIn(email))).toEqual(methods)
    await enterBy('google', person, client)
    expect(await signInMethodsOf(client)).toEqual(methods)
  })

  it('can add a passkey, a second factor and a token with the first password', async () => {
    const { email } = await signInByGoogle()
    await choosePassword(email)
    const client = await signIn(email)
    const options = await client.call(passkeys.beginAddingPasskey, { body: { password: PASSWORD } })
    const response = createAuthenticator(t.origin).register({ challenge: options.body.challenge })
    expect((await client.call(passkeys.addPasskey, { body: { response } })).status).toBe(200)
    expect((await makeToken(client)).token).toMatch(/^coffer_/)
    await turnOnTwoFactor(client)
    expect((await me(client)).body.data.attributes.two_factor_confirmed_at).not.toBe(null)
  })

  it('keeps the second factor after another password reset', async () => {
    const { person, email } = await signInByGoogle()
    await choosePassword(email)
    await turnOnTwoFactor(await signIn(email))
    await choosePassword(email)
    const browser = await atSecondStep(t, email)
    expect((await me(browser)).status).toBe(401)
    expect(await enterBy('google', person)).toBe('/sign-in?step=second')
  })
})

// A1
it('sends the reset link only to the email of the account', async () => {
  const { client, email } = await signInByGoogle()
  const reply = await client.call(passwordReset.requestPasswordReset, { body: { email } })
  expect(reply.body).toEqual({ status: true })
  await t.runJobs()
  const [message] = await mail.emailsTo(email)
  expect(message?.to?.map(({ address }) => address)).toEqual([email])
  expect(await signInMethodsOf(client)).toEqual({ has_password: false, providers: ['google'] })
})

it('sends an email that also fits users who never had a password', async () => {
  const { email } = await signInByGoogle()
  const { subject, text } = await emailTo(email)
  expect(subject).toBe('Choose a password for Coffer')
  expect(text).not.toMatch(/new password|your password/i)
})
