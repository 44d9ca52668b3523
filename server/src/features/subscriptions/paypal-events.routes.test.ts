import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openGatewayShop } from '../../../test/gateway-shop.ts'
import { balanceOf } from '../ledger/index.ts'

const ACTIVATED = 'BILLING.SUBSCRIPTION.ACTIVATED'
const SALE = 'PAYMENT.SALE.COMPLETED'
const APPROVED = 'CHECKOUT.ORDER.APPROVED'

const shop = await openGatewayShop('paypal')
const { t, simulator, booked, deliver, detail, open, subscribed } = shop
const plan = await shop.sellPlan({ amount: 1000 })
/** The rows of one purchase whose payer returned, without any event. */
const orderly = await booked((await subscribed(plan.id)).user)

beforeEach(async () => {
  simulator.faults.events.hold = false
  await simulator.deliver()
  shop.holdEvents()
})
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await shop.close()
})

it('case 9: a sale before ACTIVATED books one purchase', async () => {
  const user = await t.signIn()
  const { externalId } = await open(user, plan.id)
  simulator.pay(externalId)
  await deliver(SALE)
  expect(await booked(user)).toEqual(orderly)
  await deliver(ACTIVATED)
  expect(await booked(user)).toEqual(orderly)
})

it('case 9: ACTIVATED alone gives nothing until a sale is seen', async () => {
  const user = await t.signIn()
  const { id, externalId } = await open(user, plan.id)
  simulator.pay(externalId, { card: 'pending' })
  await deliver(ACTIVATED)
  expect(await shop.returnFrom(user, id)).toBe('open')
  expect(await booked(user)).toMatchObject({
    subscriptions: [{ status: 'inactive' }],
    invoices: [],
    capacity: 5_000_000_000,
  })
  await shop.later(4 * DAY_MS)
  await deliver(SALE)
  expect(await booked(user)).toEqual(orderly)
})

it('a payment that is refused when it is captured can be made in another way', async () => {
  const user = await t.signIn()
  const { id, externalId } = await shop.fund(user, 1000)
  const read = async () =>
    (await (await t.signInAgain(user)).send('GET', `/api/subscriptions/checkouts/${id}`)).body.data
      .attributes
  const { url } = await read()
  expect(await read()).toMatchObject({ state: 'open', reason: null })
  simulator.pay(externalId, { card: 'declined_soft' })
  const refused = { state: 'open', reason: 'INSTRUMENT_DECLINED', url }
  expect([await read(), await read()]).toMatchObject([refused, refused])
  await deliver(APPROVED)
  expect(await read()).toMatchObject(refused)
  await shop.later(60_000)
  simulator.pay(externalId)
  expect(await read()).toMatchObject({ state: 'completed', reason: null, url: null })
  expect(await balanceOf(t.deps.db, user.userId, 'EUR')).toBe(1000)
})

it('a payment that is refused when it is captured expires in time', async () => {
  const user = await t.signIn()
  const { id, externalId } = await shop.fund(user, 1000)
  simulator.pay(externalId, { card: 'declined_hard' })
  expect(await shop.returnFrom(user, id)).toBe('open')
  await shop.later(2 * 3_600_000)
  expect(await shop.returnFrom(user, id)).toBe('expired')
  expect(await balanceOf(t.deps.db, user.userId, 'EUR')).toBe(0)
})

it('case 10: sales without their subscription are found by its transactions', async () => {
  simulator.quirks.omitsAgreementId = true
  const user = await t.signIn()
  const { externalId } = await open(user, plan.id)
  simulator.pay(externalId)
  const sale = simulator.heldEvents().find(({ type }) => type === SALE)
  expect(JSON.parse(sale?.body ?? '{}').resource).not.toHaveProperty('billing_agreement_id')
  await deliver(SALE)
  expect(await booked(user)).toEqual(orderly)
  await shop.later(32 * DAY_MS)
  await deliver(SALE)
  expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
  expect(await booked(user)).toMatchObject({
    payments: [{ state: 'succeeded' }, { state: 'succeeded' }],
    invoices: [{ state: 'paid' }, { state: 'paid' }],
  })
  simulator.quirks.omitsAgreementId = false
})

it('case 11: an order that is approved twice while its payer returns is one capture', async () => {
  const user = await t.signIn()
  const { id, externalId } = await shop.fund(user, 2000)
  const before = simulator.payments().length
  simulator.pay(externalId)
  const approved = simulator.heldEvents().find(({ type }) => type === APPROVED)
  simulator.faults.events.atOnce = true
  await Promise.all([
    simulator.deliver(() => (approved ? [approved, approved] : [])),
    shop.returnFrom(user, id),
    shop.returnFrom(user, id),
  ])
  await t.runJobs()
  await deliver('PAYMENT.CAPTURE.COMPLETED')
  expect(simulator.payments().slice(before)).toMatchObject([{ amount: 2000, state: 'succeeded' }])
  expect(await balanceOf(t.deps.db, user.userId, 'EUR')).toBe(2000)
  expect(await booked(user)).toMatchObject({
    payments: [{ state: 'succeeded', amount: 2000 }],
    transactions: [{ type: 'credit', status: 'completed', amount: 2000 }],
    isBalanced: true,
  })
})

it('case 14: an event of another installation is stored as ignored, without its content', async () => {
  const body = JSON.stringify({
    id: 'WH-FOREIGN',
    event_type: SALE,
    resource: { id: 'SALE1', custom: 'another,checkout', billing_agreement_id: 'I-1' },
  })
  const reply = await shop.receive(body)
  expect(reply.status).toBe(200)
  const event = await t.deps.db
    .selectFrom('gateway_events')
    .selectAll()
    .where('external_id', '=', 'WH-FOREIGN')
    .executeTakeFirst()
  expect(event).toMatchObject({ state: 'ignored', subject: null, body: null })
})

/** Posts an event, and returns whether the server then asked the one at `origin`; jobs may ask others. */
async function receiveAndWatch(body: string, headers: Record<string, string>, origin: string) {
  const asked: string[] = []
  const watch = (message: unknown) =>
    void asked.push(String((message as { request: { origin: unknown } }).request.origin))
  subscribe('undici:request:create', watch)
  const { status } = await shop.receive(body, headers)
  unsubscribe('undici:request:create', watch)
  return { status, isAsked: asked.includes(origin) }
}

const stored = (externalId: string) =>
  t.deps.db
    .selectFrom('gateway_events')
    .select('id')
    .where('external_id', '=', externalId)
    .execute()

const SALE_BODY = JSON.stringify({ id: 'WH-FORGED', event_type: SALE, resource: { id: 'SALE1' } })

it.each([
  'https://paypal.com.evil.tld/cert.pem',
  'https://api.paypal.com.evil.tld/cert.pem',
  'http://api.paypal.com/cert.pem',
  'https://203.0.113.7/cert.pem',
  'http://127.0.0.1:1/cert.pem',
])('case 8: an event with its certificate at %s is refused, and nothing is fetched', async url => {
  const headers = { ...simulator.sign(SALE_BODY), 'paypal-cert-url': url }
  const received = await receiveAndWatch(SALE_BODY, headers, new URL(url).origin)
  expect(received).toEqual({ status: 400, isAsked: false })
  expect(await stored('WH-FORGED')).toEqual([])
})

it('case 8: an event with an expired certificate is refused', async () => {
  const now = simulator.clock.now()
  simulator.replaceCertificate(now - 30 * DAY_MS, now - DAY_MS)
  const received = await receiveAndWatch(SALE_BODY, simulator.sign(SALE_BODY), simulator.url)
  expect(received).toEqual({ status: 400, isAsked: true })
  expect(await stored('WH-FORGED')).toEqual([])
  simulator.replaceCertificate(now - DAY_MS, now + 365 * DAY_MS)
  expect((await shop.receive(SALE_BODY)).status).toBe(200)
})
