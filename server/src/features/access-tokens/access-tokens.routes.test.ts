import { accessTokens, account, items } from '@coffer/contract'
import { DAY_MS, MINUTE_MS } from '@coffer/contract/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { readSlowly } from '../../../test/read-slowly.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'
import { clearExpiredTokens } from './access-tokens.service.ts'

const PASSWORD = 'correct horse battery'
const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const list = async (client: TestClient): Promise<accessTokens.AccessToken[]> =>
  (await client.call(accessTokens.listAccessTokens, {})).body.data
const create = (client: TestClient, change: object = {}) =>
  client.send('POST', accessTokens.createAccessToken.path, {
    name: 'Script',
    scopes: ['read'],
    expires_in_days: 30,
    password: PASSWORD,
    ...change,
  })
const revoke = (client: TestClient, id: string) =>
  client.call(accessTokens.revokeAccessToken, { params: { id } })
/** A request without cookies, as a script sends it. */
const get = (token: string, app = t) =>
  app.anonymous().send('GET', account.getUser.path, undefined, bearing(token))
const makeFolder = (token: string) =>
  t.anonymous().send('POST', items.createFolder.path, { name: 'Made' }, bearing(token))

describe('a token', () => {
  it('is shown once and stored as a hash', async () => {
    const ann = await t.signIn()
    const { body, status } = await create(ann, { name: ' Nightly backup ' })
    expect(status).toBe(201)
    expect(body.token).toMatch(/^coffer_[\w-]{22}$/)
    const [listed] = await list(ann)
    expect(listed).toEqual(body.data)
    expect(listed?.attributes).toMatchObject({ name: 'Nightly backup', last_used_at: null })
    expect(listed?.attributes).toMatchObject({ scopes: ['read'], is_expired: false })
    const rows = await t.deps.db.selectFrom('access_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(body.token.slice('coffer_'.length))
  })

  it('acts for its user without a CSRF token', async () => {
    const ann = await t.signIn()
    const { token } = await makeToken(ann, { scopes: ['write'] })
    expect((await get(token)).body.data.id).toBe(ann.userId)
    expect((await makeFolder(token)).status).toBe(201)
    expect(await ann.names()).toEqual(['Made'])
  })

  it('uploads and downloads files', async () => {
    const { token } = await makeToken(await t.signIn(), { scopes: ['read', 'write'] })
    const form = new FormData()
    form.set('filename', 'report.txt')
    form.set('is_last', 'true')
    form.set('file', new Blob(['content']), 'blob')
    const sent = await t.anonymous().send('POST', '/api/upload', form, bearing(token))
    expect(sent.status).toBe(201)
    const url = sent.body.data.attributes.file_url
    expect((await t.anonymous().send('GET', url, undefined, bearing(token))).body).toBe('content')
  })

  it('requires the password, a name, a scope and an expiry', async () => {
    const ann = await t.signIn()
    const invalidFields = async (change: object) =>
      Object.keys((await create(ann, change)).body.errors)
    expect(await invalidFields({ password: 'not the password' })).toEqual(['password'])
    expect(await invalidFields({ name: ' ' })).toEqual(['name'])
    expect(await invalidFields({ scopes: [] })).toEqual(['scopes'])
    expect(await invalidFields({ scopes: ['admin'] })).toEqual(['scopes'])
    expect(await invalidFields({ expires_in_days: 366 })).toEqual(['expires_in_days'])
    expect(await invalidFields({ expires_in_days: undefined })).toEqual(['expires_in_days'])
    expect(await list(ann)).toEqual([])
  })

  it('limits guesses at the password', async () => {
    const ann = await t.signIn()
    const wrong = () => create(ann, { password: 'not the password' })
    for (let tries = 0; tries < 10; tries += 1) expect((await wrong()).status).toBe(422)
    expect((await create(ann)).status).toBe(429)
  })

  it('requires an unused code while two-factor sign-in is on', async () => {
    const ann = await t.signIn()
    const { secret } = await turnOnTwoFactor(ann)
    const wrong = ['This code is incorrect or was already used.']
    expect((await create(ann)).body.errors).toEqual({ code: ['Enter the six-digit code.'] })
    expect((await create(ann, { code: '000000' })).body.errors).toEqual({ code: wrong })
    const code = totp(secret, 1)
    const wrongPassword = await create(ann, { code, password: 'not the password' })
    expect(Object.keys(wrongPassword.body.errors)).toEqual(['password'])
    expect(await list(ann)).toEqual([])
    expect((await create(ann, { code })).status).toBe(201)
    expect((await create(ann, { code })).body.errors).toEqual({ code: wrong })
    expect(await list(ann)).toHaveLength(1)
  })

  it('has the admin scope only when an admin creates it', async () => {
    const adminScopes = { scopes: ['read', 'admin'] }
    expect((await create(await t.signIn(), adminScopes)).status).toBe(403)
    expect((await create(await t.signIn('admin'), adminScopes)).status).toBe(201)
  })

  it('without the admin scope shows its admin no items of other users', async () => {
    const boss = await t.signIn('admin')
    const ann = await t.signIn()
    const { id: privateId } = await folder(ann, 'Private')
    const listedFor = async (scopes: accessTokens.TokenScope[]) => {
      const { token } = await makeToken(boss, { scopes })
      const path = `/api/filter?user=${ann.userId}`
      const { body } = await t.anonymous().send('GET', path, undefined, bearing(token))
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await listedFor(['read', 'admin'])).toEqual([privateId])
    expect(await listedFor(['read', 'write'])).toEqual([])
  })

  it('is refused beyond the limit of fifty', async () => {
    const ann = await t.signIn()
    for (let made = 0; made < accessTokens.MAX_ACCESS_TOKENS; made += 1)
      expect((await create(ann)).status).toBe(201)
    const reply = await create(ann)
    expect([reply.status, reply.body.code]).toEqual([422, 'token.too_many'])
    expect(await list(ann)).toHaveLength(accessTokens.MAX_ACCESS_TOKENS)
  })
})

describe('a request with a token', () => {
  it('gets the same error for an unknown, an expired and a revoked token', async () => {
    const app = await createTestApp()
    const ann = await app.signIn()
    const longLived = await makeToken(ann, { days: 2 })
    const shortLived = await makeToken(ann, { days: 1 })
    const revoked = await makeToken(ann)
    await revoke(ann, revoked.id)
    app.advance(DAY_MS + MINUTE_MS)
    for (const token of ['', 'coffer_', `${longLived.token}x`, shortLived.token, revoked.token]) {
      const reply = await get(token, app)
      expect([reply.status, reply.body.code]).toEqual([401, 'token.unknown'])
      expect(reply.headers.get('www-authenticate')).toContain('Bearer')
    }
    expect((await get(longLived.token, app)).status).toBe(200)
    expect((await list(ann)).map(token => token.attributes.is_expired)).toEqual([true, false])
    await app.close()
  })

  it('ignores the session cookie that comes with the token', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const { token } = await makeToken(bob)
    const reply = await ann.send('GET', account.getUser.path, undefined, bearing(token))
    expect(reply.body.data.id).toBe(bob.userId)
    const wrong = await ann.send('GET', account.getUser.path, undefined, bearing('coffer_wrong'))
    expect([wrong.status, wrong.body.code]).toEqual([401, 'token.unknown'])
    const changed = await ann.send('POST', items.createFolder.path, { name: 'A' }, bearing(token))
    expect([changed.status, changed.body.code]).toEqual([403, 'token.read_only'])
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  it('is limited for unknown tokens, while valid ones keep working', async () => {
    const { token } = await makeToken(await t.signIn())
    await t.deps.db.updateTable('rate_limits').set({ count: 300 }).execute()
    expect((await get('coffer_guess')).status).toBe(401)
    await t.deps.db.updateTable('rate_limits').set({ count: 300 }).execute()
    const reply = await get('coffer_guess')
    expect([reply.status, reply.headers.has('retry-after')]).toEqual([429, true])
    expect((await get(token)).status).toBe(200)
  })

  it('cannot open a live connection', async () => {
    const ann = await t.signIn()
    const { token } = await makeToken(ann, { scopes: ['write'] })
    const reply = await ann.send('GET', '/api/live?page=x', undefined, bearing(token))
    expect(reply.status).toBe(401)
  })

  it('needs one statement, and one more a minute to record its use', async () => {
    const app = await createTestApp()
    const ann = await app.signIn()
    const { token } = await makeToken(ann)
    const path = '/api/auth/list-sessions'
    const listSessions = () => app.anonymous().send('GET', path, undefined, bearing(token))
    const statementKinds = async () =>
      (await app.countQueries(listSessions)).map(query => query.split(' ')[0])
    expect(await statementKinds()).toEqual(['select', 'update'])
    expect(await statementKinds()).toEqual(['select'])
    app.advance(MINUTE_MS + 1)
    expect(await statementKinds()).toEqual(['select', 'update'])
    const [listed] = await list(ann)
    const lastUsed = Date.parse(listed?.attributes.last_used_at ?? '')
    expect(app.deps.now().getTime() - lastUsed).toBeLessThan(MINUTE_MS)
    await app.close()
  })
})

describe('revoking a token', () => {
  it('takes effect at once and leaves the other tokens valid', async () => {
    const ann = await t.signIn()
    const revoked = await makeToken(ann)
    const other = await makeToken(ann)
    expect((await revoke(ann, revoked.id)).status).toBe(204)
    expect((await get(revoked.token)).status).toBe(401)
    expect((await get(other.token)).status).toBe(200)
    expect((await list(ann)).map(({ id }) => id)).toEqual([other.id])
  })

  it('answers the same for a token of another user as for a missing one', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const { id, token } = await makeToken(bob)
    const foreign = await revoke(ann, id)
    const missing = await revoke(ann, '0190a000-0000-7000-8000-000000000001')
    expect([missing.status, missing.body.code]).toEqual([404, 'token.not_found'])
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    expect((await get(token)).status).toBe(200)
  })

  it('aborts its running transfers and leaves the open pages of its user connected', async () => {
    const ann = await t.signIn()
    const { id, token } = await makeToken(ann)
    const content = new Uint8Array(24 * 1024 * 1024)
    const file = (await ann.upload({ filename: 'big.bin', content })).body.data
    const page = await openPage(ann)
    const download = await t.anonymous().fetch(file.attributes.file_url, bearing(token))
    await revoke(ann, id)
    await expect(readSlowly(download)).rejects.toThrow()
    t.deps.live.publish([ann.userId], { type: 'connection.tested' })
    await expect.poll(() => page.events).toContainEqual({ type: 'connection.tested' })
  })
})

// A8
it('refuses the token of a former admin at its next call', async () => {
  const client = await t.signIn('admin')
  const { token } = await makeToken(client, { scopes: ['write', 'admin'] })
  const listDocuments = () =>
    t.anonymous().send('GET', '/api/admin/documents', undefined, bearing(token))
  expect((await listDocuments()).status).toBe(200)
  const { userId } = client
  await t.deps.db.updateTable('users').set({ role: 'user' }).where('id', '=', userId).execute()
  const reply = await listDocuments()
  expect([reply.status, reply.body.code]).toEqual([403, 'auth.forbidden'])
})

it('deletes a token with its user', async () => {
  const ann = await t.signIn()
  const { token } = await makeToken(ann)
  await t.deps.db.deleteFrom('items').where('owner_id', '=', ann.userId).execute()
  await t.deps.db.deleteFrom('users').where('id', '=', ann.userId).execute()
  expect((await get(token)).status).toBe(401)
})

it('deletes tokens that expired a month ago', async () => {
  const app = await createTestApp()
  const ann = await app.signIn()
  const { id } = await makeToken(ann, { days: 30 })
  await makeToken(ann, { days: 1 })
  app.advance(29 * DAY_MS)
  await clearExpiredTokens(app.deps)
  expect(await list(ann)).toHaveLength(2)
  app.advance(3 * DAY_MS)
  await clearExpiredTokens(app.deps)
  const left = await app.deps.db.selectFrom('access_tokens').select('id').execute()
  expect(left).toEqual([{ id }])
  await app.close()
})
