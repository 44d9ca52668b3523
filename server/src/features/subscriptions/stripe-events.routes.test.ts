import { DAY_MS, MINUTE_MS } from '@coffer/contract/durations'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { openGatewayShop } from '../../../test/gateway-shop.ts'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { refuseEvents } from '../../../test/refused-events.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { gatewayNamed } from '../gateways/index.ts'

const CREATED = 'customer.subscription.created'
const UPDATED = 'customer.subscription.updated'
const DELETED = 'customer.subscription.deleted'
const PAID = 'invoice.paid'

const shop = await openGatewayShop('stripe')
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

/** A user who paid on the gateway's page and did not return. */
async function paid() {
  const user = await t.signIn()
  const { externalId } = await open(user, plan.id)
  simulator.pay(externalId)
  return user
}

it.each([
  [CREATED, UPDATED, PAID],
  [CREATED, PAID, UPDATED],
  [UPDATED, CREATED, PAID],
  [UPDATED, PAID, CREATED],
  [PAID, CREATED, UPDATED],
  [PAID, UPDATED, CREATED],
])('case 1: %s, %s, %s book one purchase', async (...types) => {
  const user = await paid()
  for (const type of types) {
    await deliver(type)
    expect(simulator.deliveries.at(-1)).toMatchObject({ type, status: 200 })
  }
  expect(await booked(user)).toEqual(orderly)
})

it('resumes a plan whose end Stripe keeps as a date', async () => {
  const operator = operatorOf({ stripe: simulator })
  const { user } = await subscribed(plan.id)
  const [row] = (await shop.rows('subscriptions', user.userId)) as SubscriptionRow[]
  const path = `/v1/subscriptions/${row?.external_id}`
  const endsAt = (row?.period_ends_at ?? 0) / 1000
  await operator.call('stripe', path, { cancel_at: String(endsAt) })
  await deliver(UPDATED)
  expect(await detail(user)).toMatchObject({ status: 'cancelled' })
  expect((await shop.act(user, 'resume')).status).toBe(200)
  expect(await detail(user)).toMatchObject({ status: 'active', ends_at: null })
  expect(await operator.read('stripe', path)).toMatchObject({ cancel_at: null })
  await shop.act(user, 'cancel')
  expect((await shop.act(user, 'resume')).body.data.attributes).toMatchObject({ status: 'active' })
})

it('case 2: every event twice, at one moment in two processes, books one purchase', async () => {
  const other = await anotherProcess(t)
  const before = simulator.events().length
  const user = await paid()
  const events = simulator.events().slice(before)
  const expected = [CREATED, UPDATED, PAID].map(type => expect.objectContaining({ type }))
  expect(events).toEqual(expect.arrayContaining(expected))
  const origins = [t.origin, other?.origin ?? t.origin]
  const replies = await Promise.all(
    events
      .map(event => JSON.stringify(event))
      .flatMap(body => origins.map(origin => shop.receive(body, undefined, origin))),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  await Promise.all([t.runJobs(), other?.deps.worker.drain()])
  expect(await booked(user)).toEqual(orderly)
  await other?.close()
})

it('case 2: many returns from a checkout at one moment book one purchase', async () => {
  const user = await t.signIn()
  const { id, externalId } = await open(user, plan.id)
  simulator.pay(externalId)
  await Promise.all([1, 2, 3, 4].map(() => shop.returnFrom(user, id)))
  expect(await booked(user)).toEqual(orderly)
})

it('case 3: a renewal whose invoice.paid is lost is found by the hourly sync', async () => {
  simulator.faults.events.drop = type => type === PAID
  const { user } = await subscribed(plan.id)
  await shop.later(32 * DAY_MS)
  await shop.renew()
  expect(await booked(user)).toMatchObject({
    subscriptions: [{ status: 'active' }],
    payments: [
      { state: 'succeeded', amount: 1000 },
      { state: 'succeeded', amount: 1000 },
    ],
    invoices: [{ state: 'paid' }, { state: 'paid' }],
  })
  const renewed = await booked(user)
  await simulator.deliver()
  await t.runJobs()
  expect(await booked(user)).toEqual(renewed)
  simulator.faults.events.drop = false
})

it('case 5: `created`, in which the subscription is incomplete, comes three days late', async () => {
  const user = await paid()
  await deliver(UPDATED, PAID)
  expect(await booked(user)).toEqual(orderly)
  await shop.later(3 * DAY_MS)
  const late = simulator.heldEvents().find(({ type }) => type === CREATED)
  expect(JSON.parse(late?.body ?? '{}')).toMatchObject({
    data: { object: { status: 'incomplete' } },
  })
  await deliver(CREATED)
  expect(simulator.deliveries.at(-1)).toMatchObject({ type: CREATED, status: 200 })
  expect(await booked(user)).toEqual(orderly)
})

it('case 6: `deleted` comes before `updated`: over, at the time of the gateway', async () => {
  const { user, subscriptionId } = await subscribed(plan.id)
  await simulator.deliver()
  const { external_id: id } = await t.deps.db
    .selectFrom('subscriptions')
    .select('external_id')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  // As the owner does in Stripe's dashboard.
  const dashboard = await gatewayNamed(t.deps, 'stripe')
  await dashboard.cancelAtEnd(id ?? '')
  await dashboard.endNow(id ?? '')
  const deleted = simulator.heldEvents().find(({ type }) => type === DELETED)
  const { ended_at: endedAt } = JSON.parse(deleted?.body ?? '{}').data.object
  await shop.later(DAY_MS)
  for (const type of [DELETED, UPDATED]) {
    await deliver(type)
    expect(await detail(user)).toMatchObject({
      status: 'completed',
      ended_reason: 'ended_at_gateway',
      ends_at: new Date(endedAt * 1000).toISOString(),
    })
  }
})

it('case 15: events that the database refuses are answered with 503, and their retry books once', async () => {
  const user = await paid()
  const before = simulator.deliveries.length
  const accept = await refuseEvents(t)
  await simulator.deliver()
  await accept()
  const refused = simulator.deliveries.slice(before)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  await shop.later(6 * MINUTE_MS)
  const retried = simulator.deliveries.slice(before + refused.length)
  expect(new Set(retried.map(({ status }) => status))).toEqual(new Set([200]))
  await t.runJobs()
  expect(await booked(user)).toEqual(orderly)
})
