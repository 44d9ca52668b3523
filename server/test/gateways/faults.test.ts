import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { openReceiver } from './shared/receiver.ts'
import { type StripeSimulator, startStripeSimulator } from './stripe-simulator.ts'

const START = Date.UTC(2026, 3, 1)
const running: { close: () => Promise<void> }[] = []

async function start() {
  const simulator = await startStripeSimulator({ now: () => START })
  running.push(simulator)
  return { simulator, stripe: sdkFor(simulator) }
}

function sdkFor({ url, secretKey }: StripeSimulator, timeout = 60_000) {
  const { hostname: host, port } = new URL(url)
  const settings = { host, port: Number(port), protocol: 'http', telemetry: false } as const
  return new Stripe(secretKey, { ...settings, maxNetworkRetries: 0, timeout })
}

async function openWebhook({ simulator }: { simulator: StripeSimulator }) {
  const receiver = await openReceiver()
  running.push(receiver)
  simulator.sendEventsTo(receiver.url)
  const ids = () => receiver.received.map(({ body }) => JSON.parse(body).id as string)
  return { receiver, ids }
}

afterEach(async () => {
  await Promise.all(running.splice(0).map(one => one.close()))
})

const create = (stripe: Stripe, key: string, name = 'Ann') =>
  stripe.customers.create({ name }, { idempotencyKey: key })

const customersOf = ({ simulator }: { simulator: StripeSimulator }) =>
  new Set(
    simulator
      .events()
      .map(event => event as unknown as Stripe.Event)
      .filter(event => event.type === 'customer.created')
      .map(event => (event.data.object as Stripe.Customer).id),
  ).size

test('a key repeats its answer for a day, and refuses other parameters', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const first = await create(stripe, 'customer:1:1')
  expect((await create(stripe, 'customer:1:1')).id).toBe(first.id)
  await expect(create(stripe, 'customer:1:1', 'Bob')).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
  await simulator.clock.advance(25 * HOUR_MS)
  expect((await create(stripe, 'customer:1:1')).id).not.toBe(first.id)
  expect(customersOf(started)).toBe(2)
})

test.each([
  ['error-before', 0],
  ['error-after', 1],
  ['cut-before', 0],
  ['cut-after', 1],
] as const)('%s leaves %i customer, and the same key makes it one', async (kind, count) => {
  const started = await start()
  const { stripe, simulator } = started
  // The SDK repeats a closed connection once by itself.
  simulator.faults.onCall({ kind }, { call: 'POST /v1/customers', times: 2 })
  await expect(create(stripe, 'customer:1:1')).rejects.toThrow()
  expect(customersOf(started)).toBe(count)
  simulator.faults.clear()
  await create(stripe, 'customer:1:1')
  expect(customersOf(started)).toBe(1)
})

test('an error that is remembered is repeated for its key', async () => {
  const started = await start()
  started.simulator.faults.onCall({ kind: 'error-after', remembered: true })
  await expect(create(started.stripe, 'a')).rejects.toMatchObject({ statusCode: 500 })
  await expect(create(started.stripe, 'a')).rejects.toMatchObject({ statusCode: 500 })
  expect(customersOf(started)).toBe(1)
})

test('calls are limited, slow, unanswered or unauthorised', async () => {
  const { stripe, simulator } = await start()
  simulator.faults.onCall({ kind: 'limited', retryAfterS: 7 })
  const limited = await create(stripe, 'a').catch(error => error)
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '7'])
  simulator.faults.onCall({ kind: 'slow', ms: 50 })
  await create(stripe, 'a')
  simulator.faults.onCall({ kind: 'silent' }, { times: 2 })
  await expect(create(sdkFor(simulator, 300), 'b')).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  simulator.faults.clear()
  simulator.faults.areKeysRevoked = true
  await expect(create(stripe, 'c')).rejects.toMatchObject({ statusCode: 401 })
})

test('a request that the description does not allow is refused and remembered', async () => {
  const { stripe, simulator } = await start()
  const wrong = { nmae: 'Ann' } as Stripe.CustomerCreateParams
  await expect(stripe.customers.create(wrong)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
  })
  await expect(stripe.coupons.list()).rejects.toMatchObject({ statusCode: 404 })
  expect(simulator.violations.map(({ call, side }) => [call, side])).toEqual([
    ['POST /v1/customers', 'request'],
    ['GET /v1/coupons', 'request'],
  ])
})

test('events are signed so that the SDK accepts them', async () => {
  const { stripe, simulator } = await start()
  const receiver = await openReceiver()
  running.push(receiver)
  const endpoint = await stripe.webhookEndpoints.create({
    url: receiver.url,
    enabled_events: ['customer.created'],
    api_version: '2026-10-28.endive',
  })
  const secret = String(endpoint.secret)
  const product = await stripe.products.create({ name: 'Unheard' })
  expect(product.id).toMatch(/^prod_/)
  await create(stripe, 'a')
  await simulator.deliver()
  expect(receiver.received).toHaveLength(1)
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received
  const signature = String(headers['stripe-signature'])
  const at = new Date(START + 60_000)
  const check = (text: string, key = secret, when = at) =>
    stripe.webhooks.constructEvent(text, signature, key, 300, undefined, when.getTime())
  expect(check(body).type).toBe('customer.created')
  expect(() => check(`${body} `)).toThrow('No signatures found')
  expect(() => check(body, 'whsec_other')).toThrow('No signatures found')
  expect(() => check(body, secret, new Date(START + 301_000))).toThrow('tolerance')
  const rolled = simulator.sign(body, START / 1000, 'whsec_old', 'whsec_new')
  for (const key of ['whsec_old', 'whsec_new']) {
    const now = START + 1000
    expect(stripe.webhooks.constructEvent(body, rolled, key, 300, undefined, now).id).toBeTruthy()
  }
  await stripe.webhookEndpoints.del(endpoint.id)
  await create(stripe, 'b')
  await simulator.deliver()
  expect(receiver.received).toHaveLength(1)
})

test('events that are not accepted are sent again by the clock, for three days', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { receiver, ids } = await openWebhook(started)
  receiver.answerWith(503, 500)
  await create(stripe, 'a')
  await simulator.deliver()
  await simulator.clock.advance(DAY_MS)
  expect(new Set(ids()).size).toBe(1)
  expect(simulator.deliveries.map(({ status }) => status)).toEqual([503, 500, 200])
})

test('events are held and sent in a chosen order, also twice', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { ids } = await openWebhook(started)
  simulator.faults.events.hold = true
  for (const key of ['a', 'b', 'c']) await create(stripe, key)
  expect(ids()).toEqual([])
  const held = simulator.heldEvents().map(event => event.id)
  await simulator.deliver(([first, second, third]) =>
    [third, first, first].flatMap(event => event ?? []).concat(second ? [second] : []),
  )
  expect(ids()).toEqual([held[2], held[0], held[0], held[1]])
  expect(simulator.heldEvents()).toEqual([])
})

test('events are dropped, repeated, shuffled and delayed', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { ids } = await openWebhook(started)
  const { events } = simulator.faults
  events.drop = type => type === 'customer.created'
  await create(stripe, 'a')
  await simulator.deliver()
  expect(ids()).toEqual([])
  Object.assign(events, { drop: false, repeat: 2, shuffle: true, atOnce: true })
  await create(stripe, 'b')
  await simulator.deliver()
  expect([ids().length, new Set(ids()).size]).toEqual([3, 1])
  Object.assign(events, { repeat: 0, delayMs: 3 * DAY_MS })
  await create(stripe, 'c')
  await simulator.deliver()
  expect(ids()).toHaveLength(3)
  await simulator.clock.advance(3 * DAY_MS)
  expect(ids()).toHaveLength(4)
})

test('an event that is late is signed when it is sent', async () => {
  let now = START
  const simulator = await startStripeSimulator({ now: () => now })
  running.push(simulator)
  const stripe = sdkFor(simulator)
  const { receiver } = await openWebhook({ simulator })
  simulator.faults.events.delayMs = HOUR_MS
  await create(stripe, 'a')
  now += 3 * DAY_MS
  await simulator.clock.catchUp()
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received
  const signature = String(headers['stripe-signature'])
  const check = () =>
    stripe.webhooks.constructEvent(body, signature, simulator.webhookSecret, 300, undefined, now)
  expect(check().type).toBe('customer.created')
})

test('lists are in pages, newest first', async () => {
  const { stripe } = await start()
  const product = await stripe.products.create({ name: 'Plans' })
  const made: string[] = []
  for (const amount of [100, 200, 300]) {
    const price = {
      currency: 'eur',
      product: product.id,
      unit_amount: amount,
      lookup_key: `${amount}`,
    }
    made.unshift((await stripe.prices.create(price)).id)
  }
  const all: string[] = []
  for await (const price of stripe.prices.list({ limit: 2 })) all.push(price.id)
  expect(all).toEqual(made)
  const matching = await stripe.prices.list({ lookup_keys: ['200'] })
  expect(matching.data.map(price => price.id)).toEqual([made[1]])
})
