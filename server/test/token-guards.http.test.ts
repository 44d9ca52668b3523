import { type Endpoint, requiresSession } from '@coffer/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type CallVariant,
  callVariants,
  endpoints,
  isChanging,
  isReading,
  nameOf,
  sendBy,
} from './endpoints.ts'
import { seedBilling } from './example-billing.ts'
import { exampleFor, seed } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import { bearing, makeToken } from './tokens.ts'
import { openWriteLog } from './write-log.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const own = { ...(await seed(admin, 'own')), ...(await seedBilling(t, admin)) }
const writes = await openWriteLog(t.database)

const callsFor = (access: Endpoint['access']) =>
  callVariants.filter(({ endpoint }) => endpoint.access === access && !endpoint.isSessionOnly)

/** The response to a program with a token and without cookies. */
async function callWith(token: string, endpoint: Endpoint, variant: CallVariant) {
  const request = exampleFor(endpoint, own)
  const reply = await sendBy(t.anonymous(), endpoint, variant, request, bearing(token))
  return [reply.status, variant.method === 'HEAD' ? '' : reply.body.code]
}
const rejection = (variant: CallVariant, code: string) => [
  403,
  variant.method === 'HEAD' ? '' : code,
]

describe('a read-only token', () => {
  let token: string
  beforeAll(async () => {
    token = (await makeToken(admin, { scopes: ['read', 'admin'] })).token
    // Records its use now, so that it is not updated again within the minute.
    await t.anonymous().send('GET', '/api/user', undefined, bearing(token))
  })

  // A8
  // Gateways sign their calls, and nothing else about them counts.
  const changing = callVariants.filter(
    call => isChanging(call) && call.endpoint.access !== 'gateway',
  )
  it.each(changing)('changes nothing: $name', async call => {
    const { endpoint, variant } = call
    const needsSession = requiresSession(endpoint) || endpoint.access === 'public'
    const code = needsSession ? 'token.session_only' : 'token.read_only'
    const { result, written } = await writes.during(() => callWith(token, endpoint, variant))
    expect(result).toEqual(rejection(variant, code))
    expect(written).toEqual([])
  })

  const readingCalls = callVariants.filter(
    ({ endpoint, variant }) =>
      isReading(variant) &&
      !endpoint.changesData &&
      (endpoint.access === 'user' || endpoint.access === 'admin'),
  )
  it.each(readingCalls)(
    'reads everything its user can read: $name',
    async ({ endpoint, variant }) => {
      const [status] = await callWith(token, endpoint, variant)
      const { status: bySession } = await sendBy(
        admin,
        endpoint,
        variant,
        exampleFor(endpoint, own),
      )
      expect(status).toBe(bySession)
    },
  )
})

describe('a token with full access', () => {
  let token: string
  beforeAll(async () => {
    token = (await makeToken(admin, { scopes: ['write', 'admin'] })).token
  })

  it.each(callVariants.filter(({ endpoint }) => requiresSession(endpoint)))(
    'cannot call session endpoints: $name',
    async ({ endpoint, variant }) => {
      expect(await callWith(token, endpoint, variant)).toEqual(
        rejection(variant, 'token.session_only'),
      )
    },
  )
})

// A8
describe('an admin endpoint', () => {
  const tokens = { plain: '', demoted: '', other: '' }
  beforeAll(async () => {
    const { db } = t.deps
    tokens.plain = (await makeToken(admin, { scopes: ['write'] })).token
    const former = await t.signIn('admin')
    tokens.demoted = (await makeToken(former, { scopes: ['write', 'admin'] })).token
    await db.updateTable('users').set({ role: 'user' }).where('id', '=', former.userId).execute()
    tokens.other = (await makeToken(await t.signIn(), { scopes: ['write'] })).token
  })

  it.each(callsFor('admin'))('requires scope and role: $name', async ({ endpoint, variant }) => {
    expect(await callWith(tokens.plain, endpoint, variant)).toEqual(
      rejection(variant, 'token.not_admin'),
    )
    expect(await callWith(tokens.other, endpoint, variant)).toEqual(
      rejection(variant, 'token.not_admin'),
    )
    expect(await callWith(tokens.demoted, endpoint, variant)).toEqual(
      rejection(variant, 'auth.forbidden'),
    )
  })
})

it('endpoints that move money of users require a session', () => {
  const moneyEndpoints = endpoints.filter(
    ({ method, path, isSensitive }) =>
      isSensitive && method !== 'GET' && /\/(invoices|payments|credit|end|cancel)\b/.test(path),
  )
  expect(moneyEndpoints).toHaveLength(8)
  expect(moneyEndpoints.filter(endpoint => !requiresSession(endpoint)).map(nameOf)).toEqual([])
})

it('endpoints for account security require a session', () => {
  const securityEndpoints = endpoints.filter(({ path }) =>
    /^\/api\/(auth|user\/(tokens|deletion|data-export))\b/.test(path),
  )
  const open = securityEndpoints.filter(({ access }) => access !== 'session' && access !== 'public')
  expect(open.map(nameOf)).toEqual([])
})
