import type { Endpoint } from '@coffer/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints, isReading, sendBy, ways } from './endpoints.ts'
import { exampleFor, furnish } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import type { OwnedData } from './owned-data.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog } from './write-log.ts'

const t = await openTestApp()
/** Where nothing may be written. */
const quiet = await openTestApp()
const writes = await openWriteLog(quiet.database)

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
  '/api/user/data-export/download': [404],
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
    if (isReading(way) || reply.status >= 400) untouched.set(kind, prepared)
  })
})

// A2
describe('what only looks changes nothing', () => {
  const reading = ways.filter(
    ({ endpoint, way }) =>
      isReading(way) && ['user', 'session', 'admin', 'public'].includes(endpoint.access),
  )
  let client: TestClient
  let own: OwnedData
  beforeAll(async () => {
    client = await quiet.signIn('admin')
    own = await furnish(client, 'own')
    await quiet.runJobs()
  })

  it.each(reading)('$name', async ({ endpoint, way }) => {
    const { written } = await writes.during(() =>
      sendBy(client, endpoint, way, exampleFor(endpoint, own)),
    )
    // Bytes sent out are counted.
    expect(written.filter(({ table }) => table !== 'traffic')).toEqual([])
  })
})
