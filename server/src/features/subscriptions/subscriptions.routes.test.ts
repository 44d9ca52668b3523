import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, expect, test } from 'vitest'
import { insertMeteredPlan } from '../../../test/metered-users.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { checkLedger } from '../ledger/index.ts'
import { renewDue, syncOpen } from './index.ts'

const shop = await openStripeShop()
const {
  t,
  simulator,
  sellPlan,
  open,
  openBy,
  returnFrom,
  subscribed,
  detail,
  act,
  asAdmin,
  read,
  later,
  rows,
} = shop
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await shop.close()
})

/** Types of notifications, the oldest first. */
const notifiedOf = async ({ userId }: TestClient) =>
  (
    await t.deps.db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute()
  ).map(({ type }) => type)

const small = await sellPlan({ amount: 1000 })
const large = await sellPlan({
  amount: 3000,
  features: { max_storage_amount: 500, max_team_members: 20 },
})

test('a purchase gives the plan, one payment, one paid invoice, its limits and a notification', async () => {
  const { user } = await subscribed(small.id)
  expect(await detail(user)).toMatchObject({
    status: 'active',
    payment_state: 'ok',
    driver: 'stripe',
    name: small.attributes.name,
    price: { amount: 1000, currency: 'EUR' },
  })
  expect((await t.storage(user.userId)).capacity_bytes).toBe(100_000_000_000)
  expect(await rows('payments', user.userId)).toMatchObject([{ state: 'succeeded', amount: 1000 }])
  expect(await rows('invoices', user.userId)).toMatchObject([
    { state: 'paid', total: 1000, paid: 1000 },
  ])
  expect((await user.send('GET', '/api/notifications')).body.data).toMatchObject([
    {
      attributes: {
        category: 'subscription-created',
        title: `You’re subscribed to ${small.attributes.name}`,
      },
    },
  ])
  expect(await checkLedger(t.deps.db)).toMatchObject({ isBalanced: true })
})

test('case 17: a closed checkout expires, and a new one starts at once', async () => {
  const user = await t.signIn()
  const first = await open(user, small.id)
  const second = await open(user, small.id)
  expect(await returnFrom(user, first.id)).toBe('expired')
  simulator.pay(second.externalId)
  expect(await returnFrom(user, second.id)).toBe('completed')
  expect(await act(user, 'checkout', { plan: small.id, driver: 'stripe' })).toMatchObject({
    status: 409,
    body: { code: 'subscription.exists' },
  })
})

test('case 20: a declined renewal is past due, and the limits stay', async () => {
  const { user } = await subscribed(small.id, { card: 'declined_later' })
  await later(32 * DAY_MS)
  await renewDue(t.deps)
  await t.runJobs()
  expect(await detail(user)).toMatchObject({ payment_state: 'past_due' })
  expect((await t.storage(user.userId)).capacity_bytes).toBe(100_000_000_000)
  expect(await notifiedOf(user)).toEqual(['subscription_started', 'renewal_failed'])
})

test('another card is chosen on a page of Stripe, and pays the renewal that was refused', async () => {
  const { user, subscriptionId: id } = await subscribed(small.id, { card: 'declined_later' })
  const clock = async (days: number) => {
    await later(days * DAY_MS)
    await syncOpen(t.deps)
    await renewDue(t.deps)
    await t.runJobs()
  }
  await clock(32)
  expect(await detail(user)).toMatchObject({ payment_state: 'past_due' })
  expect((await act(await t.signIn(), `edit/${id}`)).status).toBe(404)
  const { status, body } = await act(user, `edit/${id}`)
  expect([status, body]).toEqual([
    200,
    { driver: 'stripe', url: expect.stringContaining(`${simulator.url}/pay/bps_`) },
  ])
  simulator.pay(body.url.split('/').at(-1), { card: 'ok' })
  for (const days of [4, 4]) await clock(days)
  expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
  const paid = (await rows('payments', user.userId)).filter(({ state }) => state === 'succeeded')
  expect(paid).toHaveLength(2)
})

test('case 52: an amount, price or currency that is sent along changes nothing', async () => {
  const tampered = { amount: 1, price: 1, total: 1, currency: 'JPY', previewed_at: undefined }
  const user = await t.signIn()
  const body = { plan: small.id, driver: 'stripe', ...tampered }
  const checkout = await openBy(user, 'checkout', body)
  simulator.pay(checkout.externalId)
  await returnFrom(user, checkout.id)
  expect(await rows('payments', user.userId)).toMatchObject([{ amount: 1000, currency: 'EUR' }])
  const { due_today: due } = (await read(user, `swap/${large.id}`)).body.data
  expect(due.amount).toBeGreaterThan(1000)
  expect((await act(user, `swap/${large.id}`, tampered)).status).toBe(200)
  await t.runJobs()
  expect(await detail(user)).toMatchObject({ price: { amount: 3000, currency: 'EUR' } })
  const [, paid] = await rows('payments', user.userId)
  expect(paid).toMatchObject({ state: 'succeeded', ...due })
})

test('case 52: hidden plans and those of another type can be neither bought nor changed to', async () => {
  const hidden = await sellPlan()
  await asAdmin('PATCH', `/plans/${hidden.id}`, { visible: false })
  const metered = await insertMeteredPlan(t)
  const { user } = await subscribed(small.id)
  const other = await t.signIn()
  const before = await rows('payments', user.userId)
  for (const [id, status, code] of [
    [hidden.id, 404, 'plan.not_found'],
    [metered.id, 422, 'plan.wrong_type'],
  ] as const) {
    const refused = { status, body: { code } }
    expect(await act(other, 'checkout', { plan: id, driver: 'stripe' })).toMatchObject(refused)
    expect(await read(user, `swap/${id}`)).toMatchObject(refused)
    expect(await act(user, `swap/${id}`)).toMatchObject(refused)
  }
  expect(await rows('payments', user.userId)).toEqual(before)
  expect(await rows('subscriptions', other.userId)).toEqual([])
  expect(await detail(user)).toMatchObject({ name: small.attributes.name })
})

test('case 52: hidden, unknown and foreign ids answer 404', async () => {
  const user = await t.signIn()
  const { user: other, id } = await subscribed(small.id)
  expect(other.userId).not.toBe(user.userId)
  expect((await user.send('GET', `/api/subscriptions/checkouts/${id}`)).status).toBe(404)
  const plan = crypto.randomUUID()
  expect((await act(user, 'checkout', { plan, driver: 'stripe' })).status).toBe(404)
})

test('case 67: cancel, resume and cancel leave the last word, at the gateway too', async () => {
  const { user } = await subscribed(small.id)
  expect((await act(user, 'cancel')).body.data.attributes).toMatchObject({
    status: 'cancelled',
    is_cancelled: true,
  })
  expect((await act(user, 'resume')).body.data.attributes).toMatchObject({ status: 'active' })
  await act(user, 'cancel')
  const { ends_at, status } = await detail(user)
  expect(status).toBe('cancelled')
  expect(Date.parse(ends_at)).toBeGreaterThan(t.deps.now().getTime())
})

test('case 69: resuming after the end is refused, and the defaults apply', async () => {
  const { user } = await subscribed(small.id)
  await act(user, 'cancel')
  await later(32 * DAY_MS)
  await syncOpen(t.deps)
  await t.runJobs()
  expect(await detail(user)).toMatchObject({ status: 'completed', ended_reason: 'cancelled' })
  expect((await t.storage(user.userId)).capacity_bytes).toBe(5_000_000_000)
  expect(await act(user, 'resume')).toMatchObject({
    status: 409,
    body: { code: 'subscription.ended' },
  })
})

test('an upgrade is charged the difference and gives the larger limits at once', async () => {
  const { user } = await subscribed(small.id)
  const preview = await user.send('GET', `/api/subscriptions/swap/${large.id}`)
  expect(preview.body.data.due_today.amount).toBeGreaterThan(0)
  const { status, body } = await act(user, `swap/${large.id}`)
  expect([status, body.data?.attributes.name]).toEqual([200, large.attributes.name])
  expect((await t.storage(user.userId)).capacity_bytes).toBe(500_000_000_000)
  expect(await rows('payments', user.userId)).toHaveLength(2)
  expect(await checkLedger(t.deps.db)).toMatchObject({ isBalanced: true })
})

test('case 68: the credit of a downgrade pays the next invoice', async () => {
  const { user } = await subscribed(large.id)
  await act(user, `swap/${small.id}`)
  expect(await detail(user)).toMatchObject({ name: small.attributes.name })
  await later(32 * DAY_MS)
  await renewDue(t.deps)
  await t.runJobs()
  const invoices = await rows('invoices', user.userId)
  expect(invoices.every(invoice => 'state' in invoice && invoice.state === 'paid')).toBe(true)
  expect(await checkLedger(t.deps.db)).toMatchObject({ isBalanced: true })
})

test('case 25: a refund makes a credit note, in parts up to the payment', async () => {
  const { user } = await subscribed(small.id)
  const [payment] = await rows('payments', user.userId)
  const path = `/payments/${payment?.id}/refund`
  expect(await shop.asAdmin('POST', path, { amount: 400, reason: 'unhappy' })).toMatchObject({
    status: 200,
    body: { data: { refunded: 400 } },
  })
  expect((await shop.asAdmin('POST', path, { amount: 601, reason: 'x' })).status).toBe(422)
  expect((await shop.asAdmin('POST', path, { reason: 'rest' })).status).toBe(200)
  expect(await rows('invoices', user.userId)).toMatchObject([
    { kind: 'invoice', credited: 1000 },
    { kind: 'credit_note', total: 400 },
    { kind: 'credit_note', total: 600 },
  ])
  expect(await checkLedger(t.deps.db)).toMatchObject({ isBalanced: true })
})

test('case 62: an administrator ends a subscription, also at the gateway', async () => {
  const { user, subscriptionId } = await subscribed(small.id)
  const path = `/${subscriptionId}/end`
  expect((await shop.asAdmin('POST', path, {})).status).toBe(422)
  const { status } = await shop.asAdmin('POST', path, { reason: 'fraud' })
  expect(status).toBe(200)
  await t.runJobs()
  expect(await detail(user)).toMatchObject({ status: 'completed', ended_reason: 'ended_by_admin' })
  const [row] = await rows('subscriptions', user.userId)
  expect(row).toMatchObject({ status: 'completed' })
})

test('the billing page reads everything, and lists and details are for administrators', async () => {
  const { user } = await subscribed(small.id)
  const { body } = await user.send('GET', '/api/subscriptions/overview')
  expect(body.data).toMatchObject({
    subscription: { attributes: { status: 'active' } },
    usage: { members: 0, max_members: 5 },
    drivers: ['stripe'],
  })
  expect(body.data.offers).toHaveLength(2)
  expect((await user.send('GET', '/api/subscriptions/admin')).status).toBe(403)
  const list = await shop.asAdmin('GET', '?driver=stripe')
  expect(list.body.data[0].relationships.user.data.id).toBe(user.userId)
  const one = await shop.asAdmin('GET', `/users/${user.userId}/subscription`)
  expect(one.body.data).toMatchObject({ subscriptions: [{}], payments: [{ state: 'succeeded' }] })
})
