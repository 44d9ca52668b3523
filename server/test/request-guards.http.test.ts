import type { Access } from '@coffer/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { callVariants, isChanging, isReading, sendBy } from './endpoints.ts'
import { NO_BILLING, seedBilling } from './example-billing.ts'
import { NO_LINKS, NO_REQUESTS } from './example-guests.ts'
import { NO_PLANS } from './example-plans.ts'
import { exampleFor, NO_TYPES, seed } from './example-requests.ts'
import { openTestApp } from './open-test-app.ts'
import type { OwnedData } from './owned-data.ts'
import type { TestClient } from './test-client.ts'
import { openWriteLog } from './write-log.ts'

const t = await openTestApp()
const writes = await openWriteLog(t.database)

const REFUSALS: Partial<Record<Access, [status: number, code: string]>> = {
  setup: [410, 'setup.closed'],
  link: [404, 'share.not_found'],
  share: [404, 'share.not_found'],
  'request-link': [404, 'upload_request.not_found'],
  'upload-request': [404, 'upload_request.not_found'],
  gateway: [404, 'gateway.not_found'],
}

describe('without a session or a valid link every call is rejected before its body is read', () => {
  const id = 'x'
  const own = {
    email: '',
    session: id,
    token: id,
    outer: id,
    folder: id,
    file: id,
    picture: id,
    version: id,
    upload: id,
    team: id,
    joined: id,
    invitation: id,
    ...NO_TYPES,
    ...NO_PLANS,
    ...NO_BILLING,
    ...NO_LINKS,
    ...NO_REQUESTS,
  }
  const guarded = callVariants.filter(({ endpoint }) => endpoint.access !== 'public')
  it.each(guarded)('$name', async ({ endpoint, variant }) => {
    const { params } = exampleFor(endpoint, own)
    const init = {
      headers: { 'content-type': 'application/json' },
      ...(!isReading(variant) && { body: '{ this is not JSON' }),
    }
    const reply = await sendBy(t.anonymous(), endpoint, variant, { params: params ?? {} }, init)
    const [status, code] = REFUSALS[endpoint.access] ?? [401, 'auth.required']
    expect([reply.status, reply.body.code ?? '']).toEqual([
      status,
      variant.method === 'HEAD' ? '' : code,
    ])
  })
})

// A2
describe('without the CSRF token of the session nothing is changed', () => {
  const changing = callVariants.filter(isChanging)
  let client: TestClient
  let own: OwnedData
  let invalidHeaders: Record<string, string>[]
  beforeAll(async () => {
    client = await t.signIn()
    own = { ...(await seed(client, 'own')), ...(await seedBilling(t, client)) }
    const other = await t.signIn()
    invalidHeaders = [
      { 'x-xsrf-token': '' },
      { 'x-xsrf-token': 'A'.repeat(43) },
      { 'x-xsrf-token': other.cookies.get('XSRF-TOKEN') ?? '' },
      { 'x-requested-with': '' },
    ]
  })

  it.each(changing)('$name', async ({ endpoint, variant }) => {
    const request = exampleFor(endpoint, own)
    const { written } = await writes.during(async () => {
      for (const headers of invalidHeaders) {
        const reply = await sendBy(client, endpoint, variant, request, { headers })
        expect([reply.status, reply.body.code]).toEqual([403, 'request.csrf'])
      }
    })
    expect(written).toEqual([])
  })
})
