import { account, items } from '@coffer/contract'
import { expect, it } from 'vitest'
import { endpoints, nameOf } from '../../test/endpoints.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { createTestApp } from '../../test/test-app.ts'

const t = await openTestApp()

/** Not storable by shared caches. */
const PRIVATE_CACHE = /^(no-store|private, )/

it('responses to a user cannot be stored for others', async () => {
  const ann = await t.signIn()
  const { id } = (await ann.call(items.createFolder, { body: { name: 'Plans' } })).body.data
  const getEndpoints = endpoints.filter(
    ({ method, path }) => method === 'GET' && !path.startsWith('/translations/'),
  )
  for (const endpoint of getEndpoints) {
    const path = endpoint.path.replaceAll(/[:{]\w+}?/g, id)
    const { headers } = await ann.send('GET', path)
    expect(headers.get('cache-control'), nameOf(endpoint)).toMatch(PRIVATE_CACHE)
  }
  expect((await ann.call(account.getUser, {})).headers.get('cache-control')).toBe('no-store')
})

it('requires https for a year if our address uses it, and not otherwise', async () => {
  const secure = await createTestApp({ config: { appUrl: 'https://files.example.test' } })
  const paths = ['/api/health', '/sign-in', '/api/nowhere']
  const hstsHeaders = (origin: string) =>
    Promise.all(
      paths.map(async path =>
        (await fetch(origin + path)).headers.get('strict-transport-security'),
      ),
    )
  const answers = await hstsHeaders(secure.origin)
  await secure.close()
  expect(answers).toEqual(paths.map(() => 'max-age=31536000'))
  expect(await hstsHeaders(t.origin)).toEqual(paths.map(() => null))
})
