import { account, auth, config, notifications, twoFactor } from '@coffer/contract'
import { PROVIDERS } from '@coffer/contract/social'
import { describe, expect, it, vi } from 'vitest'
import { openSocialApp } from '../../../test/social-visits.ts'
import { emailOf } from '../../../test/teams.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const PASSWORD = 'correct horse battery'
const { t, socialServer, newPerson, begin, callbackPath, comeBack, enterBy } = await openSocialApp()
const me = (client: TestClient) => client.call(account.getUser, {})
const providersOf = async (client: TestClient) => {
  const { data } = (await me(client)).body
  const rows = await t.deps.db
    .selectFrom('accounts')
    .selectAll()
    .where('user_id', '=', data.id)
    .execute()
  return rows.map(row => row.provider_id).sort()
}

it('does not take the email of a provider for the substitute of another email', async () => {
  const email = await emailOf(await t.signIn())
  const browser = t.anonymous()
  const person = newPerson({ email: `${Buffer.from(email).toString('hex')}@stand-in.invalid` })
  await enterBy('google', person, browser)
  expect((await me(browser)).body.data.attributes.email).toBe(person.email)
})

describe.each(['google', 'github'] as const)('with %s', provider => {
  it('creates an account for a new user and finds it at the next sign-in', async () => {
    const person = newPerson()
    const client = t.anonymous()
    const again = t.anonymous()
    expect(await enterBy(provider, person, client)).toBe('/platform/files')
    const { data } = (await me(client)).body
    expect(data.attributes).toMatchObject({ email: person.email, name: person.name, role: 'user' })
    expect((await client.send('POST', '/api/create-folder', { name: 'Mine' })).status).toBe(201)
    await enterBy(provider, person, again)
    expect((await me(again)).body.data.id).toBe(data.id)
  })

  it('links an email that both sides have verified', async () => {
    const client = await t.signIn()
    const email = await emailOf(client)
    const browser = t.anonymous()
    await enterBy(provider, newPerson({ email }), browser)
    expect((await me(browser)).body.data.id).toBe(client.userId)
    expect(await providersOf(browser)).toEqual(['credential', provider])
    const { data } = (await client.call(notifications.listNotifications, {})).body
    const titles = data.map((one: { attributes: { title: string } }) => one.attributes.title)
    expect(titles).toContainEqual(expect.stringMatching(/^Sign-in with \w+ was added$/))
  })

  it('says that the account of the user is suspended', async () => {
    const person = newPerson()
    const client = t.anonymous()
    await enterBy(provider, person, client)
    const { id } = (await me(client)).body.data
    const admin = await t.signIn('admin')
    await admin.send('POST', `/api/admin/users/${id}/suspend`, { reason: 'Unpaid' })
    expect(await enterBy(provider, person)).toBe('/sign-in?social=suspended')
  })

  // A7
  it('does not link an email that the provider has not verified', async () => {
    const email = await emailOf(await t.signIn())
    const browser = t.anonymous()
    const redirect = await enterBy(provider, newPerson({ email, isVerified: false }), browser)
    expect(redirect).toBe('/sign-in?social=unverified')
    expect((await me(browser)).status).toBe(401)
  })

  it('does not link an account whose email is not verified', async () => {
    const person = newPerson()
    const browser = t.anonymous()
    const body = { name: 'Squatter', email: person.email, password: PASSWORD }
    await t.anonymous().call(auth.signUp, { body })
    await t.runJobs()
    expect(await enterBy(provider, person, browser)).toBe('/sign-in?social=unverified')
    expect((await me(browser)).status).toBe(401)
  })
})

describe('with facebook', () => {
  it('rejects a token of another app', async () => {
    socialServer.forge({ appId: 'another-app' })
    expect(await enterBy('facebook', newPerson())).toBe('/sign-in?social=failed')
  })
})

// A7
// OpenID Connect has no keys here; openid.routes.test.ts tests it against a real provider.
const SOCIAL_PROVIDERS = PROVIDERS.filter(provider => provider !== 'openid')

describe.each(SOCIAL_PROVIDERS)('the callback of %s', provider => {
  it('is rejected without the right state, and in another browser', async () => {
    socialServer.visitBy(newPerson())
    const client = t.anonymous()
    const thief = t.anonymous()
    const path = await callbackPath(client, provider)
    const [pathname = '', query = ''] = path.split('?')
    const search = new URLSearchParams(query)
    search.delete('state')
    expect(await comeBack(client, `${pathname}?${search}`)).toBe('/sign-in?social=failed')
    search.set('state', 'made-up')
    expect(await comeBack(client, `${pathname}?${search}`)).toBe('/sign-in?social=failed')
    expect(await comeBack(thief, path)).toBe('/sign-in?social=failed')
    expect((await me(thief)).status).toBe(401)
  })

  it('works once', async () => {
    socialServer.visitBy(newPerson({ isVerified: true }))
    const client = t.anonymous()
    const path = await callbackPath(client, provider)
    await comeBack(client, path)
    expect(await comeBack(client, path)).toBe('/sign-in?social=failed')
  })

  it('accepts only the code of its own sign-in, by PKCE', async () => {
    socialServer.visitBy(newPerson())
    const client = t.anonymous()
    const other = t.anonymous()
    const stolen = new URL(await callbackPath(other, provider), t.origin).searchParams.get('code')
    const callback = new URL(await callbackPath(client, provider), t.origin)
    callback.searchParams.set('code', stolen ?? '')
    expect(await comeBack(client, callback.pathname + callback.search)).toBe(
      '/sign-in?social=failed',
    )
    expect((await me(client)).status).toBe(401)
  })

  it('redirects to sign-in when the user cancels', async () => {
    expect(await enterBy(provider, undefined)).toBe('/sign-in?social=cancelled')
  })

  it('redirects to sign-in when the user has no email', async () => {
    const { email: _, ...person } = newPerson()
    expect(await enterBy(provider, person)).toBe('/sign-in?social=no_address')
  })

  it('keeps the requested page after a cancelled sign-in', async () => {
    socialServer.visitBy(undefined)
    const client = t.anonymous()
    const path = await callbackPath(client, provider, '/platform/trash?from=bookmark')
    expect(await comeBack(client, path)).toBe(
      '/sign-in?redirect=%2Fplatform%2Ftrash%3Ffrom%3Dbookmark&social=cancelled',
    )
  })

  it('has the origin that the browser used', async () => {
    const { body } = await begin(t.anonymous(), provider)
    const back = new URL(body.data.url).searchParams.get('redirect_uri')
    expect(back).toBe(`${t.origin}/api/auth/callback/${provider}`)
  })
})

// A7
describe('an id token of google', () => {
  it.each([
    ['signed by another key', { key: 'stranger' as const }],
    ['for another sign-in', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
  ])('is rejected %s', async (_, forgery) => {
    const printed = vi.spyOn(console, 'error')
    socialServer.forge(forgery)
    const client = t.anonymous()
    expect(await enterBy('google', newPerson(), client)).toBe('/sign-in?social=failed')
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
    expect((await me(client)).status).toBe(401)
  })
})

// A9
it.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test',
  'javascript:alert(1)',
  '/%0d%0aLocation:evil',
  '/%5cevil.test',
  '/a b',
  '/..//evil.test',
  '/%2e//evil.test/in',
  '/platform/..//evil.test',
])('does not redirect to %j after signing in', async redirect => {
  socialServer.visitBy(newPerson())
  const client = t.anonymous()
  const path = await callbackPath(client, 'google', redirect)
  expect(await comeBack(client, path)).toBe('/platform/files')
})

it('redirects to the requested page', async () => {
  socialServer.visitBy(newPerson())
  const client = t.anonymous()
  const returnPath = '/platform/trash?from=bookmark'
  expect(await comeBack(client, await callbackPath(client, 'github', returnPath))).toBe(returnPath)
})

it('requires the second step of users with two-factor sign-in', async () => {
  const ann = await t.signIn()
  const browser = t.anonymous()
  const { secret } = await turnOnTwoFactor(ann)
  const email = await emailOf(ann)
  expect(await enterBy('google', newPerson({ email }), browser)).toBe('/sign-in?step=second')
  expect((await me(browser)).status).toBe(401)
  const code = totp(secret, 1)
  await browser.call(twoFactor.verifyCode, { body: { code } })
  expect((await me(browser)).body.data.attributes.email).toBe(email)
})

// A1
it('ends the previous session', async () => {
  const client = await t.signIn()
  const before = t.anonymous()
  for (const [name, value] of client.cookies) before.cookies.set(name, value)
  await enterBy('google', newPerson(), client)
  expect([(await me(before)).status, (await me(client)).status]).toEqual([401, 200])
})

it('keeps the requested page during the second step', async () => {
  const ann = await t.signIn()
  await turnOnTwoFactor(ann)
  socialServer.visitBy(newPerson({ email: await emailOf(ann) }))
  const client = t.anonymous()
  const path = await callbackPath(client, 'google', '/platform/trash?from=bookmark')
  expect(await comeBack(client, path)).toBe(
    '/sign-in?redirect=%2Fplatform%2Ftrash%3Ffrom%3Dbookmark&step=second',
  )
})

it('creates no account and reveals no email while registration is closed', async () => {
  const taken = newPerson({ email: await emailOf(await t.signIn()) })
  await t.settings({ registration: false })
  const redirects = [await enterBy('google', newPerson())]
  for (const person of [newPerson(), taken]) redirects.push(await enterBy('facebook', person))
  await t.settings({ registration: true })
  expect(redirects).toEqual(Array(3).fill('/sign-in?social=closed'))
})

it('stores no token of the provider', async () => {
  await enterBy('google', newPerson())
  const columns = ['access_token', 'refresh_token', 'id_token'] as never[]
  const rows = await t.deps.db.selectFrom('accounts').select(columns).execute()
  expect(rows.flatMap(row => Object.values(row)).filter(value => value !== null)).toEqual([])
})

it('answers 404 for a provider without keys, or one that an admin disabled', async () => {
  const plain = await createTestApp()
  const { body } = await plain.anonymous().call(config.getConfig, {})
  expect(body).toMatchObject({
    allowedFacebookLogin: false,
    allowedGoogleLogin: false,
    allowedGithubLogin: false,
  })
  for (const provider of PROVIDERS) {
    expect((await begin(plain.anonymous(), provider)).status).toBe(404)
    expect((await plain.anonymous().send('GET', `/api/auth/callback/${provider}`)).status).toBe(404)
  }
  await plain.close()
  await t.settings({ allowed_google_login: false })
  const serverConfig = (await t.anonymous().call(config.getConfig, {})).body
  const refused = await begin(t.anonymous(), 'google')
  await t.settings({ allowed_google_login: true })
  expect([
    serverConfig.allowedGoogleLogin,
    serverConfig.allowedGithubLogin,
    refused.status,
  ]).toEqual([false, true, 404])
})

it('records a refused sign-in to an account', async () => {
  const ann = await t.signIn()
  await enterBy('facebook', newPerson({ email: await emailOf(ann) }))
  await t.runJobs()
  const entries = await t.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('target_id', '=', ann.userId)
    .where('action', '=', 'sign_in.refused')
    .execute()
  expect(entries.map(({ after }) => JSON.parse(String(after)))).toEqual([{ service: 'Facebook' }])
})
