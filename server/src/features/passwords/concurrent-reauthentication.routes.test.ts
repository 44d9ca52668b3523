import {
  accessTokens,
  account,
  accountDeletion,
  auth,
  dataExports,
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

/** Replaces the password as a reset does, which ends every session. */
async function replacePasswordOf({ userId }: TestClient): Promise<void> {
  const passwordHash = await t.deps.hashPassword('battery staple horse')
  await transact(tx => replacePassword(tx, t.deps, userId, { passwordHash, revokesTokens: false }))
}

/** The transaction that counts the attempt or consumes the challenge. */
const TRANSACTIONS_BEFORE = 1

/** Changes the password after that many transactions. @returns the user's rows right afterwards */
function changeAfter(ann: TestClient, transactions: number): Promise<string[]> {
  let started = 0
  return new Promise((resolve, reject) => {
    const intervening: Transact = async work => {
      started += 1
      if (started === transactions + 1)
        await replacePasswordOf(ann)
          .then(() => rowsOf(t.deps.db, ann.userId))
          .then(resolve, reject)
      return transact(work)
    }
    t.deps.transact = intervening
  })
}

type Answer = ReturnType<TestClient['send']>

interface GuardedCall {
  /** Creates the preconditions and returns the call that requires the password. */
  prepare(ann: TestClient): Promise<() => Answer>
  /** The number of transactions before the one that changes something. */
  transactionsBefore?: number
}

const passwordBody = { password: PASSWORD }

async function register(ann: TestClient) {
  const { challenge } = (await ann.call(passkeys.beginAddingPasskey, { body: passwordBody })).body
  const response = createAuthenticator(t.origin).register({ challenge })
  return () => ann.call(passkeys.addPasskey, { body: { response } })
}

async function secondFactor(ann: TestClient) {
  const { secret } = await turnOnTwoFactor(ann)
  return { password: PASSWORD, code: totp(secret, 1) }
}

async function turnOn(ann: TestClient) {
  const { secret } = (await ann.call(twoFactor.enableTwoFactor, { body: passwordBody })).body
  return () => ann.call(twoFactor.verifyCode, { body: { code: totp(secret) } })
}

async function turnOff(ann: TestClient) {
  const credentials = await secondFactor(ann)
  return () => ann.call(twoFactor.disableTwoFactor, { body: credentials })
}

/** Inserts the row that a sign-in with Google creates. */
async function linkGoogle({ userId }: TestClient): Promise<string> {
  const id = t.deps.newId()
  const now = t.deps.now().toISOString()
  const link = { id, user_id: userId, provider_id: 'google', account_id: id }
  await t.deps.db
    .insertInto('accounts')
    .values({ ...link, created_at: now, updated_at: now })
    .execute()
  return id
}

const calls: Record<string, GuardedCall> = {
  'creating a personal access token': {
    prepare: async ann => () =>
      ann.call(accessTokens.createAccessToken, {
        body: { ...passwordBody, name: 'Backup', scopes: ['read'], expires_in_days: 30 },
      }),
  },
  'adding a passkey': { prepare: register },
  'removing a passkey': {
    async prepare(ann) {
      const { id } = (await (await register(ann))()).body.data
      return () => ann.call(passkeys.removePasskey, { body: { id, ...passwordBody } })
    },
  },
  'turning two-factor sign-in on': { prepare: turnOn },
  'the session that comes with turning it on': {
    prepare: turnOn,
    transactionsBefore: TRANSACTIONS_BEFORE + 1,
  },
  'turning two-factor sign-in off': { prepare: turnOff },
  'the session that comes with turning it off': {
    prepare: turnOff,
    transactionsBefore: TRANSACTIONS_BEFORE + 1,
  },
  'renewing recovery codes': {
    async prepare(ann) {
      const credentials = await secondFactor(ann)
      return () => ann.call(twoFactor.renewRecoveryCodes, { body: credentials })
    },
  },
  'requesting a data export': {
    prepare: async ann => () => ann.call(dataExports.createDataExport, { body: passwordBody }),
  },
  'deleting the account': {
    async prepare(ann) {
      const email = await emailOf(ann)
      return () => ann.call(accountDeletion.deleteAccount, { body: { ...passwordBody, email } })
    },
  },
  'ending one session': {
    async prepare(ann) {
      await t
        .anonymous()
        .call(auth.signIn, { body: { email: await emailOf(ann), ...passwordBody } })
      const [, { id }] = (await ann.call(sessions.listSessions, {})).body.data
      return () => ann.call(sessions.revokeSession, { body: { id, ...passwordBody } })
    },
  },
  'unlinking a provider': {
    async prepare(ann) {
      const id = await linkGoogle(ann)
      return () => ann.call(linkedAccounts.unlinkAccount, { body: { id, ...passwordBody } })
    },
  },
  'ending the other sessions': {
    prepare: async ann => () => ann.call(sessions.revokeOtherSessions, { body: passwordBody }),
  },
}

it.each(Object.entries(calls))(
  '%s is refused when the password changes after reauthentication',
  async (_, { prepare, transactionsBefore = TRANSACTIONS_BEFORE }) => {
    const ann = await t.signIn()
    const sendCall = await prepare(ann)
    const before = changeAfter(ann, transactionsBefore)
    const answer = await sendCall()
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.required'])
    expect(await rowsOf(t.deps.db, ann.userId)).toEqual(await before)
    expect((await ann.call(account.getUser, {})).status).toBe(401)
  },
)
