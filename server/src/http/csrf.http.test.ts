import { account, auth, items } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import type { TestClient } from '../../test/test-client.ts'

const t = await openTestApp()

const foldersOf = async (client: TestClient) => {
  const query = t.deps.db.selectFrom('items').where('owner_id', '=', client.userId)
  return (await query.where('parent_id', 'is not', null).selectAll().execute()).length
}
const create = (client: TestClient, headers: Record<string, string>) =>
  client.send('POST', items.createFolder.path, { name: 'Made' }, { headers })

// A2
describe('a call with a session', () => {
  it('succeeds with cookie and header', async () => {
    const client = await t.signIn()
    expect((await create(client, {})).status).toBe(201)
  })

  it.each([
    ['no token', () => ({ 'x-xsrf-token': '' })],
    ['a wrong token', () => ({ 'x-xsrf-token': 'A'.repeat(43) })],
    ['no X-Requested-With', () => ({ 'x-requested-with': '' })],
    ['a token of another session', other => ({ 'x-xsrf-token': other })],
  ] satisfies [string, (other: string) => Record<string, string>][])(
    'changes nothing with %s',
    async (_, headersWith) => {
      const client = await t.signIn()
      const other = await t.signIn()
      const reply = await create(client, headersWith(other.cookies.get('XSRF-TOKEN') ?? ''))
      expect([reply.status, reply.body.code]).toEqual([403, 'request.csrf'])
      expect(await foldersOf(client)).toBe(0)
    },
  )

  it.each([
    ['POST', '/api/upload'],
    ['POST', '/trash/restore'],
    ['PATCH', '/api/user/settings'],
    ['POST', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/change-password'],
    ['POST', '/logout'],
    ['DELETE', '/api/upload/0192d3b0-0000-7000-8000-000000000000'],
    ['POST', '/no/such/path'],
  ])('requires the header on %s %s', async (method, path) => {
    const client = await t.signIn()
    const reply = await client.send(method, path, undefined, { headers: { 'x-xsrf-token': 'no' } })
    expect([reply.status, reply.body.code]).toEqual([403, 'request.csrf'])
    expect((await client.call(account.getUser, {})).status).toBe(200)
  })

  it('is rejected before its body is read', async () => {
    const client = await t.signIn()
    const reply = await client.send('POST', '/api/create-folder', undefined, {
      headers: { 'x-xsrf-token': 'no', 'content-type': 'application/json' },
      body: '{ this is not JSON',
    })
    expect(reply.body.code).toBe('request.csrf')
  })
})

describe('the CSRF cookie', () => {
  it('is set by any response while it is missing or outdated', async () => {
    const client = await t.signIn()
    const token = client.cookies.get('XSRF-TOKEN')
    expect((await client.call(account.getUser, {})).headers.getSetCookie()).toEqual([])
    for (const value of ['', 'of-another-session']) {
      client.cookies.set('XSRF-TOKEN', value)
      await client.call(account.getUser, {})
      expect(client.cookies.get('XSRF-TOKEN')).toBe(token)
    }
  })

  it('is set by a rejection, so that the next attempt succeeds', async () => {
    const client = await t.signIn()
    client.cookies.delete('XSRF-TOKEN')
    expect((await create(client, {})).status).toBe(403)
    expect((await create(client, {})).status).toBe(201)
  })

  it('is not set on responses that a cache may share', async () => {
    const client = await t.signIn()
    client.cookies.delete('XSRF-TOKEN')
    const reply = await client.send('GET', '/translations/en')
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []])
  })
})

// A2
describe('a page of another origin', () => {
  const email = 'planted@example.test'
  const plant = (origin: string) => {
    const form = { name: 'Planted', email, password: 'correct horse battery' }
    return t.anonymous().send('POST', auth.signUp.path, undefined, {
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
  }

  it.each(['https://evil.test', 'null', 'http://127.0.0.1:1'])(
    'cannot sign a user in to a planted account, from %s',
    async origin => {
      const reply = await plant(origin)
      expect([reply.status, reply.body.code]).toEqual([403, 'request.csrf'])
      expect(reply.headers.getSetCookie()).toEqual([])
    },
  )

  it('cannot change anything even with the header', async () => {
    const client = await t.signIn()
    const reply = await create(client, { origin: 'https://evil.test' })
    expect([reply.status, reply.body.code]).toEqual([403, 'request.csrf'])
    expect((await create(client, { origin: t.origin })).status).toBe(201)
  })
})

it('does not require the header without a session', async () => {
  const headers = { 'x-requested-with': '', cookie: 'coffer.session_token=forged.AAAA' }
  const reply = await t.anonymous().send('POST', items.createFolder.path, {}, { headers })
  expect([reply.status, reply.body.code]).toEqual([401, 'auth.required'])
})
