import type { Endpoint } from '@coffer/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { callVariants, endpoints, isReading, sendBy } from './endpoints.ts'
import { exampleFor, seed } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import type { OwnedData } from './owned-data.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog } from './write-log.ts'

const t = await openTestApp()
/** A server to which nothing may be written. */
const readOnly = await openTestApp()
const writes = await openWriteLog(readOnly.database)

/**
 * Endpoints whose example is rejected with these statuses: setup is closed, and some calls need
 * special data.
 */
const REJECTED_EXAMPLES: Record<string, number[]> = {
  ...Object.fromEntries(
    endpoints.filter(({ access }) => access === 'setup').map(({ path }) => [path, [410]]),
  ),
  '/api/file-request/:token/create-folder-custom': [422],
  // A provider without keys.
  '/api/socialite/:provider/redirect': [404],
  '/api/auth/callback/:provider': [404],
  // No export exists.
  '/api/user/data-export/download': [404],
  // The example's file is a text, and no user has an avatar.
  '/api/user/avatar': [200, 422],
  '/avatar/:key/:size': [404],
  // No such link was sent.
  '/api/auth/verify-email': [410],
  '/api/auth/reset-password': [410],
  // Require a pending sign-in or enabled two-factor sign-in.
  '/api/auth/two-factor/verify-totp': [409],
  '/api/auth/two-factor/generate-backup-codes': [409],
  // Recovery codes are for signed-out users.
  '/api/auth/two-factor/verify-backup-code': [401],
  // Require a passkey.
  '/api/auth/passkey/verify-registration': [422],
  '/api/auth/passkey/update-passkey': [404],
  '/api/auth/passkey/delete-passkey': [404],
  '/api/auth/passkey/verify-authentication': [422],
  // Requires a linked account of a provider.
  '/api/auth/unlink-account': [404],
}

describe('every endpoint of the contract is served and accepts its example', () => {
  async function prepare(endpoint: Endpoint) {
    const client = await t.signIn(endpoint.access === 'admin' ? 'admin' : 'user')
    const host = endpoint.path.includes('/teams/') ? await t.signIn() : undefined
    const own = await seed(client, 'own', host)
    await t.runJobs()
    return { client, own }
  }
  /** Data that rejected and reading calls leave unchanged is reused. */
  const untouched = new Map<string, Awaited<ReturnType<typeof prepare>>>()

  let described: Record<string, object>
  beforeAll(async () => {
    described = (await t.anonymous().send('GET', '/api/openapi.json')).body.paths
  })

  it.each(callVariants)('$name', async ({ endpoint, variant }) => {
    const entry = described[variant.path.replace(/:(\w+)/g, '{$1}')]
    if (!variant.as && variant.method !== 'HEAD')
      expect(entry).toHaveProperty(variant.method.toLowerCase())
    const kind = `${endpoint.access === 'admin'} ${endpoint.path.includes('/teams/')}`
    const prepared = untouched.get(kind) ?? (await prepare(endpoint))
    untouched.delete(kind)
    const { client, own } = prepared
    const reply = await sendBy(client, endpoint, variant, exampleFor(endpoint, own))
    const expectedStatuses = REJECTED_EXAMPLES[endpoint.path] ?? [200, 201, 204]
    expect(expectedStatuses, `answers ${reply.status}`).toContain(reply.status)
    if (isReading(variant) || reply.status >= 400) untouched.set(kind, prepared)
  })
})

// A2
describe('reading calls change nothing', () => {
  const reading = callVariants.filter(
    ({ endpoint, variant }) =>
      isReading(variant) && ['user', 'session', 'admin', 'public'].includes(endpoint.access),
  )
  let client: TestClient
  let own: OwnedData
  beforeAll(async () => {
    client = await readOnly.signIn('admin')
    own = await seed(client, 'own')
    await readOnly.runJobs()
  })

  it.each(reading)('$name', async ({ endpoint, variant }) => {
    const { written } = await writes.during(() =>
      sendBy(client, endpoint, variant, exampleFor(endpoint, own)),
    )
    // Downloaded bytes are counted as traffic.
    expect(written.filter(({ table }) => table !== 'traffic')).toEqual([])
  })
})
