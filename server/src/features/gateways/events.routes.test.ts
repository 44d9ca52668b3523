import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { simulatorVariables, startSimulators } from '../../../test/gateways/simulators.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { job } from '../../jobs/job.ts'
import { readSettings } from '../settings/index.ts'
import { clearEventBodies, GatewayError, gatewayNamed, recordOutcome, syncJob } from './index.ts'

const simulators = await startSimulators(['stripe'])
const simulator = simulators.stripe
const synced: unknown[] = []
const recordSync = job({
  ...syncJob,
  lane: 'money',
  timeoutMs: 10_000,
  run: async (_deps, payload) => {
    synced.push(payload)
  },
})
const { gateways } = readConfig(simulatorVariables(simulators))
const t: TestApp = await createTestApp({ config: { gateways }, jobs: [recordSync] })
await t.settings({ subscription_type: 'fixed' })
const PATH = '/api/subscriptions/stripe/webhooks'
await (await gatewayNamed(t.deps, 'stripe')).check()
const { gateway_mark: mark } = await readSettings(t.deps.db)

afterAll(async () => {
  await t.close()
  await simulator.close()
})
beforeEach(async () => {
  await t.runJobs()
  synced.length = 0
  await t.deps.db.deleteFrom('gateway_events').execute()
  await t.deps.db.deleteFrom('gateway_webhooks').execute()
})

let count = 0
const bodyFor = (changes: object = {}, installation = mark) => {
  count += 1
  return JSON.stringify({
    id: `evt_${count}`,
    object: 'event',
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { object: 'subscription', id: 'sub_1', metadata: { installation } } },
    ...changes,
  })
}
const seconds = () => Math.floor(t.deps.now().getTime() / 1000)
const sign = (body: string, ...secrets: string[]) => simulator.sign(body, seconds(), ...secrets)

function send(body: string, signature: string | undefined = sign(body), app = t) {
  return app.anonymous().fetch(PATH, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
  })
}
const events = () => t.deps.db.selectFrom('gateway_events').selectAll().execute()
const webhook = () =>
  t.deps.db
    .selectFrom('gateway_webhooks')
    .selectAll()
    .where('gateway', '=', 'stripe')
    .executeTakeFirst()

describe('case 7: an event of Stripe', () => {
  it('is stored once and queues one sync of its subject', async () => {
    const body = bodyFor()
    expect((await send(body)).status).toBe(200)
    expect((await send(body)).status).toBe(200)
    const [event, ...others] = await events()
    expect(others).toEqual([])
    expect(event).toMatchObject({ subject: 'subscription:sub_1', state: 'received' })
    await t.runJobs()
    expect(synced).toEqual([
      { gateway: 'stripe', subject: { kind: 'subscription', externalId: 'sub_1' } },
    ])
  })

  it.each([
    [
      'a wrong signature',
      (body: string) => sign(body).replace(/.$/, last => (last === '0' ? '1' : '0')),
    ],
    ['the signature of another secret', (body: string) => sign(body, 'whsec_another')],
    [
      'a signature that is 301 seconds old',
      (body: string) => simulator.sign(body, seconds() - 301),
    ],
    ['a body with one space more', (body: string) => sign(`${body} `)],
    ['an unreadable signature', () => 'nonsense'],
  ])('is rejected and counted with %s', async (_, signatureOf) => {
    const body = bodyFor()
    expect((await send(body, signatureOf(body))).status).toBe(400)
    expect(await events()).toEqual([])
    expect(await webhook()).toMatchObject({ rejected: 1, rejection: 'signature' })
  })

  it('is rejected without a signature', async () => {
    const reply = await t.anonymous().fetch(PATH, { method: 'POST', body: bodyFor() })
    expect(reply.status).toBe(400)
    expect(await events()).toEqual([])
  })

  it.each([
    ['whsec_next', simulator.webhookSecret],
    [simulator.webhookSecret, 'whsec_earlier'],
  ])('passes while a secret is rolled, signed by both', async (...secrets) => {
    const body = bodyFor()
    expect((await send(body, sign(body, ...secrets))).status).toBe(200)
    expect(await events()).toHaveLength(1)
  })

  it('is too large above 1 MiB', async () => {
    const body = bodyFor({ padding: 'x'.repeat(1024 * 1024) })
    expect((await send(body)).status).toBe(413)
  })

  it('is received during maintenance', async () => {
    await t.settings({ maintenance_mode: true })
    expect((await send(bodyFor())).status).toBe(200)
    await t.settings({ maintenance_mode: false })
  })
})

describe('case 14: events that are not ours', () => {
  it('of another installation are stored as ignored, without their content', async () => {
    expect((await send(bodyFor({}, 'another'))).status).toBe(200)
    expect(await events()).toMatchObject([{ state: 'ignored', subject: null, body: null }])
    await t.runJobs()
    expect(synced).toEqual([])
  })

  it('of an unknown type are stored as ignored', async () => {
    const body = bodyFor({ type: 'coupon.created', data: { object: { object: 'coupon' } } })
    expect((await send(body)).status).toBe(200)
    expect(await events()).toMatchObject([{ state: 'ignored', type: 'coupon.created' }])
  })

  it('of the live mode are rejected and counted with a test key', async () => {
    expect((await send(bodyFor({ livemode: true }))).status).toBe(400)
    expect(await events()).toEqual([])
    expect(await webhook()).toMatchObject({ rejected: 1, rejection: 'live' })
  })

  it('of gateways without keys find nothing', async () => {
    for (const driver of ['paypal', 'paystack', 'system', 'unknown']) {
      const path = `/api/subscriptions/${driver}/webhooks`
      const reply = await t.anonymous().fetch(path, { method: 'POST', body: '{}' })
      expect(reply.status).toBe(404)
    }
  })
})

describe('case 15: an event while the database fails', () => {
  it('is answered with 503, and the retry is stored once', async () => {
    const body = bodyFor()
    const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' })
    const add = vi.spyOn(t.deps.jobs, 'add').mockRejectedValueOnce(lost)
    expect((await send(body)).status).toBe(503)
    expect(await events()).toEqual([])
    add.mockRestore()
    expect((await send(body)).status).toBe(200)
    expect(await events()).toHaveLength(1)
    await t.runJobs()
    expect(synced).toHaveLength(1)
  })
})

it('an event is failed until a sync applies it', async () => {
  await send(bodyFor())
  const subject = { kind: 'subscription', externalId: 'sub_1' } as const
  const record = (sync: () => Promise<void>) => recordOutcome(t.deps, 'stripe', subject, sync)
  const failing = record(() => Promise.reject(new GatewayError('unavailable', 'x', { code: 'c' })))
  await expect(failing).rejects.toThrow()
  expect(await events()).toMatchObject([{ state: 'failed', error: 'c' }])
  await record(async () => undefined)
  expect(await events()).toMatchObject([{ state: 'applied', error: null }])
})

it('the content of an event is cleared after 90 days', async () => {
  await send(bodyFor())
  await clearEventBodies(t.deps)
  expect((await events())[0]?.body).not.toBeNull()
  t.advance(91 * 86_400_000)
  await clearEventBodies(t.deps)
  expect((await events())[0]).toMatchObject({ body: null, subject: 'subscription:sub_1' })
})
