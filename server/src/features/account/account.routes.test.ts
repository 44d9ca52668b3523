import { account } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { createAccount } from './account.service.ts'

const t = await openTestApp()

const me = async (client: TestClient) => (await client.call(account.getUser, {})).body.data
const settingsOf = async (client: TestClient) =>
  (await me(client)).relationships.settings.data.attributes

describe('GET /api/user', () => {
  it('returns exactly the fields of the contract', async () => {
    const client = await t.signIn()
    const user = await me(client)
    expect(account.User.parse(user)).toEqual(user)
    expect(user).toMatchObject({
      id: client.userId,
      type: 'user',
      attributes: { role: 'user', avatar: null, has_password: true, providers: [] },
      relationships: {
        favourites: { data: [] },
        readNotifications: { data: [] },
        unreadNotifications: { data: [] },
      },
      meta: {
        restrictions: {
          canUpload: true,
          canDownload: true,
          canCreateFolder: true,
          canCreateTeamFolder: true,
          reason: null,
          reason_code: null,
          reasons: {},
          all_reasons: [],
        },
        limitations: { max_team_members: { total: 10, meta: { allowed_emails: [] } } },
        usages: {
          costEstimate: null,
          customer_folders: false,
          has_open_invoices: false,
          has_balance: false,
          has_billing: false,
        },
      },
    })
    expect(user.attributes.color).toMatch(/^#[0-9a-f]{6}$/)
    expect(JSON.stringify(user)).not.toMatch(/"password|argon2|token/i)
  })

  it('shows the used storage, and refuses uploads when it is full', async () => {
    const client = await t.signIn()
    await t.limitStorage(client.userId, 10)
    const stored = await client.upload({ filename: 'ten.txt', content: '0123456789' })
    expect(stored.status).toBe(201)
    const user = await me(client)
    expect(user.attributes.storage).toEqual({
      used_bytes: 10,
      capacity_bytes: 10,
      percentage: 100,
    })
    expect(user.meta.restrictions.canUpload).toBe(false)
  })

  it('takes seven statements, and one more with favourites', async () => {
    const client = await t.signIn()
    expect(await t.countQueries(() => me(client))).toHaveLength(7)
    for (const name of ['One', 'Two']) {
      const made = await client.send('POST', '/api/create-folder', { name })
      await client.send('POST', '/api/favourites', { ids: [made.body.data.id] })
    }
    expect(await t.countQueries(() => me(client))).toHaveLength(8)
  })

  it('is refused without a session', async () => {
    const reply = await t.anonymous().call(account.getUser, {})
    expect([reply.status, reply.body.code]).toEqual([401, 'auth.required'])
  })
})

describe('changing a setting', () => {
  it.each([
    ['PATCH', '/api/user/settings', { theme_mode: 'dark' }],
    ['PATCH', '/user/settings', { theme_mode: 'dark' }],
    ['POST', '/user/settings', { theme_mode: 'dark' }],
    ['POST', '/api/user/settings', { theme_mode: 'dark' }],
    ['POST', '/user/settings', { theme_mode: 'dark', _method: 'patch' }],
    ['POST', '/api/user/settings', { name: 'theme_mode', value: 'dark', _method: 'patch' }],
    ['PATCH', '/api/user/settings', { name: 'theme_mode', value: 'dark' }],
  ])('works by %s %s with %o', async (method, path, body) => {
    const client = await t.signIn()
    const reply = await client.send(method, path, body)
    expect(reply.status).toBe(200)
    expect(reply.body.data.relationships.settings.data.attributes.theme_mode).toBe('dark')
    expect(await settingsOf(client)).toMatchObject({ theme_mode: 'dark', emoji_type: 'twemoji' })
  })

  it('accepts a form too', async () => {
    const client = await t.signIn()
    const form = new FormData()
    form.set('emoji_type', 'applemoji')
    form.set('_method', 'patch')
    expect((await client.send('POST', '/user/settings', form)).status).toBe(200)
    expect((await settingsOf(client)).emoji_type).toBe('applemoji')
  })

  it('changes the name when the first or last name changes', async () => {
    const client = await t.signIn()
    await client.call(account.updateSettings, { body: { first_name: 'Ada', last_name: 'King' } })
    expect((await me(client)).attributes.name).toBe('Ada King')
    await client.call(account.updateSettings, { body: { last_name: '' } })
    expect((await me(client)).attributes.name).toBe('Ada')
  })

  it.each(['Asia/Kathmandu', 'America/Argentina/Buenos_Aires', '+05:45', 'UTC'])(
    'stores %s as the time zone, and null uses the zone of the browser',
    async timezone => {
      const client = await t.signIn()
      expect((await settingsOf(client)).timezone).toBeNull()
      const pair = { name: 'timezone', value: timezone, _method: 'patch' }
      expect((await client.send('POST', '/user/settings', pair)).status).toBe(200)
      expect((await settingsOf(client)).timezone).toBe(timezone)
      await client.call(account.updateSettings, { body: { timezone: null } })
      expect((await settingsOf(client)).timezone).toBeNull()
    },
  )

  it('changes no other user', async () => {
    const client = await t.signIn()
    const other = await t.signIn()
    const before = await me(other)
    await client.call(account.updateSettings, { body: { theme_mode: 'dark', first_name: 'Eve' } })
    expect(await me(other)).toEqual(before)
  })

  it.each([
    ['nothing', {}],
    ['an unknown setting', { role: 'admin' }],
    ['an unknown setting by name', { name: 'role', value: 'admin' }],
    ['an unknown colour scheme', { theme_mode: 'sepia' }],
    ['a list', { theme_mode: ['dark'] }],
    ['a prototype', { name: '__proto__', value: { theme_mode: 'dark' } }],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }],
    ['an overlong time zone', { timezone: 'x'.repeat(1000) }],
    ['a blank name', { first_name: ' ' }],
    ['a name with NUL', { first_name: 'a\u0000' }],
  ])('refuses %s', async (_, body) => {
    const client = await t.signIn()
    const before = await me(client)
    const reply = await client.send('PATCH', '/api/user/settings', body)
    expect([reply.status, reply.body.code]).toEqual([422, 'request.invalid'])
    expect(await me(client)).toEqual(before)
  })
})

describe('creating an account without a form', () => {
  const accountInput = (email: string) =>
    ({
      name: 'Root',
      email,
      password: 'correct horse battery',
      role: 'admin',
      isEmailVerified: true,
    }) as const

  it('creates settings, quota, password and home', async () => {
    const id = await createAccount(t.deps, accountInput('Root@Example.test'))
    const { db } = t.deps
    for (const table of ['user_settings', 'user_quotas', 'accounts'] as const)
      expect(
        await db.selectFrom(table).where('user_id', '=', id).selectAll().execute(),
      ).toHaveLength(1)
    const home = await db.selectFrom('items').where('id', '=', id).selectAll().executeTakeFirst()
    expect(home).toMatchObject({ owner_id: id, parent_id: null, type: 'folder', name: 'home' })
  })

  it('refuses an address that is taken', async () => {
    await createAccount(t.deps, accountInput('taken@example.test'))
    const again = createAccount(t.deps, accountInput('TAKEN@example.test'))
    await expect(again).rejects.toMatchObject({ code: 'auth.address_taken' })
  })
})
