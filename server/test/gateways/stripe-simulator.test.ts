import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from './stripe-simulator.ts'

const START = Date.UTC(2026, 0, 31, 10)
const running: StripeSimulator[] = []

async function start(options: Parameters<typeof startStripeSimulator>[0] = {}) {
  const simulator = await startStripeSimulator({ now: () => START, ...options })
  running.push(simulator)
  const { hostname: host, port } = new URL(simulator.url)
  const settings = { host, port: Number(port), protocol: 'http', telemetry: false } as const
  const stripe = new Stripe(simulator.secretKey, { ...settings, maxNetworkRetries: 0 })
  return { simulator, stripe }
}

type Started = Awaited<ReturnType<typeof start>>

afterEach(async () => {
  const ended = running.splice(0)
  await Promise.all(ended.map(simulator => simulator.close()))
  for (const { violations } of ended) expect(violations).toEqual([])
})

async function createPlan({ stripe }: Started, amount = 1000) {
  const product = await stripe.products.create({ name: 'Pro' })
  const price = await stripe.prices.create({
    currency: 'eur',
    product: product.id,
    unit_amount: amount,
    recurring: { interval: 'month' },
    tax_behavior: 'inclusive',
  })
  return { product, price }
}

async function subscribe(started: Started, card: 'ok' | 'declined_later' | 'requires_3ds' = 'ok') {
  const { stripe, simulator } = started
  const { price } = await createPlan(started)
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'user-1',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://127.0.0.1/done?id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1/closed',
    subscription_data: { metadata: { installation: 'a' } },
  })
  expect(simulator.pay(session.id, { card })).toBe('paid')
  const paid = await stripe.checkout.sessions.retrieve(session.id)
  const id = paid.subscription as string
  return { customer, price, session: paid, id, read: () => stripe.subscriptions.retrieve(id) }
}

test('a subscription begins, renews, ends at its period and is refunded', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { id, session, read, customer } = await subscribe(started)
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid' })
  expect(await read()).toMatchObject({ status: 'active', metadata: { installation: 'a' } })
  const period = (await read()).items.data[0]
  expect(period?.current_period_end).toBe(Date.UTC(2026, 1, 28, 10) / 1000)

  await simulator.clock.advance(28 * DAY_MS + 2 * HOUR_MS)
  expect((await read()).items.data[0]?.current_period_end).toBe(Date.UTC(2026, 2, 31, 10) / 1000)
  const invoices = await stripe.invoices.list({ subscription: id, expand: ['data.payments'] })
  expect(invoices.data.map(one => [one.status, one.billing_reason, one.amount_paid])).toEqual([
    ['paid', 'subscription_cycle', 1000],
    ['paid', 'subscription_create', 1000],
  ])
  const intent = invoices.data[0]?.payments?.data[0]?.payment.payment_intent as string

  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 400 })
  expect(refund.status).toBe('succeeded')
  const more = stripe.refunds.create({ payment_intent: intent, amount: 601 })
  await expect(more).rejects.toMatchObject({ statusCode: 400 })
  await simulator.clock.advance(40 * DAY_MS)
  expect(await read()).toMatchObject({ status: 'canceled', customer: customer.id })
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(2)
  expect(simulator.payments().map(line => [line.kind, line.amount, line.currency])).toEqual([
    ['payment', 1000, 'EUR'],
    ['payment', 1000, 'EUR'],
    ['refund', 400, 'EUR'],
  ])
})

test('a renewal that fails is tried again, and the subscription ends when all tries failed', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { id, read } = await subscribe(started, 'declined_later')
  await simulator.clock.advance(28 * DAY_MS + 2 * HOUR_MS)
  expect((await read()).status).toBe('past_due')
  const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
  expect(open).toMatchObject({ attempt_count: 1, amount_remaining: 1000 })
  await simulator.clock.advance(16 * DAY_MS)
  expect(await read()).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
})

test('another card from the portal pays the open invoice at the next try', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { id, customer, read } = await subscribe(started, 'declined_later')
  await simulator.clock.advance(28 * DAY_MS + 2 * HOUR_MS)
  const portal = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    return_url: 'http://127.0.0.1/back',
    flow_data: { type: 'payment_method_update' },
  })
  simulator.pay(portal.id, { card: 'ok' })
  await simulator.clock.advance(3 * DAY_MS)
  expect((await read()).status).toBe('active')
  expect((await stripe.invoices.list({ subscription: id, status: 'open' })).data).toEqual([])
})
