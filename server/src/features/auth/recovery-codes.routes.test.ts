import { account, twoFactor } from '@coffer/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { atSecondStep, turnOnTwoFactor } from '../../../test/two-factor.ts'

const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const me = (client: TestClient) => client.call(account.getUser, {})
const emailOf = async (client: TestClient) => (await me(client)).body.data.attributes.email
const recover = (client: TestClient, code: string) =>
  client.call(twoFactor.verifyRecoveryCode, { body: { code } })

async function withTwoFactor() {
  const ann = await t.signIn()
  const email = await emailOf(ann)
  return { ann, email, ...(await turnOnTwoFactor(ann)) }
}
/** Plain SQL, because the table belongs to Better Auth and has no Kysely type. */
async function codeHashes(email: string): Promise<string[]> {
  const { rows } = await sql<{ backup_codes: string }>`
    select backup_codes from two_factors
    where user_id = (select id from users where email = ${email})`.execute(t.deps.db)
  return JSON.parse(rows[0]?.backup_codes ?? '[]')
}

describe('a recovery code', () => {
  it('works once, in any case and grouping', async () => {
    const { email, codes } = await withTwoFactor()
    const [code = ''] = codes
    const first = await atSecondStep(t, email)
    expect((await recover(first, ` ${code.replace('-', ' ').toUpperCase()}`)).status).toBe(200)
    expect(await emailOf(first)).toBe(email)
    const again = await recover(await atSecondStep(t, email), code)
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['code']])
  })

  it('works once of several concurrent uses', async () => {
    const { email, codes } = await withTwoFactor()
    const clients = await Promise.all([1, 2, 3].map(() => atSecondStep(t, email)))
    await Promise.all(clients.map(client => recover(client, codes[0] ?? '')))
    const live = await Promise.all(clients.map(async client => (await me(client)).status))
    expect(live.sort()).toEqual([200, 401, 401])
  })

  it('is not consumed by a user who is signed in', async () => {
    const { ann, email, codes } = await withTwoFactor()
    const [code = ''] = codes
    const early = await recover(ann, code)
    expect([early.status, early.body.code]).toEqual([401, 'auth.second_step_expired'])
    expect((await me(ann)).status).toBe(200)
    expect((await recover(await atSecondStep(t, email), code)).status).toBe(200)
  })

  it('is invalid after new codes were created', async () => {
    const { ann, email, codes, secret } = await withTwoFactor()
    const body = { password: PASSWORD, code: totp(secret, 1) }
    const newCodes: string[] = (await ann.call(twoFactor.renewRecoveryCodes, { body })).body
      .backupCodes
    expect(newCodes).toHaveLength(10)
    expect((await recover(await atSecondStep(t, email), codes[1] ?? '')).status).toBe(422)
    expect((await recover(await atSecondStep(t, email), newCodes[1] ?? '')).status).toBe(200)
  })

  it('cannot be renewed without two-factor sign-in', async () => {
    const body = { password: PASSWORD }
    const reply = await (await t.signIn()).call(twoFactor.renewRecoveryCodes, { body })
    expect([reply.status, reply.body.code]).toEqual([409, 'auth.two_factor_off'])
  })

  it('is stored as a hash with its own salt, also after another code was used', async () => {
    const { email, codes } = await withTwoFactor()
    const hashes = await codeHashes(email)
    expect(hashes.length).toBe(10)
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$/)
    expect(new Set(hashes.map(hash => hash.split('$')[4])).size).toBe(10)
    expect((await recover(await atSecondStep(t, email), codes[3] ?? '')).status).toBe(200)
    expect(await codeHashes(email)).toEqual(hashes.toSpliced(3, 1))
  })

  it('cannot be replaced by its stored hash', async () => {
    const { email } = await withTwoFactor()
    const [hash = ''] = await codeHashes(email)
    const code = hash.replace(/[^a-z\d]/g, '').slice(0, 10)
    for (const guess of [hash, code])
      expect((await recover(await atSecondStep(t, email), guess)).status).toBe(422)
  })
})

describe('the number of recovery codes left', () => {
  const left = async (client: TestClient) =>
    (await client.call(twoFactor.countRecoveryCodes, {})).body.data.left

  it('falls by one with each use and is ten after a renewal', async () => {
    const { ann, email, codes, secret } = await withTwoFactor()
    expect(await left(ann)).toBe(10)
    await recover(await atSecondStep(t, email), codes[0] ?? '')
    expect(await left(ann)).toBe(9)
    const body = { password: PASSWORD, code: totp(secret, 1) }
    await ann.call(twoFactor.renewRecoveryCodes, { body })
    expect(await left(ann)).toBe(10)
  })

  it('is zero before two-factor sign-in is confirmed', async () => {
    const ben = await t.signIn()
    expect(await left(ben)).toBe(0)
    await ben.call(twoFactor.enableTwoFactor, { body: { password: PASSWORD } })
    expect(await left(ben)).toBe(0)
  })
})
