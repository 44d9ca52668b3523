import { account, favourites, items, twoFactor } from '@coffer/contract'
import { expect, it } from 'vitest'
import { endpoints, nameOf } from '../../../test/endpoints.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { totp } from '../../../test/totp.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const password = 'correct horse battery'
const t = await openTestApp({ config: { requiresTwoFactor: true } })

const refused = { status: 403, body: { code: 'auth.two_factor_required' } }

it('whoever has no second factor hears his name, and nothing of anybody’s data', async () => {
  const ann = await t.signIn('admin')
  expect((await ann.call(account.getUser, {})).status).toBe(200)
  const ofPeople = new Set(['user', 'admin', 'session'])
  const onData = endpoints.filter(
    one =>
      ofPeople.has(one.access) && one !== account.getUser && !one.path.startsWith('/api/auth/'),
  )
  for (const endpoint of onData) {
    const path = endpoint.path.replaceAll(/[:{]\w+}?/g, t.deps.newId())
    expect(await ann.send(endpoint.method, path), nameOf(endpoint)).toMatchObject(refused)
  }
  await expect(openPage(ann)).rejects.toThrow('403')
})

it('his name comes without the names of what he has, and without what he was told', async () => {
  const ann = await t.signIn()
  Object.assign(t.deps.config, { requiresTwoFactor: false })
  await makeToken(ann)
  const { id } = (await ann.call(items.createFolder, { body: { name: 'Plans' } })).body.data
  await ann.call(favourites.addFavourites, { body: { ids: [id] } })
  const told = async () => {
    const { relationships } = (await ann.call(account.getUser, {})).body.data
    const { favourites, unreadNotifications } = relationships
    return [favourites.data.length, unreadNotifications.data.length]
  }
  expect(await told()).toEqual([1, 1])
  Object.assign(t.deps.config, { requiresTwoFactor: true })
  expect(await told()).toEqual([0, 0])
})

it('is in with everything once he has set it up, and can’t turn it off again', async () => {
  const ann = await t.signIn()
  const { secret } = await turnOnTwoFactor(ann)
  expect((await ann.send('GET', '/api/browse/folders/all')).status).toBe(200)
  const off = await ann.call(twoFactor.disableTwoFactor, {
    body: { password, code: totp(secret, 1) },
  })
  expect(off).toMatchObject(refused)
})

it('a token from before it was required opens nothing of somebody without one', async () => {
  const ann = await t.signIn()
  Object.assign(t.deps.config, { requiresTwoFactor: false })
  const { token } = await makeToken(ann)
  Object.assign(t.deps.config, { requiresTwoFactor: true })
  const ask = () => t.anonymous().send('GET', '/api/browse/folders/all', undefined, bearing(token))
  expect(await ask()).toMatchObject(refused)
  await turnOnTwoFactor(ann)
  expect((await ask()).status).toBe(200)
})

it('the page is told, so that it can lead there', async () => {
  expect((await t.anonymous().send('GET', '/api/config')).body.isTwoFactorRequired).toBe(true)
})
