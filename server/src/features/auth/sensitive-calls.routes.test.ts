import { accessTokens, audit, reauthentication, settings } from '@coffer/contract'
import { MINUTE_MS } from '@coffer/contract/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { PASSWORD } from '../../../test/people.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

/** A sensitive call. */
const exportLog = (client: TestClient) => client.send('GET', '/api/admin/audit/export?format=json')
const confirm = (client: TestClient, body: { password?: string; code?: string }) =>
  client.call(reauthentication.reauthenticate, { body })
const REQUIRED = { status: 403, body: { code: 'auth.reauthentication_required' } }

describe('a sensitive call', () => {
  it('is allowed for ten minutes after signing in or confirming the password', async () => {
    const admin = await t.signIn('admin')
    expect((await exportLog(admin)).status).toBe(200)
    t.advance(11 * MINUTE_MS)
    expect(await exportLog(admin)).toMatchObject(REQUIRED)
    expect((await confirm(admin, { password: 'wrong' })).body.errors).toHaveProperty('password')
    expect(await exportLog(admin)).toMatchObject(REQUIRED)
    expect((await confirm(admin, { password: PASSWORD })).status).toBe(204)
    expect((await exportLog(admin)).status).toBe(200)
    t.advance(11 * MINUTE_MS)
    expect(await exportLog(admin)).toMatchObject(REQUIRED)
  })

  it.each([settings.testEmailSettings, settings.testStorageSettings])(
    'is $path, whose answer comes from a host that the caller names',
    async endpoint => {
      const admin = await t.signIn('admin')
      expect((await admin.send('POST', endpoint.path, {})).status).toBe(422)
      t.advance(11 * MINUTE_MS)
      expect(await admin.send('POST', endpoint.path, {})).toMatchObject(REQUIRED)
    },
  )

  it('is allowed only in the session that was confirmed', async () => {
    const admin = await t.signIn('admin')
    const other = await t.signInAgain(admin)
    t.advance(11 * MINUTE_MS)
    await confirm(admin, { password: PASSWORD })
    expect(await exportLog(other)).toMatchObject(REQUIRED)
  })

  it('requires a code besides the password while two-factor sign-in is on', async () => {
    const admin = await t.signIn('admin')
    const { secret } = await turnOnTwoFactor(admin)
    t.advance(11 * MINUTE_MS)
    expect((await confirm(admin, { password: PASSWORD })).body.errors).toHaveProperty('code')
    const code = totp(secret, 11 * 2)
    expect([204, 422]).toContain((await confirm(admin, { password: PASSWORD, code })).status)
  })

  it('is allowed with an access token of an administrator', async () => {
    const admin = await t.signIn('admin')
    const body = {
      name: 'Script',
      scopes: ['read', 'admin'] as const,
      expires_in_days: 30,
      password: PASSWORD,
    }
    const { token } = (await admin.call(accessTokens.createAccessToken, { body } as never)).body
    t.advance(11 * MINUTE_MS)
    const headers = { authorization: `Bearer ${token}` }
    const reply = await t.anonymous().fetch('/api/admin/audit/export', { headers })
    expect(reply.status).toBe(200)
  })

  it('asks users without a password to sign in again', async () => {
    const admin = await t.signIn('admin')
    await t.deps.db
      .updateTable('accounts')
      .set({ password: null })
      .where('user_id', '=', admin.userId)
      .execute()
    t.advance(11 * MINUTE_MS)
    expect(await confirm(admin, {})).toMatchObject({
      status: 409,
      body: { code: 'auth.without_password' },
    })
    expect((await exportLog(await t.signInAgain(admin))).status).toBe(200)
  })

  it('records confirmations and refusals', async () => {
    const admin = await t.signIn('admin')
    await confirm(admin, { password: 'wrong' })
    await confirm(admin, { password: PASSWORD })
    const { data } = (await admin.call(audit.listActivity, { query: {} })).body
    expect(data.slice(0, 2).map((entry: audit.ActivityEntry) => entry.attributes.action)).toEqual([
      'session.reauthenticated',
      'session.reauthentication_refused',
    ])
  })
})
