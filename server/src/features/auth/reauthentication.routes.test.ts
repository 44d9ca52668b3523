import { auth, passkeys, twoFactor } from '@coffer/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

interface GuardedUser {
  ann: TestClient
  secret: string
  codes: string[]
  passkey: string
}

/** A user with a passkey and two-factor sign-in; the code of the current 30 seconds is used. */
async function withPasskeyAndTwoFactor(): Promise<GuardedUser> {
  const ann = await t.signIn()
  const body = { password: PASSWORD }
  const { challenge } = (await ann.call(passkeys.beginAddingPasskey, { body })).body
  const response = createAuthenticator(t.origin).register({ challenge })
  const added = await ann.call(passkeys.addPasskey, { body: { response } })
  return { ann, passkey: added.body.data.id, ...(await turnOnTwoFactor(ann)) }
}

interface Reauthentication {
  password: string
  code?: string
}
const changes: [
  string,
  (user: GuardedUser, reauthentication: Reauthentication) => ReturnType<TestClient['send']>,
][] = [
  [
    'turning two-factor sign-in off',
    ({ ann }, body) => ann.call(twoFactor.disableTwoFactor, { body }),
  ],
  ['renewing recovery codes', ({ ann }, body) => ann.call(twoFactor.renewRecoveryCodes, { body })],
  ['adding a passkey', ({ ann }, body) => ann.call(passkeys.beginAddingPasskey, { body })],
  [
    'removing a passkey',
    ({ ann, passkey: id }, reauthentication) =>
      ann.call(passkeys.removePasskey, { body: { id, ...reauthentication } }),
  ],
  [
    'changing the password',
    ({ ann }, { password: currentPassword, ...code }) =>
      ann.call(auth.changePassword, {
        body: { currentPassword, newPassword: 'a quay full of lanterns', ...code },
      }),
  ],
]

// A6
describe.each(changes)('with two-factor sign-in on, %s', (_, change) => {
  it('requires a code besides the password', async () => {
    const user = await withPasskeyAndTwoFactor()
    const bare = await change(user, { password: PASSWORD })
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([422, ['code']])
    const wrong = await change(user, { password: PASSWORD, code: totp(user.secret, 100) })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
    const code = totp(user.secret, 1)
    expect((await change(user, { password: 'not the password', code })).status).toBe(422)
    expect((await change(user, { password: PASSWORD, code })).status).toBe(200)
  })

  // ASVS 6.4.4
  it('accepts a recovery code instead', async () => {
    const user = await withPasskeyAndTwoFactor()
    const [code = ''] = user.codes
    const wrong = await change(user, { password: PASSWORD, code: 'aaaaa-aaaaa' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
    expect((await change(user, { password: 'not the password', code })).status).toBe(422)
    expect((await change(user, { password: PASSWORD, code })).status).toBe(200)
  })
})

it('rejects an app code or a recovery code that reauthentication has used', async () => {
  for (const kind of ['app', 'recovery']) {
    const { ann, secret, codes, passkey: id } = await withPasskeyAndTwoFactor()
    const reauthentication = {
      password: PASSWORD,
      code: kind === 'app' ? totp(secret, 1) : codes[0],
    }
    expect(
      (await ann.call(passkeys.removePasskey, { body: { id, ...reauthentication } })).status,
    ).toBe(200)
    const again = await ann.call(twoFactor.disableTwoFactor, { body: reauthentication })
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['code']])
  }
})

it('limits guesses at codes in a session to ten', async () => {
  const { ann, secret } = await withPasskeyAndTwoFactor()
  const submitCode = (code: string) =>
    ann.call(twoFactor.disableTwoFactor, { body: { password: PASSWORD, code } })
  for (let attempts = 0; attempts < 10; attempts += 1)
    expect((await submitCode(totp(secret, 100 + attempts))).status).toBe(422)
  expect((await submitCode(totp(secret, 1))).status).toBe(429)
})
