import type { Endpoint } from '@coffer/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AccessWay,
  type ExampleRequest,
  endpoints,
  nameOf,
  sendBy,
  waysTo,
} from './endpoints.ts'
import { exampleFor, furnish } from './example-requests.ts'
import type { OwnedData } from './owned-data.ts'
import { searched } from './property.ts'
import { requestsOf, spoiled } from './request-arbitraries.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog, type WriteLog } from './write-log.ts'

/**
 * Every endpoint asked by what its own schemas make, and by what does not fit them:
 * `npm run fuzz` asks each a hundred times.
 */

interface World {
  people: Record<'user' | 'admin', { client: TestClient; own: OwnedData }>
  known: string[]
}

/** Changes that a world bears before most of what it was about is gone. */
const CHANGES = 40
/**
 * A refused try is counted, a wrong password stands in the link's timeline, a passkey's challenge counts
 * once, and whoever asks was there. A download before it is counted a moment after it has left.
 */
const NOTED = new Set(['rate_limits', 'share_events', 'sessions', 'verifications', 'traffic'])

let t: TestApp
let world: World
let writes: WriteLog
let changes = 0
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => t.close())

/** On a server of its own: no other test writes here. */
async function openWorld(): Promise<World> {
  t = await createTestApp()
  const host = await t.signIn()
  const enter = async (role: 'user' | 'admin') => {
    const client = await t.signIn(role)
    return { client, own: await furnish(client, role, host) }
  }
  const people = { user: await enter('user'), admin: await enter('admin') }
  writes = await openWriteLog(t.database)
  changes = 0
  const known = [people.user.own, people.admin.own].flatMap(own => Object.values(own))
  return { people, known: [...new Set(known)] }
}

/** What was changed may have ended the very session that asks. */
async function livingWorld(): Promise<World> {
  const user = world.people.user.client
  const admin = world.people.admin.client
  const answers = await Promise.all([user.fetch('/api/user'), admin.fetch('/api/user')])
  if (changes <= CHANGES && answers.every(({ status }) => status === 200)) return world
  await t.close()
  world = await openWorld()
  return world
}

/** Every other one fits, as far as schemas can tell; the rest is that or what is known to work, spoiled. */
function caseFor(endpoint: Endpoint, { people, known }: World, seed: number): ExampleRequest {
  const { own } = people[endpoint.access === 'admin' ? 'admin' : 'user']
  const example = fc.constant(null).map(() => exampleFor(endpoint, own))
  const made = requestsOf(endpoint, known)
  // Elsewhere than where something is, most would only hear that nothing is there.
  const there = fc
    .tuple(made, example)
    .map(([parts, { params }]) => ({ ...parts, ...(params && { params }) }))
  const fitting = fc.oneof(made, { weight: 3, arbitrary: there })
  const whole = fc.oneof({ weight: 2, arbitrary: fitting }, spoiled(fitting), spoiled(example))
  const [request = {}] = fc.sample<ExampleRequest>(whole, { seed, numRuns: 1 })
  return request
}

const strings = (part: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value),
    ]),
  )

/** As a client has to send it: addresses hold nothing but words. */
const asSent = ({ params, query, body }: ExampleRequest): ExampleRequest => ({
  ...(params && { params: strings(params) }),
  ...(query && { query: strings(query) }),
  ...(body && { body }),
})

async function expectGoodAnswer(endpoint: Endpoint, way: AccessWay, seed: number) {
  const now = await livingWorld()
  const request = caseFor(endpoint, now, seed)
  const { client } = now.people[endpoint.access === 'admin' ? 'admin' : 'user']
  // Limits on tries are another test's matter.
  t.advance(60_000)
  const ask = () => sendBy(client, endpoint, way, asSent(request))
  const { result, written } = await writes.during(ask)
  const { status, headers, body } = result
  const told = JSON.stringify({ way, request, status, body }).slice(0, 2000)
  // A declared size may be more than the disk has room for.
  if (body.code !== 'storage.full') expect(status, told).toBeLessThan(500)
  if (status < 400) {
    changes += way.method === 'GET' || way.method === 'HEAD' ? 0 : 1
    return
  }
  expect(headers.get('content-type'), told).toContain('application/problem+json')
  if (way.method !== 'HEAD') expect(body.status, told).toBe(status)
  expect(
    written.filter(({ table }) => !NOTED.has(table)),
    told,
  ).toEqual([])
}

it.each(endpoints.map(endpoint => ({ endpoint, name: nameOf(endpoint) })))(
  '$name answers whatever it is asked, and what it refuses changes nothing',
  async ({ endpoint }) => {
    const ways = waysTo(endpoint)
    const { seed, numRuns } = searched(4)
    for (let number = 0; number < numRuns; number += 1) {
      const way = ways[number % ways.length]
      if (way) await expectGoodAnswer(endpoint, way, seed + number)
    }
  },
)
