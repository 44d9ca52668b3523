import { account, items } from '@coffer/contract'
import { expect, it } from 'vitest'
import { endpoints, nameOf } from '../../test/endpoints.ts'
import { openTestApp } from '../../test/open-test-app.ts'

const t = await openTestApp()

/** Who gets it may see it, and nobody between him and us. */
const forOne = /^(no-store|private, )/

it('what is answered to somebody is kept for nobody else', async () => {
  const ann = await t.signIn()
  const { id } = (await ann.call(items.createFolder, { body: { name: 'Plans' } })).body.data
  const looks = endpoints.filter(
    ({ method, path }) => method === 'GET' && !path.startsWith('/translations/'),
  )
  for (const endpoint of looks) {
    const path = endpoint.path.replaceAll(/[:{]\w+}?/g, id)
    const { headers } = await ann.send('GET', path)
    expect(headers.get('cache-control'), nameOf(endpoint)).toMatch(forOne)
  }
  expect((await ann.call(account.getUser, {})).headers.get('cache-control')).toBe('no-store')
})
