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
const changed = t.deps.hashPassword('battery staple horse')

async function change({ userId }: TestClient): Promise<void> {
  const passwordHash = await changed
  const change = { passwordHash, revokesTokens: false }
  await t.deps.transact(tx => replacePassword(tx, t.deps, userId, change))
}

const BATCH_SIZE = 9

/** How many are past the counting of their tries, which comes right before their passwords are looked at. */
async function startedSignIns(): Promise<number> {
  const rows = await t.deps.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', 'like', 'sign-in by ip|%')
    .execute()
  return rows[0]?.count ?? 0
}

/** So many at once that most are still being judged when the password changes. */
async function meanwhile(ann: TestClient): Promise<TestClient[]> {
  const email = await emailOf(ann)
  const clients = Array.from({ length: BATCH_SIZE }, () => t.anonymous())
  let isOneIn = false
  const entries = clients.map(async client => {
    await signIn(email, client)
    isOneIn = true
  })
  while (!isOneIn && (await startedSignIns()) < BATCH_SIZE) await setImmediate()
  await change(ann)
  await Promise.all(entries)
  return clients
}

describe('a password that is changed while somebody signs in by the one from before', () => {
  it('lets him in no more, however far he has come', async () => {
    for (const client of await meanwhile(await t.signIn()))
      expect(await isSignedIn(client)).toBe(false)
  })

  it('leaves him no second step', async () => {
    const ann = await t.signIn()
    const { secret } = await turnOnTwoFactor(ann)
    for (const client of await meanwhile(ann)) {
      await client.call(twoFactor.verifyCode, { body: { code: totp(secret, 1) } })
      expect(await isSignedIn(client)).toBe(false)
    }
  })
})

// Each sign-in begins its session in the last of so many transactions.

it('two-factor sign-in that is turned on while somebody signs in without lets him in no more', async () => {
  const [ann, client] = [await t.signIn(), t.anonymous()]
  const email = await emailOf(ann)
  tamper(t.deps, 2, () => turnOnTwoFactor(ann))
  expect((await signIn(email, client)).body.code).toBe('auth.credentials')
  expect(await isSignedIn(client)).toBe(false)
  expect(await isSignedIn(ann)).toBe(true)
})

it('a passkey that is removed while somebody signs in by it lets him in no more', async () => {
  const [ann, client] = [await t.signIn(), t.anonymous()]
  const body = { password: PASSWORD }
  const { challenge } = (await ann.call(passkeys.beginAddingPasskey, { body })).body
  const authenticator = createAuthenticator(t.origin)
  const response = authenticator.register({ challenge })
  const { id } = (await ann.call(passkeys.addPasskey, { body: { response } })).body.data
  const begun = (await client.call(passkeys.beginPasskeySignIn, {})).body
  const signed = authenticator.sign({ challenge: begun.challenge })
  tamper(t.deps, 3, () => ann.call(passkeys.removePasskey, { body: { id, ...body } }))
  const reply = await client.call(passkeys.signInByPasskey, { body: { response: signed } })
  expect(reply.body.code).toBe('auth.passkey_refused')
  expect(await isSignedIn(client)).toBe(false)
})
