import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, nameOf, sendBy, variantsOf } from './endpoints.ts'
import { seedBilling } from './example-billing.ts'
import { exampleFor, seed } from './example-requests.ts'
import type { OwnedData } from './owned-data.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog, type WriteLog } from './write-log.ts'

let t: TestApp
let writes: WriteLog
let own: OwnedData
let user: TestClient
let formerAdmin: TestClient
beforeAll(async () => {
  t = await createTestApp()
  writes = await openWriteLog(t.database)
  const admin = await t.signIn('admin')
  own = { ...(await seed(admin, 'own')), ...(await seedBilling(t, admin)) }
  await t.runJobs()
  user = await t.signIn()
  // Their session stays open.
  formerAdmin = await t.signIn('admin')
})
afterAll(() => t.close())

const adminCalls = endpoints
  .filter(({ access }) => access === 'admin')
  .flatMap(endpoint => variantsOf(endpoint).map(variant => ({ endpoint, variant })))
  .map(call => ({
    ...call,
    name: `${call.variant.method} ${call.variant.path}, ${nameOf(call.endpoint)}`,
  }))

const setRole = (role: 'admin' | 'user') =>
  t.deps.db.updateTable('users').set({ role }).where('id', '=', formerAdmin.userId).execute()

// A8
describe('admin endpoints reject other users and change nothing', () => {
  it.each(adminCalls)('$name', async ({ endpoint, variant }) => {
    const request = exampleFor(endpoint, own)
    const isBodiless = variant.method === 'HEAD'
    const rejection = [403, isBodiless ? undefined : 'auth.forbidden']
    const expectRejection = async (client: TestClient) => {
      const { result, written } = await writes.during(() =>
        sendBy(client, endpoint, variant, request),
      )
      expect([result.status, result.body?.code]).toEqual(rejection)
      expect(written).toEqual([])
    }
    await expectRejection(user)
    await setRole('user')
    await expectRejection(formerAdmin)
    await setRole('admin')
  })
})
