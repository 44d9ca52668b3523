import { account, config, linkedAccounts, settings, social, twoFactor } from '@coffer/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailApp } from '../../../test/open-test-app.ts'
import {
  createOpenidServer,
  OPENID_CLIENT,
  type OpenidPerson,
} from '../../../test/openid-server.ts'
import { PASSWORD } from '../../../test/people.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const provider = await createOpenidServer()
afterAll(provider.close)
const { t } = await openMailApp()
provider.register(`${t.origin}/api/auth/callback/openid`)
let admin: TestClient
let count = 0
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const change = (body: object, client = admin) =>
  client.send('PATCH', settings.updateSettings.path, body)
const test = (client = admin) => client.send('POST', settings.testOpenid.path)
const me = async (client: TestClient) => (await client.call(account.getUser, {})).body.data

function newPerson(more: Partial<OpenidPerson> = {}): OpenidPerson & { email: string } {
  count += 1
  const email = `openid-${count}@example.test`
  return {
    sub: `sub-${count}`,
    name: `Openid ${count}`,
    email,
    email_verified: true,
    ...more,
  } as never
}

const begin = (client: TestClient) =>
  client.call(social.socialRedirect, { params: { provider: 'openid' }, query: {} })

/** The callback after signing in at the provider. */
async function callbackOf(client: TestClient, alter = (url: URL) => url): Promise<URL> {
  const { status, body } = await begin(client)
  expect(status).toBe(200)
  return provider.follow(alter(new URL(body.data.url)).href)
}

async function comeBack(client: TestClient, { pathname, search }: URL) {
  const reply = await client.send('GET', pathname + search)
  expect(reply.status).toBe(302)
  return reply.headers.get('location')
}

async function enterAs(person: OpenidPerson | undefined, client = t.anonymous()) {
  provider.visitBy(person)
  return comeBack(client, await callbackOf(client))
}

const turnOn = async () => {
  provider.visitBy(newPerson())
  const started = await test()
  await comeBack(admin, await provider.follow(started.body.data.url))
  expect((await change({ values: { allowed_openid_login: true } })).status).toBe(200)
}

beforeAll(async () => {
  admin = await t.signIn('admin')
  const values = { openid_issuer: provider.issuer, openid_client_id: OPENID_CLIENT.id }
  const reply = await change({ values, secrets: { openid_client_secret: OPENID_CLIENT.secret } })
  expect(reply.status).toBe(200)
})

describe('before a test', () => {
  it('cannot be turned on, and is not offered', async () => {
    const reply = await change({ values: { allowed_openid_login: true } })
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([
      422,
      ['values.allowed_openid_login'],
    ])
    expect((await begin(t.anonymous())).status).toBe(404)
    expect((await t.anonymous().call(config.getConfig, {})).body.allowedOpenidLogin).toBe(false)
  })

  it('returns the reason why an issuer is not found', async () => {
    const wrong = { openid_issuer: 'http://127.0.0.1:1' }
    await change({ values: wrong, secrets: { openid_client_secret: OPENID_CLIENT.secret } })
    const { data } = (await test()).body
    expect(data).toMatchObject({ is_found: false, url: null })
    expect(data.answer).toMatch(/ECONNREFUSED|fetch failed/)
    const right = { openid_issuer: provider.issuer }
    await change({ values: right, secrets: { openid_client_secret: OPENID_CLIENT.secret } })
  })

  it('rejects an issuer without TLS on another machine', async () => {
    const reply = await change({ values: { openid_issuer: 'http://login.example.com' } })
    expect(Object.keys(reply.body.errors)).toContain('values.openid_issuer')
  })
})

describe('a test', () => {
  it('fails with a wrong secret, in another browser, and when it is cancelled', async () => {
    await change({ secrets: { openid_client_secret: 'a-wrong-secret-of-a-client' } })
    provider.visitBy(newPerson())
    const wrong = await provider.follow((await test()).body.data.url)
    expect(await comeBack(admin, wrong)).toBe('/admin/settings/sign-in?openid=failed')
    await change({ secrets: { openid_client_secret: OPENID_CLIENT.secret } })
    const mine = await provider.follow((await test()).body.data.url)
    expect((await t.anonymous().send('GET', mine.pathname + mine.search)).status).toBe(404)
    provider.visitBy(undefined)
    const cancelled = await provider.follow((await test()).body.data.url)
    expect(await comeBack(admin, cancelled)).toBe('/admin/settings/sign-in?openid=cancelled')
    expect((await change({ values: { allowed_openid_login: true } })).status).toBe(422)
  })

  it('that passes allows to turn it on, and a changed secret turns it off again', async () => {
    await turnOn()
    const offered = (await t.anonymous().call(config.getConfig, {})).body
    expect(offered.allowedOpenidLogin).toBe(true)
    const off = await change({ secrets: { openid_client_secret: 'another-secret-of-it' } })
    expect(off.body.data.values.allowed_openid_login.value).toBe(false)
    await change({ secrets: { openid_client_secret: OPENID_CLIENT.secret } })
    expect((await change({ values: { allowed_openid_login: true } })).status).toBe(200)
  })
})

describe('sign-in', () => {
  beforeAll(turnOn)

  it('creates an account at the first sign-in and finds it at the next', async () => {
    const person = newPerson()
    const client = t.anonymous()
    expect(await enterAs(person, client)).toBe('/platform/files')
    const { id, attributes } = await me(client)
    expect(attributes).toMatchObject({ email: person.email, name: person.name, role: 'user' })
    const again = t.anonymous()
    await enterAs(person, again)
    expect((await me(again)).id).toBe(id)
  })

  it('creates no account when that is off, or registration is closed', async () => {
    await change({ values: { openid_creates_accounts: false } })
    expect(await enterAs(newPerson())).toBe('/sign-in?social=closed')
    await change({ values: { openid_creates_accounts: true, registration: false } })
    expect(await enterAs(newPerson())).toBe('/sign-in?social=closed')
    await change({ values: { registration: true, registration_domains: ['work.test'] } })
    expect(await enterAs(newPerson())).toBe('/sign-in?social=closed')
    await change({ reset: ['registration_domains'] })
  })

  // A7
  it('links an account only when both sides verified the address', async () => {
    const owner = await t.signIn()
    const email = await emailOf(owner)
    const thief = t.anonymous()
    const unverified = newPerson({ email, email_verified: false })
    expect(await enterAs(unverified, thief)).toBe('/sign-in?social=unverified')
    expect((await thief.call(account.getUser, {})).status).toBe(401)
    const browser = t.anonymous()
    await enterAs(newPerson({ email }), browser)
    expect((await me(browser)).id).toBe(owner.userId)
  })

  // A7
  it('is refused without the right state, and in another browser', async () => {
    provider.visitBy(newPerson())
    const client = t.anonymous()
    const callback = await callbackOf(client)
    const without = new URL(callback)
    without.searchParams.delete('state')
    expect(await comeBack(client, without)).toBe('/sign-in?social=failed')
    without.searchParams.set('state', 'made-up')
    expect(await comeBack(client, without)).toBe('/sign-in?social=failed')
    expect(await comeBack(t.anonymous(), callback)).toBe('/sign-in?social=failed')
  })

  // A7
  it('is refused with the nonce of another sign-in', async () => {
    provider.visitBy(newPerson())
    const client = t.anonymous()
    const callback = await callbackOf(client, url => {
      url.searchParams.set('nonce', 'another')
      return url
    })
    expect(await comeBack(client, callback)).toBe('/sign-in?social=failed')
  })

  it('accepts only the code of its own sign-in, by PKCE', async () => {
    provider.visitBy(newPerson())
    const stolen = (await callbackOf(t.anonymous())).searchParams.get('code') ?? ''
    const client = t.anonymous()
    const callback = await callbackOf(client)
    callback.searchParams.set('code', stolen)
    expect(await comeBack(client, callback)).toBe('/sign-in?social=failed')
  })

  it('is refused without an address, and when the user cancels', async () => {
    const { email: _, ...nameless } = newPerson()
    expect(await enterAs(nameless)).toBe('/sign-in?social=no_address')
    expect(await enterAs(undefined)).toBe('/sign-in?social=cancelled')
  })

  it('requires the second step of users with two-factor sign-in', async () => {
    const ann = await t.signIn()
    const { secret } = await turnOnTwoFactor(ann)
    const browser = t.anonymous()
    const redirect = await enterAs(newPerson({ email: await emailOf(ann) }), browser)
    expect(redirect).toBe('/sign-in?step=second')
    await browser.call(twoFactor.verifyCode, { body: { code: totp(secret, 1) } })
    expect((await me(browser)).id).toBe(ann.userId)
  })
})

it.each([
  ['no name', ''],
  ['a long name', 'x'.repeat(2000)],
  ['a line break in the name', 'Ann\nBcc: all'],
])('a user to whom the provider gives %s can send links', async (_, name) => {
  await turnOn()
  const client = t.anonymous()
  await enterAs(newPerson({ name }), client)
  const { body } = await client.upload({ filename: 'a.txt', content: 'a' })
  const share = { id: body.data.id, type: 'file', permission: 'visitor' }
  const { token } = (await client.send('POST', '/api/share', share)).body.data.attributes
  const emails = ['bob@example.test']
  expect((await client.send('POST', `/api/share/${token}/email`, { emails })).status).toBe(200)
})

describe('the role claim', () => {
  beforeAll(() =>
    change({ values: { openid_role_claim: 'groups', openid_admin_value: 'coffer-admins' } }),
  )

  it('gives and takes the role at each sign-in', async () => {
    const person = newPerson({ groups: ['staff', 'coffer-admins'] })
    const client = t.anonymous()
    await enterAs(person, client)
    expect((await me(client)).attributes.role).toBe('admin')
    const again = t.anonymous()
    await enterAs({ ...person, groups: ['staff'] }, again)
    expect((await me(again)).attributes.role).toBe('user')
    expect((await client.send('GET', settings.getSettings.path)).status).toBe(403)
  })

  it('is read at the userinfo endpoint when the token lacks it', async () => {
    const person = newPerson({ userinfo: { groups: ['coffer-admins'] } })
    const client = t.anonymous()
    await enterAs(person, client)
    expect((await me(client)).attributes.role).toBe('admin')
    await enterAs(person, client)
    expect((await me(client)).attributes.role).toBe('admin')
    await enterAs({ ...person, userinfo: { groups: ['staff'] } }, client)
    expect((await me(client)).attributes.role).toBe('user')
  })

  it('takes the role that it gave when the provider leaves it out', async () => {
    const person = newPerson()
    const client = t.anonymous()
    await enterAs({ ...person, groups: ['coffer-admins'] }, client)
    expect((await me(client)).attributes.role).toBe('admin')
    await enterAs(person, client)
    expect((await me(client)).attributes.role).toBe('user')
  })

  it('leaves the role as it is when the provider does not send it', async () => {
    const other = await t.signIn('admin')
    const client = t.anonymous()
    await enterAs(newPerson({ email: await emailOf(other) }), client)
    expect((await me(client)).attributes.role).toBe('admin')
  })

  it('is reported by the test when the provider does not send it', async () => {
    const testAs = async (person: OpenidPerson) => {
      provider.visitBy(person)
      return comeBack(admin, await provider.follow((await test()).body.data.url))
    }
    expect(await testAs(newPerson())).toBe('/admin/settings/sign-in?openid=no_role_claim')
    expect(await testAs(newPerson({ groups: [] }))).toBe('/admin/settings/sign-in?openid=passed')
  })

  // A10
  it('leaves the last administrator', async () => {
    const person = newPerson({ email: await emailOf(admin), groups: [] })
    const others = t.deps.db.updateTable('users').set({ role: 'user' })
    await others.where('id', '!=', admin.userId).execute()
    const client = t.anonymous()
    await enterAs(person, client)
    expect((await me(client)).attributes.role).toBe('admin')
  })

  // A10
  it('leaves the last administrator who can sign in', async () => {
    const suspended = await t.signIn('admin')
    const change = t.deps.db.updateTable('users').set({ suspended_at: Date.now() })
    await change.where('id', '=', suspended.userId).execute()
    const client = t.anonymous()
    await enterAs(newPerson({ email: await emailOf(admin), groups: [] }), client)
    expect((await me(client)).attributes.role).toBe('admin')
  })

  describe('when the provider is unlinked', () => {
    /** An administrator by the claim who also has a password. */
    async function claimedAdministrator() {
      const client = await t.signIn()
      const person = newPerson({ email: await emailOf(client), groups: ['coffer-admins'] })
      await enterAs(person)
      expect((await me(client)).attributes.role).toBe('admin')
      return { client, person }
    }
    async function unlink(client: TestClient) {
      const { data } = (await client.call(linkedAccounts.listLinkedAccounts, {})).body
      const body = { id: data[0]?.id ?? '', password: PASSWORD }
      return client.call(linkedAccounts.unlinkAccount, { body })
    }
    const roleChangesOf = (id: string) =>
      t.deps.db
        .selectFrom('audit_entries')
        .select(['actor_id', 'before', 'after'])
        .where('action', '=', 'user.role_changed')
        .where('target_id', '=', id)
        .orderBy('seq', 'desc')
        .execute()

    it('takes the role that it gave', async () => {
      const { client, person } = await claimedAdministrator()
      expect((await unlink(client)).status).toBe(200)
      expect((await me(client)).attributes.role).toBe('user')
      expect((await client.send('GET', settings.getSettings.path)).status).toBe(403)
      const [change] = await roleChangesOf(client.userId)
      expect(change?.actor_id).toBe(client.userId)
      expect([change?.before, change?.after].map(text => JSON.parse(String(text)))).toEqual([
        { role: 'admin' },
        { role: 'user', source: 'openid' },
      ])
      const again = t.anonymous()
      const { groups: _, ...withoutClaim } = person
      await enterAs(withoutClaim, again)
      expect((await me(again)).attributes.role).toBe('user')
    })

    it('leaves a role that administrators gave', async () => {
      const client = await t.signIn('admin')
      await enterAs(newPerson({ email: await emailOf(client) }))
      expect((await unlink(client)).status).toBe(200)
      expect((await me(client)).attributes.role).toBe('admin')
    })

    // A10
    it('is refused for the last administrator', async () => {
      const { client } = await claimedAdministrator()
      const others = t.deps.db.updateTable('users').set({ role: 'user' })
      await others.where('id', '!=', client.userId).execute()
      const reply = await unlink(client)
      expect([reply.status, reply.body.code]).toEqual([409, 'account.last_administrator'])
      expect((await me(client)).attributes.role).toBe('admin')
      expect((await client.call(linkedAccounts.listLinkedAccounts, {})).body.data).toHaveLength(1)
    })
  })
})
