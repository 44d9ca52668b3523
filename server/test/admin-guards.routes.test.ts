import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints, nameOf, sendBy, waysTo } from './endpoints.ts'
import { exampleFor, furnish } from './example-requests.ts'
import type { OwnedData } from './owned-data.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog, type WriteLog } from './write-log.ts'

let t: TestApp
let writes: WriteLog
let own: OwnedData
let user: TestClient
let former: TestClient
beforeAll(async () => {
  t = await createTestApp()
  writes = await openWriteLog(t.database)
  const admin = await t.signIn('admin')
  own = await furnish(admin, 'own')
  await t.runJobs()
  user = await t.signIn()
  // His tab stays open.
  former = await t.signIn('admin')
})
afterAll(() => t.close())

const ways = endpoints
  .filter(({ access }) => access === 'admin')
  .flatMap(endpoint => waysTo(endpoint).map(way => ({ endpoint, way })))
  .map(one => ({ ...one, name: `${one.way.method} ${one.way.path}, ${nameOf(one.endpoint)}` }))

const setRole = (role: 'admin' | 'user') =>
  t.deps.db.updateTable('users').set({ role }).where('id', '=', former.userId).execute()

// A8: an entry of the audit, and administrators who act as others, come with the admin area.
describe('what is for administrators is refused to everybody else, and changes nothing', () => {
  it.each(ways)('$name', async ({ endpoint, way }) => {
    const request = exampleFor(endpoint, own)
    const isBodiless = way.method === 'HEAD'
    const refused = [403, isBodiless ? undefined : 'auth.forbidden']
    const expectRefusal = async (client: TestClient) => {
      const { result, written } = await writes.during(() => sendBy(client, endpoint, way, request))
      expect([result.status, result.body?.code]).toEqual(refused)
      expect(written).toEqual([])
    }
    await expectRefusal(user)
    await setRole('user')
    await expectRefusal(former)
    await setRole('admin')
  })
})
