import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openGatewayShop } from '../../../test/gateway-shop.ts'
import { grantCredit } from '../invoices/index.ts'

const SUCCESS = 'charge.success'

const shop = await openGatewayShop('paystack')
const { t, simulator, booked, deliver, open, rows, subscribed } = shop
const plan = await shop.sellPlan({ amount: 100_000 })
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

it('case 12: charge.success twice while the payer returns books one purchase', async () => {
  const user = await t.signIn()
  const { id, externalId } = await open(user, plan.id)
  simulator.pay(externalId)
  const [success] = simulator.heldEvents()
  simulator.faults.events.atOnce = true
  await Promise.all([
    simulator.deliver(() => (success ? [success, success] : [])),
    shop.returnFrom(user, id),
    shop.returnFrom(user, id),
  ])
  await t.runJobs()
  expect(await booked(user)).toEqual(orderly)
})

/** Calls Paystack as another system of the same merchant, or as its dashboard. */
async function callPaystack(path: string, body: object) {
  const reply = await fetch(simulator.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${simulator.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return ((await reply.json()) as { data: { reference: string } }).data
}

const lastEvent = () =>
  t.deps.db
    .selectFrom('gateway_events')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

it('cases 12 and 14: a payment of another system is ignored, without its content', async () => {
  const { reference } = await callPaystack('/transaction/initialize', {
    email: 'ann@example.test',
    amount: 100_000,
    metadata: { order: 7 },
  })
  simulator.pay(reference)
  await deliver(SUCCESS)
  expect(await lastEvent()).toMatchObject({ state: 'ignored', subject: null, body: null })
  const stored = await t.deps.db
    .selectFrom('payments')
    .select('id')
    .where('external_id', '=', reference)
    .execute()
  expect(stored).toEqual([])
})

it('case 13: a refund whose event has its amount as text is the same cents', async () => {
  const { user, externalId } = await subscribed(plan.id)
  await callPaystack('/refund', { transaction: externalId, amount: 10_000 })
  const pending = simulator.heldEvents().find(({ type }) => type === 'refund.pending')
  expect(JSON.parse(pending?.body ?? '{}')).toMatchObject({ data: { amount: '10000' } })
  await deliver('refund.pending')
  expect(await rows('refunds', user.userId)).toMatchObject([{ amount: 10_000, currency: 'NGN' }])
  await shop.later(2 * DAY_MS)
  await deliver('refund.processed')
  expect(await booked(user)).toMatchObject({
    payments: [{ refunded: 10_000 }],
    invoices: [{ credited: 10_000 }, { kind: 'credit_note', total: 10_000 }],
    isBalanced: true,
  })
})

it('case 14: an event of the live mode is refused and counted with a test key', async () => {
  const body = JSON.stringify({ event: SUCCESS, data: { domain: 'live', reference: 'r1' } })
  const { status } = await shop.receive(body)
  expect(status).toBe(400)
  const webhook = await t.deps.db
    .selectFrom('gateway_webhooks')
    .selectAll()
    .where('gateway', '=', 'paystack')
    .executeTakeFirst()
  expect(webhook).toMatchObject({ rejected: 1, rejection: 'live' })
})

it('case 58: a reference that another system has used leads to a new one, nothing is lost', async () => {
  const user = await t.signIn()
  simulator.useNextReference()
  const { id, externalId } = await open(user, plan.id)
  simulator.pay(externalId)
  expect(await shop.returnFrom(user, id)).toBe('completed')
  expect(await booked(user)).toEqual(orderly)
  simulator.useNextReference()
  await shop.later(32 * DAY_MS)
  await shop.renew()
  expect(await booked(user)).toMatchObject({
    subscriptions: [{ status: 'active', payment_state: 'ok' }],
    payments: [
      { state: 'succeeded', amount: 100_000 },
      { state: 'succeeded', amount: 100_000 },
    ],
    invoices: [{ state: 'paid' }, { state: 'paid' }],
    isBalanced: true,
  })
})

// HTTP-3
it('funds the balance in its currency, or in that of the installation', async () => {
  const user = await t.signIn()
  const fund = () => user.send('POST', '/api/paystack/checkout', { amount: 50_000 })
  const currencies = async () => {
    const checkouts = await t.deps.db
      .selectFrom('checkouts')
      .select('currency')
      .where('user_id', '=', user.userId)
      .execute()
    return checkouts.map(({ currency }) => currency).sort()
  }
  await t.settings({ billing_currency: 'ZAR' })
  const reply = await fund()
  expect([reply.status, typeof reply.body.data.authorization_url]).toEqual([201, 'string'])
  expect(await currencies()).toEqual(['ZAR'])
  await t.deps.transact(tx =>
    grantCredit(tx, t.deps, {
      id: randomUUID(),
      userId: user.userId,
      amount: 100,
      currency: 'NGN',
      note: 'admin_credit',
    }),
  )
  expect((await fund()).status).toBe(201)
  expect(await currencies()).toEqual(['NGN', 'ZAR'])
})
