import type { Endpoint } from '@coffer/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CallVariant, callVariants, endpoints, isReading, sendBy } from './endpoints.ts'
import { openGateways, seedBilling, subscribedFor } from './example-billing.ts'
import { exampleFor, seed } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import type { OwnedData } from './owned-data.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog } from './write-log.ts'

/**
 * A call that waits for a second connection while its transaction holds one would fail: with as many
 * such calls as connections, all of them wait for each other.
 */
const ONE_CONNECTION = { databasePool: 1 }

const t = await openTestApp({ config: { gateways: await openGateways(), ...ONE_CONNECTION } })
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
  // The example's file is a text, and there are no logos.
  '/api/admin/settings/logos/:name': [200, 422],
  '/system/:key': [404],
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
  // The examples name users, messages and jobs that do not exist.
  ...Object.fromEntries(
    endpoints
      .map(({ path }) => path)
      .filter(path =>
        /^\/api\/admin\/(users\/(:id(?!\/(credit|invoices|transactions)$)|tasks)|contact\/:id|jobs\/(retry|discard)$)/.test(
          path,
        ),
      )
      .map(path => [path, [404]]),
  ),
  '/api/admin/trashed/restore': [404],
  '/api/admin/trashed/delete': [404],
  '/api/admin/trashed/users/:id': [404],
  // Pages that come with the product can't be deleted and have no versions.
  '/api/admin/pages/:slug': [200, 404],
  '/api/admin/pages/:slug/versions/:id/restore': [404],
  // Events are signed by the gateway alone.
  '/api/subscriptions/:driver/webhooks': [400],
  // The subscription is paid from the balance, not by a card.
  '/api/subscriptions/edit/:subscription': [422],
  // Demo mode is off.
  '/api/demo': [404],
  // The examples have no valid file, mail server or keys.
  '/api/admin/users/import': [422],
  '/api/admin/documents/import': [422],
  '/api/admin/languages/:id/import': [422],
  '/api/admin/settings/email/test': [422],
  '/api/admin/settings/storage/test': [422],
  '/api/admin/settings/recaptcha/test': [422],
  '/api/admin/settings/social/test': [422],
  '/api/admin/settings/openid/test': [422],
}

describe('every endpoint of the contract is served and accepts its example', () => {
  async function prepare(endpoint: Endpoint) {
    const client = await t.signIn(endpoint.access === 'admin' ? 'admin' : 'user')
    const host = endpoint.path.includes('/teams/') ? await t.signIn() : undefined
    const own = await seed(client, 'own', host)
    const billing = await seedBilling(t, client, subscribedFor(endpoint))
    await t.runJobs()
    return { client, own: { ...own, ...billing } }
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>
  const preparedByKind = new Map<string, Prepared>()

  /** Calls the endpoint with its example, on data of earlier calls if they left what it needs. */
  async function statusOf(
    { endpoint, variant }: (typeof callVariants)[number],
    accepted: number[],
  ) {
    const send = ({ client, own }: Prepared) =>
      sendBy(client, endpoint, variant, exampleFor(endpoint, own))
    const isAdmin = endpoint.access === 'admin'
    const kind = `${isAdmin} ${endpoint.path.includes('/teams/')} ${subscribedFor(endpoint)}`
    const used = preparedByKind.get(kind)
    if (used) {
      const { status } = await send(used)
      if (accepted.includes(status) || status >= 500) return status
    }
    const prepared = await prepare(endpoint)
    preparedByKind.set(kind, prepared)
    return (await send(prepared)).status
  }

  let described: Record<string, object>
  beforeAll(async () => {
    described = (await t.anonymous().send('GET', '/api/openapi.json')).body.paths
  })

  it.each(callVariants)('$name', async call => {
    const { endpoint, variant } = call
    const entry = described[variant.path.replace(/:(\w+)/g, '{$1}')]
    if (!variant.as && variant.method !== 'HEAD')
      expect(entry).toHaveProperty(variant.method.toLowerCase())
    const accepted = REJECTED_EXAMPLES[endpoint.path] ?? [200, 201, 204]
    const status = await statusOf(call, accepted)
    expect(accepted, `answers ${status}`).toContain(status)
  })
})

// A2
/** Downloaded bytes are counted as traffic, and the dashboard stores its totals. */
const RECORDS_OF_READING = new Set(['traffic', 'traffic_totals', 'statistics'])
/** Exports of the data of all users are recorded in the audit log. */
const isExport = ({ path }: Endpoint) =>
  /^\/api\/((admin\/(audit|users|invoices|transactions|billing\/differences)|subscriptions\/admin(\/plans)?)\/export|reports\/items)$/.test(
    path,
  )
/** Earlier scripts start it with this method. */
const queuesJobs = ({ method, path }: CallVariant) =>
  method === 'GET' && path === '/api/subscriptions/admin/plans/synchronize'

describe('reading calls change nothing', () => {
  const reading = callVariants.filter(
    ({ endpoint, variant }) =>
      isReading(variant) && ['user', 'session', 'admin', 'public'].includes(endpoint.access),
  )
  let client: TestClient
  let own: OwnedData
  beforeAll(async () => {
    client = await readOnly.signIn('admin')
    own = { ...(await seed(client, 'own')), ...(await seedBilling(readOnly, client)) }
    await readOnly.runJobs()
  })

  it.each(reading)('$name', async ({ endpoint, variant }) => {
    const { written } = await writes.during(() =>
      sendBy(client, endpoint, variant, exampleFor(endpoint, own)),
    )
    const isExpected = ({ table }: { table: string }) =>
      RECORDS_OF_READING.has(table) ||
      ((isExport(endpoint) || queuesJobs(variant)) && table.startsWith('audit_')) ||
      (queuesJobs(variant) && table === 'jobs')
    expect(written.filter(write => !isExpected(write))).toEqual([])
  })
})
