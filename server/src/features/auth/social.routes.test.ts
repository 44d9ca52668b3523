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
const { t, elsewhere, newPerson, begin, callbackPath, comeBack, enterBy } = await openSocialApp()
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

describe.each(['google', 'github'] as const)('with %s', provider => {
  it('somebody new gets an account and is in, and the next time is known', async () => {
    const [person, client, again] = [newPerson(), t.anonymous(), t.anonymous()]
    expect(await enterBy(provider, person, client)).toBe('/platform/files')
    const { data } = (await me(client)).body
    expect(data.attributes).toMatchObject({ email: person.email, name: person.name, role: 'user' })
    expect((await client.send('POST', '/api/create-folder', { name: 'Mine' })).status).toBe(201)
    await enterBy(provider, person, again)
    expect((await me(again)).body.data.id).toBe(data.id)
  })

  it('an address that is proven on both sides is linked to its account', async () => {
    const client = await t.signIn()
    const [email, browser] = [await emailOf(client), t.anonymous()]
    await enterBy(provider, newPerson({ email }), browser)
    expect((await me(browser)).body.data.id).toBe(client.userId)
    expect(await providersOf(browser)).toEqual(['credential', provider])
    const { data } = (await client.call(notifications.listNotifications, {})).body
    const titles = data.map((one: { attributes: { title: string } }) => one.attributes.title)
    expect(titles).toContainEqual(expect.stringMatching(/^Sign-in with \w+ was added$/))
  })

  // A7
  it('an address that the provider has not confirmed is linked to nobody', async () => {
    const [email, browser] = [await emailOf(await t.signIn()), t.anonymous()]
    const where = await enterBy(provider, newPerson({ email, isVerified: false }), browser)
    expect(where).toBe('/sign-in?social=unverified')
    expect((await me(browser)).status).toBe(401)
  })

  it('an account whose own address is not proven is linked to nobody', async () => {
    const [person, browser] = [newPerson(), t.anonymous()]
    const body = { name: 'Squatter', email: person.email, password: PASSWORD }
    await t.anonymous().call(auth.signUp, { body })
    await t.runJobs()
    expect(await enterBy(provider, person, browser)).toBe('/sign-in?social=unverified')
    expect((await me(browser)).status).toBe(401)
  })
})

describe('with facebook, which does not say whose address it is', () => {
  it('a token that was made for another app is refused', async () => {
    elsewhere.forge({ appId: 'another-app' })
    expect(await enterBy('facebook', newPerson())).toBe('/sign-in?social=failed')
  })
})

// A7
describe.each(PROVIDERS)('the way back from %s', provider => {
  it('leads nowhere without the state that was given, or in another browser', async () => {
    elsewhere.visitBy(newPerson())
    const [client, thief] = [t.anonymous(), t.anonymous()]
    const path = await callbackPath(client, provider)
    const [where = '', query = ''] = path.split('?')
    const search = new URLSearchParams(query)
    search.delete('state')
    expect(await comeBack(client, `${where}?${search}`)).toBe('/sign-in?social=failed')
    search.set('state', 'made-up')
    expect(await comeBack(client, `${where}?${search}`)).toBe('/sign-in?social=failed')
    expect(await comeBack(thief, path)).toBe('/sign-in?social=failed')
    expect((await me(thief)).status).toBe(401)
  })

  it('is gone once', async () => {
    elsewhere.visitBy(newPerson({ isVerified: true }))
    const client = t.anonymous()
    const path = await callbackPath(client, provider)
    await comeBack(client, path)
    expect(await comeBack(client, path)).toBe('/sign-in?social=failed')
  })

  it('is good for who began it only: the code is bound by PKCE', async () => {
    elsewhere.visitBy(newPerson())
    const [client, other] = [t.anonymous(), t.anonymous()]
    const stolen = new URL(await callbackPath(other, provider), t.origin).searchParams.get('code')
    const own = new URL(await callbackPath(client, provider), t.origin)
    own.searchParams.set('code', stolen ?? '')
    expect(await comeBack(client, own.pathname + own.search)).toBe('/sign-in?social=failed')
    expect((await me(client)).status).toBe(401)
  })

  it('of somebody who says no leads back to sign-in', async () => {
    expect(await enterBy(provider, undefined)).toBe('/sign-in?social=cancelled')
  })

  it('of somebody without an address leads back to sign-in', async () => {
    const { email: _, ...person } = newPerson()
    expect(await enterBy(provider, person)).toBe('/sign-in?social=no_address')
  })

  it('of somebody who is not in yet keeps where he wanted to go', async () => {
    elsewhere.visitBy(undefined)
    const client = t.anonymous()
    const path = await callbackPath(client, provider, '/platform/trash?from=bookmark')
    expect(await comeBack(client, path)).toBe(
      '/sign-in?redirect=%2Fplatform%2Ftrash%3Ffrom%3Dbookmark&social=cancelled',
    )
  })

  it('leads to the address that the browser came by', async () => {
    const { body } = await begin(t.anonymous(), provider)
    const back = new URL(body.data.url).searchParams.get('redirect_uri')
    expect(back).toBe(`${t.origin}/api/auth/callback/${provider}`)
  })
})

// A7
describe('what google has signed', () => {
  it.each([
    ['by a stranger', { key: 'stranger' as const }],
    ['for another sign-in', { claims: { nonce: 'another' } }],
    ['without a word for this sign-in', { claims: { nonce: undefined } }],
  ])('counts for nothing %s', async (_, how) => {
    const printed = vi.spyOn(console, 'error')
    elsewhere.forge(how)
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
])('nobody is led to %j after signing in', async redirect => {
  elsewhere.visitBy(newPerson())
  const client = t.anonymous()
  const path = await callbackPath(client, 'google', redirect)
  expect(await comeBack(client, path)).toBe('/platform/files')
})

it('leads on to where somebody wanted to go', async () => {
  elsewhere.visitBy(newPerson())
  const client = t.anonymous()
  const returnPath = '/platform/trash?from=bookmark'
  expect(await comeBack(client, await callbackPath(client, 'github', returnPath))).toBe(returnPath)
})

it('whoever has a second factor is asked for it, and not in before', async () => {
  const [ann, browser] = [await t.signIn(), t.anonymous()]
  const { secret } = await turnOnTwoFactor(ann)
  const email = await emailOf(ann)
  expect(await enterBy('google', newPerson({ email }), browser)).toBe('/sign-in?step=second')
  expect((await me(browser)).status).toBe(401)
  const code = totp(secret, 1)
  await browser.call(twoFactor.verifyCode, { body: { code } })
  expect((await me(browser)).body.data.attributes.email).toBe(email)
})

// A1
it('a session from before is over with it', async () => {
  const client = await t.signIn()
  const before = t.anonymous()
  for (const [name, value] of client.cookies) before.cookies.set(name, value)
  await enterBy('google', newPerson(), client)
  expect([(await me(before)).status, (await me(client)).status]).toEqual([401, 200])
})

it('whoever is asked for his second factor goes on to where he wanted to', async () => {
  const ann = await t.signIn()
  await turnOnTwoFactor(ann)
  elsewhere.visitBy(newPerson({ email: await emailOf(ann) }))
  const client = t.anonymous()
  const path = await callbackPath(client, 'google', '/platform/trash?from=bookmark')
  expect(await comeBack(client, path)).toBe(
    '/sign-in?redirect=%2Fplatform%2Ftrash%3Ffrom%3Dbookmark&step=second',
  )
})

it('while sign-up is closed nobody new comes in this way, nor learns who is here', async () => {
  const taken = newPerson({ email: await emailOf(await t.signIn()) })
  await t.settings({ registration: false })
  const where = [await enterBy('google', newPerson())]
  for (const person of [newPerson(), taken]) where.push(await enterBy('facebook', person))
  await t.settings({ registration: true })
  expect(where).toEqual(Array(3).fill('/sign-in?social=closed'))
})

it('keeps no token of the provider', async () => {
  await enterBy('google', newPerson())
  const columns = ['access_token', 'refresh_token', 'id_token'] as never[]
  const rows = await t.deps.db.selectFrom('accounts').select(columns).execute()
  expect(rows.flatMap(row => Object.values(row)).filter(value => value !== null)).toEqual([])
})

it('without keys, or closed by an administrator, a provider is not there', async () => {
  const plain = await createTestApp()
  const { body } = await plain.anonymous().call(config.getConfig, {})
  expect(body).toMatchObject({
    ...{ allowedFacebookLogin: false, allowedGoogleLogin: false, allowedGithubLogin: false },
  })
  for (const provider of PROVIDERS) {
    expect((await begin(plain.anonymous(), provider)).status).toBe(404)
    expect((await plain.anonymous().send('GET', `/api/auth/callback/${provider}`)).status).toBe(404)
  }
  await plain.close()
  await t.settings({ allowed_google_login: false })
  const told = (await t.anonymous().call(config.getConfig, {})).body
  const refused = await begin(t.anonymous(), 'google')
  await t.settings({ allowed_google_login: true })
  expect([told.allowedGoogleLogin, told.allowedGithubLogin, refused.status]).toEqual([
    false,
    true,
    404,
  ])
})
