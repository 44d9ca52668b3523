import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import type { Card } from './shared/cards.ts'
import { type StripeSimulator, startStripeSimulator } from './stripe-simulator.ts'

const running: StripeSimulator[] = []

async function start() {
  const simulator = await startStripeSimulator({ now: () => Date.UTC(2026, 3, 1) })
  running.push(simulator)
  const { hostname: host, port } = new URL(simulator.url)
  const settings = { host, port: Number(port), protocol: 'http', telemetry: false } as const
  const stripe = new Stripe(simulator.secretKey, { ...settings, maxNetworkRetries: 0 })
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  return { simulator, stripe, customer }
}

type Started = Awaited<ReturnType<typeof start>>

afterEach(async () => {
  const ended = running.splice(0)
  await Promise.all(ended.map(simulator => simulator.close()))
  for (const { violations } of ended) expect(violations).toEqual([])
})

const URLS = { success_url: 'http://127.0.0.1/done', cancel_url: 'http://127.0.0.1/closed' }

async function createPrices({ stripe }: Started) {
  const product = await stripe.products.create({ name: 'Plans' })
  const create = (amount: number, interval: 'month' | 'year' = 'month') =>
    stripe.prices.create({
      currency: 'eur',
      product: product.id,
      unit_amount: amount,
      recurring: { interval },
    })
  return { small: await create(1000), big: await create(3000), yearly: await create(9000, 'year') }
}

async function subscribe(started: Started, card: Card = 'ok') {
  const { stripe, simulator, customer } = started
  const prices = await createPrices(started)
  const session = await stripe.checkout.sessions.create({
    ...URLS,
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: prices.small.id, quantity: 1 }],
  })
  simulator.pay(session.id, { card })
  const id = String((await stripe.checkout.sessions.retrieve(session.id)).subscription)
  const read = () => stripe.subscriptions.retrieve(id)
  const change = async (price: string, more: Stripe.SubscriptionUpdateParams = {}) =>
    stripe.subscriptions.update(id, {
      items: [{ id: String((await read()).items.data[0]?.id), price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      ...more,
    })
  const priceNow = async () => (await read()).items.data[0]?.price.id
  return { id, read, change, priceNow, prices }
}

test('a bigger plan costs the rest of the period, as the preview says', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { id, read, change, priceNow, prices } = await subscribe(started)
  await simulator.clock.advance(15 * DAY_MS)
  const item = String((await read()).items.data[0]?.id)
  const preview = await stripe.invoices.createPreview({
    subscription: id,
    subscription_details: {
      items: [{ id: item, price: prices.big.id }],
      proration_behavior: 'always_invoice',
    },
  })
  expect(preview.lines.data.map(line => line.amount)).toEqual([-500, 1500])
  await change(prices.big.id)
  const [invoice] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: preview.amount_due, total: 1000 })
  expect(await priceNow()).toBe(prices.big.id)
})

test('a smaller plan leaves a credit that pays the next invoice', async () => {
  const started = await start()
  const { stripe, simulator, customer } = started
  const { id, change, prices } = await subscribe(started)
  await change(prices.big.id)
  await change(prices.small.id)
  const credited = await stripe.customers.retrieve(customer.id)
  expect(credited).toMatchObject({ balance: -2000 })
  await simulator.clock.advance(30 * DAY_MS + 2 * HOUR_MS)
  const [next] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
  expect(next).toMatchObject({
    status: 'paid',
    total: 1000,
    amount_due: 0,
    starting_balance: -2000,
    ending_balance: -1000,
  })
})

test('another interval begins a new period', async () => {
  const started = await start()
  const { simulator } = started
  const { read, change, prices } = await subscribe(started)
  await simulator.clock.advance(15 * DAY_MS)
  await change(prices.yearly.id)
  expect((await read()).items.data[0]).toMatchObject({
    current_period_start: Date.UTC(2026, 3, 16) / 1000,
    current_period_end: Date.UTC(2027, 3, 16) / 1000,
  })
  expect(simulator.payments().map(line => line.amount)).toEqual([1000, 8500])
  await simulator.clock.advance(60 * DAY_MS)
  expect(simulator.payments()).toHaveLength(2)
})

test('a change that is refused leaves all as it was, and is dropped after 23 hours', async () => {
  const started = await start()
  const { simulator, stripe } = started
  const { id, read, change, priceNow, prices } = await subscribe(started, 'declined_later')
  const changed = await change(prices.big.id)
  expect(changed.pending_update?.subscription_items?.[0]?.price.id).toBe(prices.big.id)
  expect([await priceNow(), (await read()).status]).toEqual([prices.small.id, 'active'])
  await simulator.clock.advance(24 * HOUR_MS)
  expect((await read()).pending_update).toBeNull()
  expect((await stripe.invoices.list({ subscription: id, status: 'void' })).data).toHaveLength(1)
  expect(await priceNow()).toBe(prices.small.id)
})

test('a change is cancelled by voiding its invoice', async () => {
  const started = await start()
  const { simulator, stripe } = started
  const { read, change, priceNow, prices } = await subscribe(started, 'declined_later')
  const changed = await change(prices.big.id)
  const voided = await stripe.invoices.voidInvoice(String(changed.latest_invoice))
  expect(voided.status).toBe('void')
  expect((await read()).pending_update).toBeNull()
  await simulator.clock.advance(24 * HOUR_MS)
  expect(await priceNow()).toBe(prices.small.id)
})

test('a change that waits for the payer takes effect once the bank has the answer', async () => {
  const started = await start()
  const { simulator, stripe } = started
  const { id, change, priceNow, prices } = await subscribe(started, 'requires_3ds')
  await change(prices.big.id)
  expect(await priceNow()).toBe(prices.small.id)
  const [invoice] = (
    await stripe.invoices.list({ subscription: id, status: 'open', expand: ['data.payments'] })
  ).data
  const intent = String(invoice?.payments?.data[0]?.payment.payment_intent)
  expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('requires_action')
  expect(simulator.pay(intent)).toBe('paid')
  expect(await priceNow()).toBe(prices.big.id)
})

test('other changes are refused beside a change that may stay pending', async () => {
  const started = await start()
  const { change, prices } = await subscribe(started)
  const both = change(prices.big.id, { metadata: { a: 'b' } })
  await expect(both).rejects.toMatchObject({ statusCode: 400 })
})

test('cancelling at the end is undone before the end, not after', async () => {
  const started = await start()
  const { simulator, stripe } = started
  const { id, read } = await subscribe(started)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  expect((await read()).cancel_at).toBe(Date.UTC(2026, 4, 1) / 1000)
  await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  await simulator.clock.advance(31 * DAY_MS)
  expect((await read()).status).toBe('active')
  await stripe.subscriptions.cancel(id)
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
  const resume = stripe.subscriptions.update(id, { cancel_at_period_end: false })
  await expect(resume).rejects.toMatchObject({ statusCode: 400 })
  expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  expect((await stripe.subscriptions.list()).data).toHaveLength(0)
})

test('a paused subscription makes invoices that are void', async () => {
  const started = await start()
  const { simulator, stripe } = started
  const { id } = await subscribe(started)
  await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  await simulator.clock.advance(31 * DAY_MS)
  const statuses = (await stripe.invoices.list({ subscription: id })).data.map(one => one.status)
  expect(statuses).toEqual(['void', 'paid'])
})

async function saveCard({ stripe, simulator, customer }: Started, card: Card) {
  const session = await stripe.checkout.sessions.create({
    ...URLS,
    mode: 'setup',
    currency: 'eur',
    customer: customer.id,
  })
  simulator.pay(session.id, { card })
  const { setup_intent: setup } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['setup_intent'],
  })
  return String((setup as Stripe.SetupIntent).payment_method)
}

async function charge(started: Started, card: Card) {
  const method = await saveCard(started, card)
  const intent = await started.stripe.paymentIntents.create({
    amount: 1500,
    currency: 'eur',
    customer: started.customer.id,
    payment_method: method,
    metadata: { payment: '1' },
  })
  expect(intent.status).toBe('requires_confirmation')
  const confirm = (off = true) =>
    started.stripe.paymentIntents.confirm(intent.id, {
      payment_method: method,
      ...(off ? { off_session: true } : { return_url: 'http://127.0.0.1/back' }),
    })
  const read = () => started.stripe.paymentIntents.retrieve(intent.id)
  return { id: intent.id, method, confirm, read }
}

test('a saved card is charged off session', async () => {
  const started = await start()
  const { confirm, id } = await charge(started, 'ok')
  expect(await confirm()).toMatchObject({ status: 'succeeded', amount_received: 1500 })
  await expect(confirm()).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  expect(started.simulator.payments().map(line => line.id)).toEqual([id])
})

test.each([
  ['declined_soft', 'card_declined', 'insufficient_funds', undefined],
  ['declined_hard', 'card_declined', 'stolen_card', 'do_not_try_again'],
  ['expired', 'expired_card', 'expired_card', 'do_not_try_again'],
  ['requires_3ds', 'authentication_required', 'authentication_required', undefined],
] as const)('a card that is %s answers %s', async (card, code, reason, advice) => {
  const started = await start()
  const { confirm, read } = await charge(started, card)
  const refused = await confirm().catch(error => error)
  expect(refused).toMatchObject({ statusCode: 402, code, decline_code: reason })
  expect(refused.raw.advice_code).toBe(advice)
  expect(await read()).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code },
  })
})

test('a card that needs the payer leads to the page of the bank', async () => {
  const started = await start()
  const { confirm, read } = await charge(started, 'requires_3ds')
  await confirm().catch(() => undefined)
  const waiting = await confirm(false)
  expect(waiting.status).toBe('requires_action')
  const address = String(waiting.next_action?.redirect_to_url?.url)
  expect(await (await fetch(address)).text()).toContain('Confirm the payment')
  const body = new URLSearchParams({ action: 'confirm' })
  const back = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  expect(back.headers.get('location')).toBe('http://127.0.0.1/back')
  expect((await read()).status).toBe('succeeded')
})

test('a payment that takes days ends as the bank decides', async () => {
  const started = await start()
  const { stripe, simulator, customer } = started
  const session = await stripe.checkout.sessions.create({
    ...URLS,
    mode: 'payment',
    customer: customer.id,
    line_items: [
      {
        price_data: { currency: 'eur', unit_amount: 2500, product_data: { name: 'Balance' } },
        quantity: 1,
      },
    ],
    payment_intent_data: { metadata: { purpose: 'fund' } },
  })
  expect(simulator.pay(session.id, { card: 'pending_then_denied' })).toBe('pending')
  await simulator.clock.advance(4 * DAY_MS)
  const types = simulator.events().map(event => (event as unknown as Stripe.Event).type)
  expect(types).toContain('checkout.session.async_payment_failed')
  expect(simulator.payments()).toEqual([])
})

test('a refund can fail later, and a dispute is won or lost', async () => {
  const started = await start()
  const { stripe, simulator } = started
  const { confirm, id } = await charge(started, 'ok')
  await confirm()
  const refund = await stripe.refunds.create({ payment_intent: id })
  simulator.failRefund(refund.id)
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed')
  simulator.closeDispute(simulator.dispute(id), 'lost')
  const types = (await stripe.events.list({ types: ['charge.dispute.closed', 'refund.failed'] }))
    .data
  expect(types.map(event => event.type)).toEqual(['charge.dispute.closed', 'refund.failed'])
})

test('a checkout expires, by itself or at once, and cannot be paid then', async () => {
  const { stripe, simulator, customer } = await start()
  const create = () =>
    stripe.checkout.sessions.create({
      ...URLS,
      mode: 'setup',
      currency: 'eur',
      customer: customer.id,
    })
  const first = await create()
  await stripe.checkout.sessions.expire(first.id)
  expect(() => simulator.pay(first.id)).toThrow('expired')
  const second = await create()
  await simulator.clock.advance(25 * HOUR_MS)
  expect((await stripe.checkout.sessions.retrieve(second.id)).status).toBe('expired')
})

test('amounts too small or with decimals that a currency lacks are refused', async () => {
  const { stripe } = await start()
  const create = (amount: number, currency: string) =>
    stripe.paymentIntents.create({ amount, currency })
  await expect(create(49, 'eur')).rejects.toMatchObject({ code: 'amount_too_small' })
  await expect(create(550, 'isk')).rejects.toMatchObject({ statusCode: 400 })
  expect((await create(500, 'jpy')).amount).toBe(500)
})
