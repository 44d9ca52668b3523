import { account, auth, type Endpoint, favourites, items, twoFactor } from '@coffer/contract'
import { expect, it } from 'vitest'
import { endpoints, nameOf } from '../../../test/endpoints.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const password = 'correct horse battery'
const t = await openTestApp({ config: { requiresTwoFactor: true } })

function setRequirement(requiresTwoFactor: boolean) {
  Object.assign(t.deps.config, { requiresTwoFactor })
  t.deps.settings.invalidate()
}

const refused = { status: 403, body: { code: 'auth.two_factor_required' } }

it('gives users without two-factor sign-in their profile and no other data', async () => {
  const ann = await t.signIn('admin')
  expect((await ann.call(account.getUser, {})).status).toBe(200)
  const userScopes = new Set(['user', 'admin', 'session'])
  const exempt: Endpoint[] = [account.getUser, auth.signOut]
  const dataEndpoints = endpoints.filter(
    one =>
      userScopes.has(one.access) && !exempt.includes(one) && !one.path.startsWith('/api/auth/'),
  )
  for (const endpoint of dataEndpoints) {
    const path = endpoint.path.replaceAll(/[:{]\w+}?/g, t.deps.newId())
    expect(await ann.send(endpoint.method, path), nameOf(endpoint)).toMatchObject(refused)
  }
  await expect(openPage(ann)).rejects.toThrow('403')
})

it.each([auth.signOut.path, ...auth.signOut.aliases])(
  'lets users without it sign out by %s',
  async path => {
    const ann = await t.signIn()
    expect((await ann.send('POST', path)).status).toBe(204)
    expect((await ann.call(account.getUser, {})).status).toBe(401)
  },
)

it('leaves favourites and notifications out of that profile', async () => {
  const ann = await t.signIn()
  setRequirement(false)
  await makeToken(ann)
  const { id } = (await ann.call(items.createFolder, { body: { name: 'Plans' } })).body.data
  await ann.call(favourites.addFavourites, { body: { ids: [id] } })
  const counts = async () => {
    const { relationships } = (await ann.call(account.getUser, {})).body.data
    const { favourites, unreadNotifications } = relationships
    return [favourites.data.length, unreadNotifications.data.length]
  }
  expect(await counts()).toEqual([1, 1])
  setRequirement(true)
  expect(await counts()).toEqual([0, 0])
})

it('gives full access after the setup, and does not allow turning it off', async () => {
  const ann = await t.signIn()
  const { secret } = await turnOnTwoFactor(ann)
  expect((await ann.send('GET', '/api/browse/folders/all')).status).toBe(200)
  const off = await ann.call(twoFactor.disableTwoFactor, {
    body: { password, code: totp(secret, 1) },
  })
  expect(off).toMatchObject(refused)
})

it('refuses existing tokens of users without two-factor sign-in', async () => {
  const ann = await t.signIn()
  setRequirement(false)
  const { token } = await makeToken(ann)
  setRequirement(true)
  const browse = () =>
    t.anonymous().send('GET', '/api/browse/folders/all', undefined, bearing(token))
  expect(await browse()).toMatchObject(refused)
  await turnOnTwoFactor(ann)
  expect((await browse()).status).toBe(200)
})

it('reports the requirement in the public configuration', async () => {
  expect((await t.anonymous().send('GET', '/api/config')).body.isTwoFactorRequired).toBe(true)
})
