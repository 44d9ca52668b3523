import { account, items } from '@coffer/contract'
import { expect, it } from 'vitest'
import { endpoints, nameOf } from '../../test/endpoints.ts'
import { openTestApp } from '../../test/open-test-app.ts'
import { createTestApp } from '../../test/test-app.ts'

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

it('browsers come by https for a year where that is our address, and are told nothing of it elsewhere', async () => {
  const secure = await createTestApp({ config: { appUrl: 'https://files.example.test' } })
  const paths = ['/api/health', '/sign-in', '/api/nowhere']
  const told = (origin: string) =>
    Promise.all(
      paths.map(async path =>
        (await fetch(origin + path)).headers.get('strict-transport-security'),
      ),
    )
  const answers = await told(secure.origin)
  await secure.close()
  expect(answers).toEqual(paths.map(() => 'max-age=31536000'))
  expect(await told(t.origin)).toEqual(paths.map(() => null))
})
