import {
  accessTokens,
  account,
  auth,
  dataArchives,
  leaving,
  linkedAccounts,
  passkeys,
  sessions,
  twoFactor,
} from '@coffer/contract'
import { beforeEach, expect, it } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import { rowsOf } from '../../../test/snapshot.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'
import type { Transact } from '../../db/transact.ts'
import { replacePassword } from './passwords.service.ts'

const t = await openTestApp()
const { transact } = t.deps
beforeEach(() => {
  t.deps.transact = transact
  return t.deps.db.deleteFrom('rate_limits').execute()
})

/** By letter, say: it ends every session. */
async function replace({ userId }: TestClient): Promise<void> {
  const passwordHash = await t.deps.hashPassword('battery staple horse')
  await transact(tx => replacePassword(tx, t.deps, userId, { passwordHash, revokesTokens: false }))
}

/** The try is counted, or a challenge used up. */
const REAUTHENTICATION = 1

/** What is his as the last of so many transactions begins, right before which the password changes. */
function changeAfter(ann: TestClient, transactions: number): Promise<string[]> {
  let begun = 0
  return new Promise((resolve, reject) => {
    const intervening: Transact = async work => {
      begun += 1
      if (begun === transactions + 1)
        await replace(ann)
          .then(() => rowsOf(t.deps.db, ann.userId))
          .then(resolve, reject)
      return transact(work)
    }
    t.deps.transact = intervening
  })
}

type Answer = ReturnType<TestClient['send']>

interface Proven {
  /** What has to be there before; it makes the call that asks for the password. */
  prepare(ann: TestClient): Promise<() => Answer>
  /** In how many transactions it is proven. */
  reauthentication?: number
}

const body = { password: PASSWORD }

async function register(ann: TestClient) {
  const { challenge } = (await ann.call(passkeys.beginAddingPasskey, { body })).body
  const response = createAuthenticator(t.origin).register({ challenge })
  return () => ann.call(passkeys.addPasskey, { body: { response } })
}

async function guarded(ann: TestClient) {
  const { secret } = await turnOnTwoFactor(ann)
  return { password: PASSWORD, code: totp(secret, 1) }
}

async function turnOn(ann: TestClient) {
  const { secret } = (await ann.call(twoFactor.enableTwoFactor, { body })).body
  return () => ann.call(twoFactor.verifyCode, { body: { code: totp(secret) } })
}

async function turnOff(ann: TestClient) {
  const reauthentication = await guarded(ann)
  return () => ann.call(twoFactor.disableTwoFactor, { body: reauthentication })
}

/** As when he has come by it once. */
async function linkGoogle({ userId }: TestClient): Promise<string> {
  const [id, at] = [t.deps.newId(), t.deps.now().toISOString()]
  const link = { id, user_id: userId, provider_id: 'google', account_id: id }
  await t.deps.db
    .insertInto('accounts')
    .values({ ...link, created_at: at, updated_at: at })
    .execute()
  return id
}

const calls: Record<string, Proven> = {
  'making a personal access token': {
    prepare: async ann => () =>
      ann.call(accessTokens.createAccessToken, {
        body: { ...body, name: 'Backup', scopes: ['read'], expires_in_days: 30 },
      }),
  },
  'adding a passkey': { prepare: register },
  'removing a passkey': {
    async prepare(ann) {
      const { id } = (await (await register(ann))()).body.data
      return () => ann.call(passkeys.removePasskey, { body: { id, ...body } })
    },
  },
  'turning two-factor sign-in on': { prepare: turnOn },
  'the session that comes with turning it on': {
    prepare: turnOn,
    reauthentication: REAUTHENTICATION + 1,
  },
  'turning two-factor sign-in off': { prepare: turnOff },
  'the session that comes with turning it off': {
    prepare: turnOff,
    reauthentication: REAUTHENTICATION + 1,
  },
  'making recovery codes': {
    async prepare(ann) {
      const reauthentication = await guarded(ann)
      return () => ann.call(twoFactor.renewRecoveryCodes, { body: reauthentication })
    },
  },
  'asking for an archive of everything': {
    prepare: async ann => () => ann.call(dataArchives.createDataExport, { body }),
  },
  'deleting the account': {
    async prepare(ann) {
      const email = await emailOf(ann)
      return () => ann.call(leaving.deleteAccount, { body: { ...body, email } })
    },
  },
  'ending one session': {
    async prepare(ann) {
      await t.anonymous().call(auth.signIn, { body: { email: await emailOf(ann), ...body } })
      const [, { id }] = (await ann.call(sessions.listSessions, {})).body.data
      return () => ann.call(sessions.revokeSession, { body: { id, ...body } })
    },
  },
  'removing a linked service': {
    async prepare(ann) {
      const id = await linkGoogle(ann)
      return () => ann.call(linkedAccounts.unlinkAccount, { body: { id, ...body } })
    },
  },
  'ending the other sessions': {
    prepare: async ann => () => ann.call(sessions.revokeOtherSessions, { body }),
  },
}

it.each(Object.entries(calls))(
  '%s is refused when the password has changed since it was typed',
  async (_, { prepare, reauthentication = REAUTHENTICATION }) => {
    const ann = await t.signIn()
    const ask = await prepare(ann)
    const before = changeAfter(ann, reauthentication)
    const answer = await ask()
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.required'])
    expect(await rowsOf(t.deps.db, ann.userId)).toEqual(await before)
    expect((await ann.call(account.getUser, {})).status).toBe(401)
  },
)
