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

interface Person {
  ann: TestClient
  secret: string
  codes: string[]
  passkey: string
}

/** With a passkey and two-factor sign-in; the code of the present half minute is used up. */
async function guarded(): Promise<Person> {
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
  (person: Person, reauthentication: Reauthentication) => ReturnType<TestClient['send']>,
][] = [
  [
    'turning two-factor sign-in off',
    ({ ann }, body) => ann.call(twoFactor.disableTwoFactor, { body }),
  ],
  ['making recovery codes', ({ ann }, body) => ann.call(twoFactor.renewRecoveryCodes, { body })],
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
  it('takes a code too: an open page and the password are not enough', async () => {
    const person = await guarded()
    const bare = await change(person, { password: PASSWORD })
    expect([bare.status, Object.keys(bare.body.errors)]).toEqual([422, ['code']])
    const wrong = await change(person, { password: PASSWORD, code: totp(person.secret, 100) })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
    const code = totp(person.secret, 1)
    expect((await change(person, { password: 'not the password', code })).status).toBe(422)
    expect((await change(person, { password: PASSWORD, code })).status).toBe(200)
  })

  // ASVS 6.4.4
  it('takes a recovery code from whoever has lost the app', async () => {
    const person = await guarded()
    const [code = ''] = person.codes
    const wrong = await change(person, { password: PASSWORD, code: 'aaaaa-aaaaa' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']])
    expect((await change(person, { password: 'not the password', code })).status).toBe(422)
    expect((await change(person, { password: PASSWORD, code })).status).toBe(200)
  })
})

it('a code that was typed here once counts nowhere again, and neither does a recovery code', async () => {
  for (const kind of ['app', 'recovery']) {
    const { ann, secret, codes, passkey: id } = await guarded()
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

it('the codes of an open session can be guessed at ten times', async () => {
  const { ann, secret } = await guarded()
  const submitCode = (code: string) =>
    ann.call(twoFactor.disableTwoFactor, { body: { password: PASSWORD, code } })
  for (let tries = 0; tries < 10; tries += 1)
    expect((await submitCode(totp(secret, 100 + tries))).status).toBe(422)
  expect((await submitCode(totp(secret, 1))).status).toBe(429)
})
