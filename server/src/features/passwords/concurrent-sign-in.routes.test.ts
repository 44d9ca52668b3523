import { setImmediate } from 'node:timers/promises'
import { account, auth, passkeys, twoFactor } from '@coffer/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import { tamper } from '../../../test/tamper.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'
import { replacePassword } from './passwords.service.ts'

const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const signIn = (email: string, client: TestClient) =>
  client.call(auth.signIn, { body: { email, password: PASSWORD } })
const isSignedIn = async (client: TestClient) =>
  (await client.call(account.getUser, {})).status === 200
const newPasswordHash = t.deps.hashPassword('battery staple horse')

async function changePassword({ userId }: TestClient): Promise<void> {
  const passwordHash = await newPasswordHash
  const changePassword = { passwordHash, revokesTokens: false }
  await t.deps.transact(tx => replacePassword(tx, t.deps, userId, changePassword))
}

const BATCH_SIZE = 9

/** Counts the sign-ins whose attempt was counted, which happens right before the password check. */
async function startedSignIns(): Promise<number> {
  const rows = await t.deps.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', 'like', 'sign-in by ip|%')
    .execute()
  return rows[0]?.count ?? 0
}

/** Starts so many sign-ins that most are still being checked when the password changes. */
async function signInsDuringChange(ann: TestClient): Promise<TestClient[]> {
  const email = await emailOf(ann)
  const clients = Array.from({ length: BATCH_SIZE }, () => t.anonymous())
  let isOneSignedIn = false
  const signIns = clients.map(async client => {
    await signIn(email, client)
    isOneSignedIn = true
  })
  while (!isOneSignedIn && (await startedSignIns()) < BATCH_SIZE) await setImmediate()
  await changePassword(ann)
  await Promise.all(signIns)
  return clients
}

describe('a sign-in with the old password during a password change', () => {
  it('is refused at every stage', async () => {
    for (const client of await signInsDuringChange(await t.signIn()))
      expect(await isSignedIn(client)).toBe(false)
  })

  it('is refused at the second step', async () => {
    const ann = await t.signIn()
    const { secret } = await turnOnTwoFactor(ann)
    for (const client of await signInsDuringChange(ann)) {
      await client.call(twoFactor.verifyCode, { body: { code: totp(secret, 1) } })
      expect(await isSignedIn(client)).toBe(false)
    }
  })
})

// The number given to `tamper` is the transaction in which the sign-in creates its session.

it('refuses a sign-in without a code when two-factor sign-in is turned on meanwhile', async () => {
  const ann = await t.signIn()
  const client = t.anonymous()
  const email = await emailOf(ann)
  tamper(t.deps, 2, () => turnOnTwoFactor(ann))
  expect((await signIn(email, client)).body.code).toBe('auth.credentials')
  expect(await isSignedIn(client)).toBe(false)
  expect(await isSignedIn(ann)).toBe(true)
})

it('refuses a sign-in by a passkey that is removed meanwhile', async () => {
  const ann = await t.signIn()
  const client = t.anonymous()
  const body = { password: PASSWORD }
  const { challenge } = (await ann.call(passkeys.beginAddingPasskey, { body })).body
  const authenticator = createAuthenticator(t.origin)
  const response = authenticator.register({ challenge })
  const { id } = (await ann.call(passkeys.addPasskey, { body: { response } })).body.data
  const options = (await client.call(passkeys.beginPasskeySignIn, {})).body
  const signed = authenticator.sign({ challenge: options.challenge })
  tamper(t.deps, 3, () => ann.call(passkeys.removePasskey, { body: { id, ...body } }))
  const reply = await client.call(passkeys.signInByPasskey, { body: { response: signed } })
  expect(reply.body.code).toBe('auth.passkey_refused')
  expect(await isSignedIn(client)).toBe(false)
})
