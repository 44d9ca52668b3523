import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'

const t = await openTestApp()

// HTTP-2: a POST with `_method` is handled as that method, also where the path has a POST endpoint.
it.each([
  ['/api/user/data-export', 204],
  ['/api/user/avatar', 200],
  ['/user/avatar', 200],
])('handles a POST to %s with _method delete as DELETE', async (path, status) => {
  const ann = await t.signIn()
  expect((await ann.send('POST', path, { _method: 'delete' })).status).toBe(status)
})

it('rejects a _method that the path does not support', async () => {
  const ann = await t.signIn()
  for (const _method of ['patch', 'get', 'nonsense']) {
    const body = { _method, password: 'correct horse battery' }
    const { status } = await ann.send('POST', '/api/user/data-export', body)
    expect([_method, status]).toEqual([_method, 405])
  }
  const { body } = await ann.send('GET', '/api/user/data-export')
  expect(body).toEqual({ data: null })
})
