import type { Access, Endpoint } from '@coffer/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Belongings } from './belongings.ts'
import { endpoints, sendBy, waysTo } from './endpoints.ts'
import { NO_LINKS, NO_REQUESTS } from './example-guests.ts'
import { exampleFor, furnish, NO_TYPES } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import { rowsOf } from './snapshot.ts'
import type { TestClient } from './test-client.ts'

const t = await openTestApp()
/** Few live here, so that a look at every row is a short one. */
const quiet = await openTestApp()

const ways = endpoints.flatMap(endpoint =>
  waysTo(endpoint).map(way => ({
    ...{ endpoint, way },
    name: [way.method, way.path, way.as].join(' ').trim(),
  })),
)
const REFUSALS: Partial<Record<Access, [status: number, code: string]>> = {
  setup: [410, 'setup.closed'],
  link: [404, 'share.not_found'],
  share: [404, 'share.not_found'],
  'request-link': [404, 'upload_request.not_found'],
  'upload-request': [404, 'upload_request.not_found'],
}
/** Closed once a server is installed, and what only ever stands at somebody's own root. */
const REFUSED: Record<string, number[]> = {
  ...Object.fromEntries(
    endpoints.filter(({ access }) => access === 'setup').map(({ path }) => [path, [410]]),
  ),
  '/api/file-request/:token/create-folder-custom': [422],
  // A provider without keys.
  '/api/socialite/:provider/redirect': [404],
  '/api/auth/callback/:provider': [404],
  // Nobody has asked for one.
  '/api/user/archive/download': [404],
  // Their example's file is a text, and nobody has a picture.
  '/api/user/avatar': [200, 422],
  '/avatar/:key/:size': [404],
  // A link that nobody has sent.
  '/api/auth/verify-email': [410],
  '/api/auth/reset-password': [410],
  // About a sign-in that is under way, or a second factor that is on.
  '/api/auth/two-factor/verify-totp': [409],
  '/api/auth/two-factor/generate-backup-codes': [409],
  // Recovery codes are for whoever is not in yet.
  '/api/auth/two-factor/verify-backup-code': [401],
  // For these it takes a passkey.
  '/api/auth/passkey/verify-registration': [422],
  '/api/auth/passkey/update-passkey': [404],
  '/api/auth/passkey/delete-passkey': [404],
  '/api/auth/passkey/verify-authentication': [422],
  // For this an account of another service.
  '/api/auth/unlink-account': [404],
}
const isReading = (method: string) => method === 'GET' || method === 'HEAD'

describe('every endpoint of the contract is served, and takes its example', () => {
  async function prepare(endpoint: Endpoint) {
    const client = await t.signIn(endpoint.access === 'admin' ? 'admin' : 'user')
    const host = endpoint.path.includes('/teams/') ? await t.signIn() : undefined
    const own = await furnish(client, 'own', host)
    await t.runJobs()
    return { client, own }
  }
  /** Whatever is refused or only looks leaves everything as it is for the next one. */
  const untouched = new Map<string, Awaited<ReturnType<typeof prepare>>>()

  let described: Record<string, object>
  beforeAll(async () => {
    described = (await t.anonymous().send('GET', '/api/openapi.json')).body.paths
  })

  it.each(ways)('$name', async ({ endpoint, way }) => {
    const entry = described[way.path.replace(/:(\w+)/g, '{$1}')]
    if (!way.as && way.method !== 'HEAD') expect(entry).toHaveProperty(way.method.toLowerCase())
    const kind = `${endpoint.access === 'admin'} ${endpoint.path.includes('/teams/')}`
    const prepared = untouched.get(kind) ?? (await prepare(endpoint))
    untouched.delete(kind)
    const { client, own } = prepared
    const reply = await sendBy(client, endpoint, way, exampleFor(endpoint, own))
    const right = REFUSED[endpoint.path] ?? [200, 201, 204]
    expect(right, `answers ${reply.status}`).toContain(reply.status)
    if (isReading(way.method) || reply.status >= 400) untouched.set(kind, prepared)
  })
})

describe('without a session or a good link nobody gets through, nor is his body read', () => {
  const id = 'x'
  const own = {
    ...{
      email: '',
      session: id,
      token: id,
      outer: id,
      folder: id,
      file: id,
      picture: id,
      version: id,
      upload: id,
    },
    ...{ team: id, joined: id, invitation: id },
    ...NO_TYPES,
    ...NO_LINKS,
    ...NO_REQUESTS,
  }
  const guarded = ways.filter(({ endpoint }) => endpoint.access !== 'public')
  it.each(guarded)('$name', async ({ endpoint, way }) => {
    const { params } = exampleFor(endpoint, own)
    const init = {
      headers: { 'content-type': 'application/json' },
      ...(!isReading(way.method) && { body: '{ this is not JSON' }),
    }
    const reply = await sendBy(t.anonymous(), endpoint, way, { params: params ?? {} }, init)
    const [status, code] = REFUSALS[endpoint.access] ?? [401, 'auth.required']
    expect([reply.status, reply.body.code ?? '']).toEqual([
      status,
      way.method === 'HEAD' ? '' : code,
    ])
  })
})

// A2
describe('without the pair of this very session nothing is changed', () => {
  const changing = ways.filter(({ way }) => !isReading(way.method))
  let client: TestClient
  let own: Belongings
  let wrong: Record<string, string>[]
  beforeAll(async () => {
    client = await quiet.signIn()
    own = await furnish(client, 'own')
    const other = await quiet.signIn()
    wrong = [
      { 'x-xsrf-token': '' },
      { 'x-xsrf-token': 'A'.repeat(43) },
      { 'x-xsrf-token': other.cookies.get('XSRF-TOKEN') ?? '' },
      { 'x-requested-with': '' },
    ]
  })

  it.each(changing)('$name', async ({ endpoint, way }) => {
    const request = exampleFor(endpoint, own)
    const before = await rowsOf(quiet.deps.db, client.userId)
    for (const headers of wrong) {
      const reply = await sendBy(client, endpoint, way, request, { headers })
      expect([reply.status, reply.body.code]).toEqual([403, 'request.csrf'])
    }
    expect(await rowsOf(quiet.deps.db, client.userId)).toEqual(before)
  })
})

// A2
describe('what only looks changes nothing', () => {
  const reading = ways.filter(
    ({ endpoint, way }) =>
      isReading(way.method) && ['user', 'session', 'admin', 'public'].includes(endpoint.access),
  )
  let client: TestClient
  let own: Belongings
  beforeAll(async () => {
    client = await quiet.signIn('admin')
    own = await furnish(client, 'own')
    await quiet.runJobs()
  })

  /** That bytes went out is counted, as it would be for anybody. */
  const rowsBesidesTraffic = async () =>
    (await rowsOf(quiet.deps.db, client.userId)).filter(row => !row.startsWith('traffic '))

  it.each(reading)('$name', async ({ endpoint, way }) => {
    const before = await rowsBesidesTraffic()
    await sendBy(client, endpoint, way, exampleFor(endpoint, own))
    expect(await rowsBesidesTraffic()).toEqual(before)
  })
})
