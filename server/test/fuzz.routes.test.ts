import { auth, type Endpoint, reauthentication } from '@coffer/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type CallVariant,
  type ExampleRequest,
  endpoints,
  nameOf,
  sendBy,
  variantsOf,
} from './endpoints.ts'
import { seedBilling, subscribedFor } from './example-billing.ts'
import { exampleFor, seed } from './example-requests.ts'
import type { OwnedData } from './owned-data.ts'
import { searched } from './property.ts'
import { corrupted, requestsOf } from './request-arbitraries.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog, type Write, type WriteLog } from './write-log.ts'

/**
 * Calls every endpoint with generated requests that match its schemas and with invalid ones. `npm
 * run fuzz` makes a hundred calls per endpoint.
 */

type Person = 'user' | 'admin' | 'metered'

interface World {
  host: TestClient
  people: Map<Person, { client: TestClient; own: OwnedData; changes: number }>
  /** Ids of all people that were entered. */
  known: Set<string>
}

/** Changing calls of one person after which most of their seeded data is gone. */
const MAX_CHANGES = 25
/**
 * Tables that rejected calls may write to: attempts, wrong passwords, challenges and session times,
 * which the directory of users repeats.
 * The traffic of an earlier download is counted shortly after it.
 */
const IGNORED_TABLES = new Set([
  'rate_limits',
  'share_events',
  'sessions',
  'verifications',
  'traffic',
  'user_directory',
])
/** Records of wrong passwords: an earlier call may have changed that of the example. */
const RECORDED = new Map<Endpoint, (write: Write) => boolean>([
  [auth.signIn, ({ table, after }) => table === 'jobs' && after?.name === 'auth.refused-sign-in'],
  [
    reauthentication.reauthenticate,
    ({ table, after }) =>
      table === 'audit_chain' ||
      (table === 'audit_entries' && after?.action === 'session.reauthentication_refused'),
  ],
])

let t: TestApp
let world: World
let writes: WriteLog
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => t.close())

/** A separate server, to which no other test writes. */
async function openWorld(): Promise<World> {
  t = await createTestApp()
  const opened: World = { host: await t.signIn(), people: new Map(), known: new Set() }
  await enter(opened, 'user')
  await enter(opened, 'admin')
  writes = await openWriteLog(t.database)
  return opened
}

/** Signs in a new user with new data in the role of a person. */
async function enter({ host, people, known }: World, person: Person) {
  const role = person === 'admin' ? 'admin' : 'user'
  const client = await t.signIn(role)
  const own = await seed(client, role, host)
  const billing = await seedBilling(t, client, person === 'metered' ? 'metered' : 'fixed')
  const entered = { client, own: { ...own, ...billing }, changes: 0 }
  people.set(person, entered)
  for (const id of Object.values(entered.own)) known.add(id)
  return entered
}

/** Returns who calls an endpoint. A previous call may have ended their session. */
async function callerOf(endpoint: Endpoint) {
  const person = personFor(endpoint)
  const entered = world.people.get(person) ?? (await enter(world, person))
  const { status } = await entered.client.fetch('/api/user')
  if (entered.changes <= MAX_CHANGES && status === 200) return entered
  if (person !== 'admin') return enter(world, person)
  // Changes of an admin affect all users.
  await t.close()
  world = await openWorld()
  return callerOf(endpoint)
}

function personFor(endpoint: Endpoint): Person {
  if (endpoint.access === 'admin') return 'admin'
  return subscribedFor(endpoint) === 'metered' ? 'metered' : 'user'
}

/** Half of the requests fit the schemas; the others are corrupted. */
function caseFor(endpoint: Endpoint, own: OwnedData, seed: number): ExampleRequest {
  const example = fc.constant(null).map(() => exampleFor(endpoint, own))
  const generated = requestsOf(endpoint, [...world.known])
  // Requests with generated ids would mostly end in not_found.
  const withExampleParams = fc
    .tuple(generated, example)
    .map(([parts, { params }]) => ({ ...parts, ...(params && { params }) }))
  const valid = fc.oneof(generated, { weight: 3, arbitrary: withExampleParams })
  const arbitrary = fc.oneof({ weight: 2, arbitrary: valid }, corrupted(valid), corrupted(example))
  const [request = {}] = fc.sample<ExampleRequest>(arbitrary, { seed, numRuns: 1 })
  return request
}

const strings = (part: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value),
    ]),
  )

/** As a client sends it: path and query parameters are strings. */
const asSent = ({ params, query, body }: ExampleRequest): ExampleRequest => ({
  ...(params && { params: strings(params) }),
  ...(query && { query: strings(query) }),
  ...(body && { body }),
})

async function expectGoodAnswer(endpoint: Endpoint, variant: CallVariant, seed: number) {
  const caller = await callerOf(endpoint)
  const { client } = caller
  const request = caseFor(endpoint, caller.own, seed)
  // Rate limits are tested in other files.
  t.advance(60_000)
  const ask = () => sendBy(client, endpoint, variant, asSent(request))
  const { result, written } = await writes.during(ask)
  const { status, headers, body } = result
  const description = JSON.stringify({ variant, request, status, body }).slice(0, 2000)
  // A declared size may exceed the free disk space.
  if (body.code !== 'storage.full') expect(status, description).toBeLessThan(500)
  if (status < 400) {
    caller.changes += variant.method === 'GET' || variant.method === 'HEAD' ? 0 : 1
    return
  }
  expect(headers.get('content-type'), description).toContain('application/problem+json')
  if (variant.method !== 'HEAD') expect(body.status, description).toBe(status)
  expect(
    written.filter(write => !IGNORED_TABLES.has(write.table) && !RECORDED.get(endpoint)?.(write)),
    description,
  ).toEqual([])
}

it.each(endpoints.map(endpoint => ({ endpoint, name: nameOf(endpoint) })))(
  '$name answers any request, and rejected requests change nothing',
  async ({ endpoint }) => {
    const variants = variantsOf(endpoint)
    const { seed, numRuns } = searched(4)
    for (let number = 0; number < numRuns; number += 1) {
      const variant = variants[number % variants.length]
      if (variant) await expectGoodAnswer(endpoint, variant, seed + number)
    }
  },
)
