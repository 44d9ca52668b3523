import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, nameOf, sendBy, variantsOf } from './endpoints.ts'
import { isBilling, openGateways, seedBilling } from './example-billing.ts'
import { makePlans } from './example-plans.ts'
import { exampleFor, seed } from './example-requests.ts'
import type { OwnedData } from './owned-data.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const gateways = await openGateways()
let t: TestApp
let admin: TestClient
let own: OwnedData
beforeAll(async () => {
  t = await createTestApp({ config: { gateways } })
  admin = await t.signIn('admin')
  own = await seed(admin, 'own')
  await t.runJobs()
})
afterAll(() => t.close())

/** Admin calls that change nothing although their method is not GET, at least not with the example. */
const READING = new Set([
  'POST /api/admin/test-websockets',
  'POST /api/admin/homepage/preview',
  // They only ask the gateway.
  'POST /api/admin/gateways/:gateway/check',
  'POST /api/subscriptions/admin/:id/sync',
  // The example selects no existing user.
  'POST /api/admin/users/bulk',
  // There is no logo to delete.
  'DELETE /api/admin/settings/logos/:name',
])

const changing = endpoints.filter(({ access, method }) => access === 'admin' && method !== 'GET')

const countEntries = async (): Promise<number> =>
  (await t.deps.db.selectFrom('audit_chain').select('last_seq').executeTakeFirstOrThrow()).last_seq

/** An earlier call may have ended the subscription, settled the invoice or replaced the plan. */
const newBilling = async () => ({
  ...(await makePlans(admin)),
  ...(await seedBilling(t, await t.signIn())),
})

describe('every call of an administrator that succeeds is in the audit log', () => {
  it.each(changing.map(endpoint => ({ endpoint, name: nameOf(endpoint) })))(
    '$name',
    async ({ endpoint, name }) => {
      const before = await countEntries()
      const [variant] = variantsOf(endpoint)
      if (!variant) throw new Error(`${name} has no variant`)
      const billing = isBilling(endpoint) && (await newBilling())
      const request = exampleFor(endpoint, { ...own, ...billing })
      const { status } = await sendBy(admin, endpoint, variant, request)
      if (billing) expect(status, name).toBeLessThan(300)
      // Work on many users is done, and recorded, by a job.
      await t.runJobs()
      const isRecorded = (await countEntries()) > before
      if (status < 300 && !READING.has(name)) expect(isRecorded, name).toBe(true)
    },
  )
})

// A8
it('offers no path on which an administrator acts as another user', () => {
  const suspicious = /impersonat|log-?in-?as|sign-?in-?as|act-?as|switch-?user|su\b/i
  expect(
    endpoints.filter(({ path, aliases = [] }) =>
      [path, ...aliases].some(url => suspicious.test(url)),
    ),
  ).toEqual([])
})

// A8
it.each(['impersonate-user', 'stop-impersonating'])('answers 404 to %s', async path => {
  const reply = await admin.send('POST', `/api/auth/admin/${path}`, { userId: admin.userId })
  expect(reply.status).toBe(404)
})
