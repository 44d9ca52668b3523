import type { Endpoint } from '@coffer/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AccessWay, endpoints, isReading, nameOf, sendBy, ways } from './endpoints.ts'
import { exampleFor, furnish } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import { bearing, makeToken } from './tokens.ts'
import { openWriteLog } from './write-log.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const own = await furnish(admin, 'own')
const writes = await openWriteLog(t.database)

const isFor = (access: Endpoint['access']) => ways.filter(one => one.endpoint.access === access)

/** What a program with a token is told, which brings no cookies. */
async function told(token: string, endpoint: Endpoint, way: AccessWay) {
  const request = exampleFor(endpoint, own)
  const reply = await sendBy(t.anonymous(), endpoint, way, request, bearing(token))
  return [reply.status, way.method === 'HEAD' ? '' : reply.body.code]
}
const refused = (way: AccessWay, code: string) => [403, way.method === 'HEAD' ? '' : code]

describe('by a token that may only read', () => {
  let token: string
  beforeAll(async () => {
    token = (await makeToken(admin, { scopes: ['read', 'admin'] })).token
    // Its use is noted now, and not again within the minute.
    await t.anonymous().send('GET', '/api/user', undefined, bearing(token))
  })

  // A8
  it.each(ways.filter(({ way }) => !isReading(way)))('nothing is changed: $name', async one => {
    const { endpoint, way } = one
    const isForPeople = endpoint.access === 'session' || endpoint.access === 'public'
    const code = isForPeople ? 'token.session_only' : 'token.read_only'
    const { result, written } = await writes.during(() => told(token, endpoint, way))
    expect(result).toEqual(refused(way, code))
    expect(written).toEqual([])
  })

  const looking = ways.filter(
    ({ endpoint, way }) =>
      isReading(way) && (endpoint.access === 'user' || endpoint.access === 'admin'),
  )
  it.each(looking)('everything of its person is seen: $name', async ({ endpoint, way }) => {
    const [status] = await told(token, endpoint, way)
    const { status: bySession } = await sendBy(admin, endpoint, way, exampleFor(endpoint, own))
    expect(status).toBe(bySession)
  })
})

describe('by a token that may do anything', () => {
  let token: string
  beforeAll(async () => {
    token = (await makeToken(admin, { scopes: ['write', 'admin'] })).token
  })

  it.each(isFor('session'))('what is for people is refused: $name', async ({ endpoint, way }) => {
    expect(await told(token, endpoint, way)).toEqual(refused(way, 'token.session_only'))
  })
})

// A8
describe('what is for administrators', () => {
  const names = { plain: '', demoted: '', other: '' }
  beforeAll(async () => {
    const { db } = t.deps
    names.plain = (await makeToken(admin, { scopes: ['write'] })).token
    const former = await t.signIn('admin')
    names.demoted = (await makeToken(former, { scopes: ['write', 'admin'] })).token
    await db.updateTable('users').set({ role: 'user' }).where('id', '=', former.userId).execute()
    names.other = (await makeToken(await t.signIn(), { scopes: ['write'] })).token
  })

  it.each(isFor('admin'))('takes the scope and the role: $name', async ({ endpoint, way }) => {
    expect(await told(names.plain, endpoint, way)).toEqual(refused(way, 'token.not_admin'))
    expect(await told(names.other, endpoint, way)).toEqual(refused(way, 'token.not_admin'))
    expect(await told(names.demoted, endpoint, way)).toEqual(refused(way, 'auth.forbidden'))
  })
})

it('whatever keeps an account safe is for those who have signed in', () => {
  const safety = endpoints.filter(({ path }) =>
    /^\/api\/(auth|user\/(tokens|leaving|archive))\b/.test(path),
  )
  const open = safety.filter(({ access }) => access !== 'session' && access !== 'public')
  expect(open.map(nameOf)).toEqual([])
})
