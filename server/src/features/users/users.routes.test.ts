import { adminUserAccess, adminUsers } from '@coffer/contract'
import type { AdminUser } from '@coffer/contract/admin-users'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const PASSWORD = 'correct horse battery'
const UNKNOWN = '0190a000-0000-7000-8000-000000000001'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const list = async (admin: TestClient, query: Record<string, string> = {}) =>
  (await admin.call(adminUsers.listUsers, { query })).body

const namesIn = async (admin: TestClient, query: Record<string, string> = {}) =>
  (await list(admin, query)).data.map((user: AdminUser) => user.attributes.name)

const detail = async (admin: TestClient, id: string) =>
  (await admin.call(adminUsers.getUserDetail, { params: { id } })).body.data

const create = (admin: TestClient, change: object = {}) =>
  admin.send('POST', '/api/admin/users', {
    name: 'Jon Ek',
    email: `${crypto.randomUUID()}@example.test`,
    password: PASSWORD,
    ...change,
  })

const send = (admin: TestClient, method: string, path: string, body?: object) =>
  admin.send(method, `/api/admin/users/${path}`, body)

const outcome = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await reply
  return status < 400 ? status : `${status} ${body.code}`
}

const auditOf = async (id: string) =>
  (
    await t.deps.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', id)
      .orderBy('seq')
      .execute()
  ).map(row => row.action)

describe('the list of users', () => {
  it('filters, sorts and searches, and shows what each row needs', async () => {
    const own = await createTestApp()
    const admin = await own.signIn('admin')
    const names = ['Ada Berg', 'José Ñandú', 'Leila Haddad', 'Émile Zola']
    for (const name of names) await create(admin, { name, email: `${name.split(' ')[1]}@x.test` })
    const [leila] = (await list(admin, { query: 'leila' })).data
    await send(admin, 'POST', `${leila?.id}/suspend`, { reason: 'Unpaid' })
    await own.limitStorage(leila?.id ?? '', 0)
    expect(await namesIn(admin, { sort: 'name', direction: 'asc' })).toEqual([
      'Ada Berg',
      'Émile Zola',
      'José Ñandú',
      'Leila Haddad',
      'Person 1',
    ])
    expect(await namesIn(admin, { query: 'nandu' })).toEqual(['José Ñandú'])
    expect(await namesIn(admin, { query: 'jos ñan' })).toEqual(['José Ñandú'])
    expect(await namesIn(admin, { query: 'zola@x' })).toEqual(['Émile Zola'])
    expect(await namesIn(admin, { query: 'osé' })).toEqual([])
    expect(await namesIn(admin, { query: '%' })).toEqual([])
    expect(await namesIn(admin, { state: 'suspended' })).toEqual(['Leila Haddad'])
    expect(await namesIn(admin, { storage: 'full' })).toEqual(['Leila Haddad'])
    expect(await namesIn(admin, { role: 'admin' })).toEqual(['Person 1'])
    expect(await namesIn(admin, { seen: 'never', role: 'admin' })).toEqual([])
    expect(await namesIn(admin, { seen: 'ever' })).toEqual(['Person 1'])
    expect(await namesIn(admin, { created_to: '2020-01-01' })).toEqual([])
    const page = await list(admin, { per_page: '2', page: '3', sort: 'name', direction: 'asc' })
    expect(page.data.map((user: AdminUser) => user.attributes.name)).toEqual(['Person 1'])
    expect(page.meta).toMatchObject({
      all: 5,
      is_capped: false,
      paginate: { total: 5, lastPage: 3, from: 5, to: 5 },
    })
    await own.close()
  })

  it('is read in both directions of every order, each user once', async () => {
    const own = await createTestApp()
    const admin = await own.signIn('admin')
    for (let made = 0; made < 7; made += 1) await own.signIn()
    for (const sort of adminUsers.USER_SORTS)
      for (const direction of ['asc', 'desc']) {
        const pages: AdminUser[] = []
        for (const page of ['1', '2', '3'])
          pages.push(...(await list(admin, { sort, direction, page, per_page: '3' })).data)
        expect(new Set(pages.map(user => user.id)).size).toBe(8)
        const filtered = await list(admin, { sort, direction, query: 'person', seen: 'ever' })
        expect(filtered.data.map((user: AdminUser) => user.id)).toEqual(pages.map(user => user.id))
      }
    await own.close()
  })

  it('takes at most six statements, whatever is asked', async () => {
    const admin = await t.signIn('admin')
    for (const query of [
      {},
      { page: '2', per_page: '1' },
      { query: 'per', role: 'user', seen: 'ever' },
      { state: 'active', sort: 'storage' },
      { created_from: '2020-01-01', sort: 'last_seen' },
    ] as Record<string, string>[])
      expect((await t.countQueries(() => list(admin, query))).length).toBeLessThanOrEqual(6)
  })

  it('rejects an unknown order', async () => {
    const admin = await t.signIn('admin')
    expect(await outcome(admin.send('GET', '/api/admin/users?sort=password'))).toBe(
      '422 request.invalid',
    )
  })
})

describe('creating a user', () => {
  it('lets them sign in with the password at once', async () => {
    const admin = await t.signIn('admin')
    const email = 'jon.ek@example.test'
    const { status, body } = await create(admin, { email, max_storage_amount: '5', role: 'admin' })
    expect(status).toBe(201)
    expect(body.data.attributes).toMatchObject({
      name: 'Jon Ek',
      role: 'admin',
      state: 'active',
      is_email_verified: true,
      storage: { capacity_bytes: 5_000_000_000 },
    })
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
    const signedIn = await t
      .anonymous()
      .send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(signedIn.status).toBe(200)
    expect(await outcome(create(admin, { email }))).toBe('422 auth.address_taken')
    expect(await outcome(create(admin, { password: 'short' }))).toBe('422 request.invalid')
    expect(await auditOf(body.data.id)).toEqual(['user.created', 'sign_in.password'])
  })

  it('or inviting one is one entry of the audit log', async () => {
    const admin = await t.signIn('admin')
    const email = 'ida.ek@example.test'
    const { body } = await create(admin, { email, password: undefined, invite: true })
    expect(await auditOf(body.data.id)).toEqual(['user.invited'])
    const invited = await admin.send('POST', '/api/admin/users/invitations', {
      emails: ['ole.ek@example.test'],
      role: 'admin',
    })
    expect(await auditOf(invited.body.data[0].id)).toEqual(['user.invited'])
    const { after } = await t.deps.db
      .selectFrom('audit_entries')
      .select('after')
      .where('target_id', '=', invited.body.data[0].id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(after ?? '')).toEqual({ email: 'ole.ek@example.test', role: 'admin' })
  })
})

describe('the role of a user', () => {
  it('changes for the next request and closes admin calls in open tabs', async () => {
    const admin = await t.signIn('admin')
    const other = await t.signIn('admin')
    const page = await openPage(other)
    const reply = await send(admin, 'PATCH', `${other.userId}/role`, {
      attributes: { role: 'user' },
    })
    expect(reply.body.data.attributes.role).toBe('user')
    expect(await outcome(other.send('GET', '/api/admin/users'))).toBe('403 auth.forbidden')
    await expect.poll(() => page.events.some(({ type }) => type === 'account.changed')).toBe(true)
    page.close()
    expect(await outcome(send(other, 'PATCH', `${admin.userId}/role`, { role: 'user' }))).toBe(
      '403 auth.forbidden',
    )
    expect(await auditOf(other.userId)).toContain('user.role_changed')
  })

  it('always leaves one administrator when two demote each other', async () => {
    const own = await createTestApp()
    const first = await own.signIn('admin')
    const second = await own.signIn('admin')
    for (let run = 0; run < 200; run += 1) {
      const results = await Promise.all([
        send(first, 'PATCH', `${second.userId}/role`, { role: 'user' }),
        send(second, 'PATCH', `${first.userId}/role`, { role: 'user' }),
      ])
      expect(results.map(reply => reply.status).sort()).toEqual([200, 403])
      const admins = await own.deps.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .execute()
      expect(admins).toHaveLength(1)
      await own.deps.db.updateTable('users').set({ role: 'admin' }).execute()
    }
    await own.close()
  })

  it('stays for the last administrator, who cannot be suspended or deleted either', async () => {
    const own = await createTestApp()
    const admin = await own.signIn('admin')
    const id = admin.userId
    expect(await outcome(send(admin, 'PATCH', `${id}/role`, { role: 'user' }))).toBe(
      '409 user.last_administrator',
    )
    expect(await outcome(send(admin, 'POST', `${id}/suspend`, { reason: 'x' }))).toBe(
      '406 user.self',
    )
    const second = await own.signIn('admin')
    await send(admin, 'POST', `${second.userId}/suspend`, { reason: 'x' })
    expect(await outcome(send(admin, 'PATCH', `${id}/role`, { role: 'user' }))).toBe(
      '409 user.last_administrator',
    )
    expect(await outcome(send(admin, 'DELETE', id, { name: 'Person 1' }))).toBe('406 user.self')
    await own.close()
  })
})

describe('suspending a user', () => {
  it('stops sessions, tokens, links and requests at once, and reactivating brings them back', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const { token } = await makeToken(user)
    const folder = (await user.send('POST', '/api/create-folder', { name: 'Top' })).body.data.id
    const shared = { id: folder, type: 'folder', permission: 'visitor' }
    const link = (await user.send('POST', '/api/share', shared)).body.data.attributes.token
    const asked = await user.send('POST', '/api/file-request', { name: 'Papers' })
    const request = asked.body.data.attributes.token
    const anonymous = t.anonymous()
    const seen = async () => [
      (await anonymous.send('GET', '/api/user', undefined, bearing(token))).status,
      (await anonymous.send('GET', `/api/sharing/${link}`)).body.code ?? 200,
      (await anonymous.send('GET', `/api/file-request/${request}`)).body.code ?? 200,
    ]
    expect(await seen()).toEqual([200, 200, 200])
    const page = await openPage(user)
    const suspended = await send(admin, 'POST', `${user.userId}/suspend`, { reason: 'Unpaid' })
    expect(suspended.body.data.attributes).toMatchObject({
      state: 'suspended',
      suspension: { reason: 'Unpaid' },
    })
    expect(await seen()).toEqual([401, 'share.unavailable', 'upload_request.unavailable'])
    expect((await user.send('GET', '/api/user')).status).toBe(401)
    await page.closed

    const email = suspended.body.data.attributes.email
    const signIn = (password: string) =>
      outcome(t.anonymous().send('POST', '/api/auth/sign-in/email', { email, password }))
    expect(await signIn('wrong password')).toMatch(/auth\.credentials/)
    expect(await signIn(PASSWORD)).toBe('403 auth.suspended')

    await send(admin, 'POST', `${user.userId}/reactivate`)
    expect(await seen()).toEqual([200, 200, 200])
    expect(await signIn(PASSWORD)).toBe(200)
    expect(await auditOf(user.userId)).toEqual(
      expect.arrayContaining(['user.suspended', 'user.reactivated']),
    )
  })

  it('requires a reason', async () => {
    const admin = await t.signIn('admin')
    const { userId } = await t.signIn()
    expect(await outcome(send(admin, 'POST', `${userId}/suspend`, { reason: ' ' }))).toBe(
      '422 request.invalid',
    )
    expect(await outcome(send(admin, 'POST', `${UNKNOWN}/suspend`, { reason: 'x' }))).toBe(
      '404 user.not_found',
    )
  })
})

describe('restrictions by hand', () => {
  it('apply at once with the reason of the administrator, until they are lifted', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const allowed = {
      canUpload: true,
      canDownload: true,
      canCreateFolder: true,
      canCreateTeamFolder: true,
    }
    const set = (change: object) =>
      send(admin, 'PUT', `${user.userId}/restrictions`, { ...allowed, ...change })
    const reply = await set({ canUpload: false, reason: 'Please delete files first.' })
    expect(reply.body.data.meta.admin_restrictions).toEqual({
      ...allowed,
      canUpload: false,
      reason: 'Please delete files first.',
    })
    const own = (await user.send('GET', '/api/user')).body.data.meta.restrictions
    expect(own).toMatchObject({ canUpload: false, reason: 'Please delete files first.' })
    expect((await user.upload({ filename: 'a.txt', content: 'x' })).status).toBe(401)
    await set({})
    expect((await user.upload({ filename: 'a.txt', content: 'x' })).status).toBe(201)
  })

  it('that are left out stay as another administrator set them', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const set = async (change: object) =>
      (await send(admin, 'PUT', `${user.userId}/restrictions`, change)).body.data.meta
        .admin_restrictions
    const first = { canUpload: false, reason: 'Please delete files first.' }
    await set(first)
    expect(await set({ canDownload: false })).toMatchObject({ ...first, canDownload: false })
    expect(await set({ canUpload: true, canDownload: true })).toMatchObject({
      canUpload: true,
      canDownload: true,
      reason: null,
    })
  })
})

describe('the keys of a user', () => {
  it('are listed and revoked, and two-factor sign-in is turned off with an email', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const { id, token } = await makeToken(user)
    const params = { id: user.userId }
    const tokens = await admin.call(adminUserAccess.listUserTokens, { params })
    expect(tokens.body.data.map((entry: { id: string }) => entry.id)).toEqual([id])
    expect(JSON.stringify(tokens.body)).not.toContain(token)
    expect(await outcome(send(admin, 'DELETE', `${user.userId}/tokens/${id}`))).toBe(204)
    expect(await outcome(send(admin, 'DELETE', `${user.userId}/tokens/${id}`))).toBe(
      '404 token.not_found',
    )
    expect((await admin.call(adminUserAccess.listUserPasskeys, { params })).body.data).toEqual([])

    await turnOnTwoFactor(user)
    const before = await detail(admin, user.userId)
    expect(before.attributes.has_two_factor).toBe(true)
    const after = await send(admin, 'DELETE', `${user.userId}/two-factor`)
    expect(after.body.data.attributes.two_factor_confirmed_at).toBeNull()
    expect(await outcome(send(admin, 'DELETE', `${user.userId}/two-factor`))).toBe(
      '409 auth.two_factor_off',
    )
    expect((await user.send('GET', '/api/user')).status).toBe(401)
  })

  it('sessions end on every process', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    expect((await detail(admin, user.userId)).meta.counts.sessions).toBe(1)
    expect(await outcome(send(admin, 'DELETE', `${user.userId}/sessions`))).toBe(204)
    expect((await user.send('GET', '/api/user')).status).toBe(401)
  })
})

describe('the storage of a user', () => {
  it('shows sizes and kinds without any name', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    await user.upload({ filename: 'secret-plan.txt', content: 'x'.repeat(500) })
    const params = { id: user.userId }
    const { body } = await admin.call(adminUserAccess.getUserStorage, { params })
    expect(body.data.attributes.used_bytes).toBe(500)
    expect(body.largest[0]?.attributes).toMatchObject({
      size_bytes: 500,
      category: 'document',
      location: 'home',
    })
    expect(JSON.stringify(body)).not.toContain('secret-plan')
    expect(body.data.meta.traffic.chart.upload).toHaveLength(45)
  })
})

describe('details', () => {
  it('change names, language and time zone, and the list finds the new name', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const reply = await send(admin, 'PATCH', user.userId, {
      first_name: 'Wilhelmina',
      last_name: 'Q',
      language: 'es',
      timezone: 'Europe/Madrid',
    })
    expect(reply.body.data.attributes).toMatchObject({
      name: 'Wilhelmina Q',
      language: 'es',
      timezone: 'Europe/Madrid',
    })
    expect(await namesIn(admin, { query: 'wilhel' })).toEqual(['Wilhelmina Q'])
  })
})
