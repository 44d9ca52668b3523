import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'

const t = await openTestApp()

// Decisions §1: a POST with `_method` is that method, also where the path has a POST of its own.
it.each([
  ['/api/user/data-export', 204],
  ['/api/user/avatar', 200],
  ['/user/avatar', 200],
])('a POST to %s that says DELETE removes', async (path, status) => {
  const ann = await t.signIn()
  expect((await ann.send('POST', path, { _method: 'delete' })).status).toBe(status)
})

it('what the path does not know is no POST either', async () => {
  const ann = await t.signIn()
  for (const _method of ['patch', 'get', 'nonsense']) {
    const body = { _method, password: 'correct horse battery' }
    const { status } = await ann.send('POST', '/api/user/data-export', body)
    expect([_method, status]).toEqual([_method, 405])
  }
  const { body } = await ann.send('GET', '/api/user/data-export')
  expect(body).toEqual({ data: null })
})
