import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { newestCardOf } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { gatewayNamed } from '../gateways/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { renewDue, syncLive, syncOpen } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, subscribed, detail, act, later, hear, rows } = shop
const { db } = t.deps
const operator = operatorOf(simulators)
shop.listen()
const USD = { currency: 'USD' }
const small = await sellPlan({ amount: 1000, ...USD })
const large = await sellPlan({
  amount: 3000,
  ...USD,
  features: { max_storage_amount: 500, max_team_members: 20 },
})
afterEach(async () => {
  shop.clearFaults()
  await shop.endAll()
})
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

const DEFAULT_BYTES = 5_000_000_000
const SMALL_BYTES = 100_000_000_000
const bytesOf = async ({ userId }: TestClient) => (await t.storage(userId)).capacity_bytes
const rowOf = async ({ userId }: TestClient) => {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return { ...row, external_id: row.external_id ?? '' }
}
/** Months have 28 to 31 days. */
const untilRenewal = async (user: TestClient) =>
  (await rowOf(user)).period_ends_at - t.deps.now().getTime()
/** Runs what the clock runs after some time. */
const clock = async (ms: number) => {
  await later(ms)
  await hear()
  await syncOpen(t.deps)
  await renewDue(t.deps)
  await t.runJobs()
  await sendReminders(t.deps)
}
const paidBy = async ({ userId }: TestClient) =>
  (await rows('payments', userId)).filter(row => row.state === 'succeeded')
const dunningsOf = ({ userId }: TestClient) =>
  db.selectFrom('dunnings').selectAll().where('user_id', '=', userId).execute()

describe("case 66: in Stripe's dashboard", () => {
  const change = async (user: TestClient, body: object | undefined, method?: string) => {
    const path = `/v1/subscriptions/${(await rowOf(user)).external_id}`
    await operator.call('stripe', path, body, method)
    await hear()
  }
  const itemOf = async (user: TestClient) => {
    const path = `/v1/subscriptions/${(await rowOf(user)).external_id}`
    const answer = (await operator.call('stripe', path, undefined, 'GET')) as {
      items?: { data: { id: string }[] }
    }
    return answer.items?.data[0]?.id ?? ''
  }
  const priceOf = async (plan: string) => {
    const copy = await db
      .selectFrom('plan_gateways')
      .select('external_ids')
      .where('plan_id', '=', plan)
      .where('gateway', '=', 'stripe')
      .executeTakeFirstOrThrow()
    return JSON.parse(copy.external_ids ?? '{}').price as string
  }

  it('a subscription that is cancelled at once ends, with its limits', async () => {
    const { user } = await subscribed(small.id, { driver: 'stripe' })
    await change(user, undefined, 'DELETE')
    expect(await detail(user)).toMatchObject({
      status: 'completed',
      ended_reason: 'ended_at_gateway',
    })
    expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
  })

  it('a subscription that is cancelled at its end runs until then', async () => {
    const { user } = await subscribed(small.id, { driver: 'stripe' })
    await change(user, { cancel_at_period_end: 'true' })
    expect(await detail(user)).toMatchObject({ status: 'cancelled', renews_at: null })
    expect(await bytesOf(user)).toBe(SMALL_BYTES)
    await clock(32 * DAY_MS)
    expect(await detail(user)).toMatchObject({ status: 'completed' })
    expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
    expect(await paidBy(user)).toHaveLength(1)
  })

  it('a subscription that is paused is shown as paused, keeps its limits and costs nothing', async () => {
    const { user } = await subscribed(small.id, { driver: 'stripe' })
    await change(user, { 'pause_collection[behavior]': 'void' })
    expect(await rowOf(user)).toMatchObject({ status: 'active', gateway_status: 'paused' })
    await clock(32 * DAY_MS)
    expect(await rowOf(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
    expect(await bytesOf(user)).toBe(SMALL_BYTES)
    expect([await paidBy(user), await dunningsOf(user)]).toMatchObject([[{}], []])
    await change(user, { pause_collection: '' })
    expect(await rowOf(user)).toMatchObject({ gateway_status: 'active' })
    await clock(31 * DAY_MS)
    expect(await paidBy(user)).toHaveLength(2)
  })

  it('a subscription that gets another plan has its price and limits', async () => {
    const { user } = await subscribed(small.id, { driver: 'stripe' })
    await change(user, {
      'items[0][id]': await itemOf(user),
      'items[0][price]': await priceOf(large.id),
      proration_behavior: 'none',
    })
    expect(await detail(user)).toMatchObject({
      name: large.attributes.name,
      price: { amount: 3000, currency: 'USD' },
    })
    expect(await bytesOf(user)).toBe(500_000_000_000)
  })

  it('a subscription that gets a price of its own keeps its plan and limits', async () => {
    const { user } = await subscribed(small.id, { driver: 'stripe' })
    const product = await operator.call('stripe', '/v1/products', { name: 'Special' })
    const price = await operator.call('stripe', '/v1/prices', {
      currency: 'usd',
      product: product.id,
      unit_amount: '1500',
      'recurring[interval]': 'month',
    })
    await change(user, {
      'items[0][id]': await itemOf(user),
      'items[0][price]': price.id,
      proration_behavior: 'none',
    })
    expect(await detail(user)).toMatchObject({
      name: small.attributes.name,
      price: { amount: 1500, currency: 'USD' },
    })
    expect(await bytesOf(user)).toBe(SMALL_BYTES)
    await clock(32 * DAY_MS)
    expect(await paidBy(user)).toMatchObject([{ amount: 1000 }, { amount: 1500 }])
  })
})

it('case 66: a subscription that the payer cancels at PayPal runs until the paid time ends', async () => {
  const { user } = await subscribed(small.id, { driver: 'paypal' })
  const { external_id } = await rowOf(user)
  await operator.call('paypal', `/v1/billing/subscriptions/${external_id}/cancel`, {
    reason: 'No need',
  })
  await hear()
  expect(await detail(user)).toMatchObject({ status: 'cancelled' })
  expect(await bytesOf(user)).toBe(SMALL_BYTES)
  await clock(32 * DAY_MS)
  expect(await detail(user)).toMatchObject({ status: 'completed' })
  expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
})

/** The unpaid renewal is void, here and at Stripe. */
async function expectVoided(user: TestClient): Promise<void> {
  const [paid, unpaid, note, ...more] = await rows('invoices', user.userId)
  expect(paid).toMatchObject({ state: 'paid', credited: 0 })
  expect(unpaid).toMatchObject({ state: 'void', total: 1000, paid: 0, credited: 1000 })
  expect(note).toMatchObject({ kind: 'credit_note', corrects_id: unpaid?.id, total: 1000 })
  expect(more).toEqual([])
  const { invoices } = await (await gatewayNamed(t.deps, 'stripe')).fetchFacts({
    kind: 'subscription',
    externalId: (await rowOf(user)).external_id,
  })
  expect(invoices.map(({ state }) => state)).toEqual(['void', 'paid'])
}

describe.each(['past_due', 'unpaid'] as const)(
  'in an account of Stripe that leaves subscriptions %s',
  outcome => {
    beforeEach(() => simulators.stripe.setAfterRetries(outcome))
    afterEach(() => simulators.stripe.setAfterRetries('cancel'))

    /** Refuses a renewal and its three retries, the last of which is 15 days after it. */
    async function refused(): Promise<TestClient> {
      const { user } = await subscribed(small.id, { driver: 'stripe', card: 'declined_later' })
      await clock((await untilRenewal(user)) + 2 * HOUR_MS)
      for (const days of [3, 5, 7]) await clock(days * DAY_MS)
      expect(await rowOf(user)).toMatchObject({
        status: 'active',
        payment_state: 'past_due',
        gateway_status: outcome,
      })
      expect(await bytesOf(user)).toBe(SMALL_BYTES)
      return user
    }
    const nightAfter = async (days: number) => {
      await clock(days * DAY_MS)
      await syncLive(t.deps)
      await t.runJobs()
    }

    it('ends four days after the last retry, also there, and is charged no more', async () => {
      const user = await refused()
      await nightAfter(3)
      expect(await rowOf(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
      await nightAfter(2)
      expect(await rowOf(user)).toMatchObject({ status: 'completed', ended_reason: 'unpaid' })
      expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
      const { subscription } = await (await gatewayNamed(t.deps, 'stripe')).fetchFacts({
        kind: 'subscription',
        externalId: (await rowOf(user)).external_id,
      })
      expect(subscription).toMatchObject({ gatewayStatus: 'canceled' })
      await expectVoided(user)
      simulators.stripe.setCard(await newestCardOf(t, user), 'ok')
      for (const days of [31, 31]) await nightAfter(days)
      expect(await paidBy(user)).toHaveLength(1)
      expect((await act(user, 'checkout', { plan: small.id, driver: 'stripe' })).status).toBe(201)
    })

    it('continues if the user pays in these four days', async () => {
      const user = await refused()
      await clock(2 * DAY_MS)
      const [invoice] = (await rows('invoices', user.userId)).filter(row => row.state === 'open')
      simulators.stripe.pay(invoice?.external_id ?? '')
      await nightAfter(3)
      expect(await rowOf(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
      expect(await bytesOf(user)).toBe(SMALL_BYTES)
      expect(await paidBy(user)).toHaveLength(2)
    })
  },
)

it('ends with the last retry in an account of Stripe that ends it, and owes nothing', async () => {
  const { user } = await subscribed(small.id, { driver: 'stripe', card: 'declined_later' })
  await clock((await untilRenewal(user)) + 2 * HOUR_MS)
  for (const days of [3, 5, 7]) await clock(days * DAY_MS)
  await hear()
  expect(await rowOf(user)).toMatchObject({ status: 'completed' })
  await expectVoided(user)
})

it('ends four days after PayPal suspended it as unpaid, also there', async () => {
  const { user } = await subscribed(small.id, { driver: 'paypal', card: 'declined_later' })
  await clock((await untilRenewal(user)) + HOUR_MS)
  for (const days of [5, 5]) await clock(days * DAY_MS)
  expect(await rowOf(user)).toMatchObject({
    status: 'active',
    payment_state: 'past_due',
    gateway_status: 'SUSPENDED',
  })
  expect(await bytesOf(user)).toBe(SMALL_BYTES)
  await clock(3 * DAY_MS)
  expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
  await clock(2 * DAY_MS)
  expect(await detail(user)).toMatchObject({ status: 'completed', ended_reason: 'unpaid' })
  expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
  const { external_id } = await rowOf(user)
  const remote = await (await gatewayNamed(t.deps, 'paypal')).fetchFacts({
    kind: 'subscription',
    externalId: external_id,
  })
  expect(remote.subscription).toMatchObject({ gatewayStatus: 'CANCELLED' })
  expect(await paidBy(user)).toHaveLength(1)
  expect((await act(user, 'checkout', { plan: small.id, driver: 'paypal' })).status).toBe(201)
})

it('is past due, and ends, when PayPal denies a pending renewal', async () => {
  const { user } = await subscribed(small.id, { driver: 'paypal' })
  simulators.paypal.setCard((await rowOf(user)).external_id, 'pending_then_denied')
  await clock(32 * DAY_MS)
  expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
  await clock(3 * DAY_MS)
  expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
  await clock(20 * DAY_MS)
  expect(await detail(user)).toMatchObject({ status: 'completed', ended_reason: 'unpaid' })
  expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
  await clock(40 * DAY_MS)
  expect(await paidBy(user)).toHaveLength(1)
})

it('ends on our own schedule with the period whose reminders are over', async () => {
  const { user } = await subscribed(small.id, { driver: 'paystack', card: 'declined_later' })
  await clock(32 * DAY_MS)
  for (const days of [2, 2, 2]) await clock(days * DAY_MS)
  expect(await dunningsOf(user)).toMatchObject([{ step: 3, resolved_at: null }])
  expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
  await clock(31 * DAY_MS)
  expect(await detail(user)).toMatchObject({ status: 'completed', ended_reason: 'unpaid' })
  expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
  // The unpaid period stays due, and no later one is added.
  const open = (await rows('invoices', user.userId)).filter(row => row.state === 'open')
  expect(open).toMatchObject([{ total: 1000, paid: 0 }])
})

describe.each(['stripe', 'paypal'] as const)('%s', driver => {
  it('case 20: its refused renewal is past due, notified, and tried again by the gateway alone', async () => {
    const { user } = await subscribed(small.id, { driver, card: 'declined_later' })
    await clock(32 * DAY_MS)
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
    expect(await bytesOf(user)).toBe(SMALL_BYTES)
    expect(await dunningsOf(user)).toEqual([])
    const notices = await db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', user.userId)
      .where('type', '=', 'renewal_failed')
      .execute()
    expect(notices).toHaveLength(1)
    if (driver === 'stripe') {
      const [method] = await db
        .selectFrom('payment_methods')
        .selectAll()
        .where('user_id', '=', user.userId)
        .execute()
      simulators.stripe.setCard(method?.external_id ?? '', 'ok')
    } else simulators.paypal.setCard((await rowOf(user)).external_id, 'ok')
    for (const days of [4, 4]) await clock(days * DAY_MS)
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
    expect(await paidBy(user)).toHaveLength(2)
    expect(await rows('invoices', user.userId)).toMatchObject([
      { state: 'paid' },
      { state: 'paid' },
    ])
  })
})

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  it('case 67: cancel, resume and cancel leave the last word, at the gateway too', async () => {
    const { user } = await subscribed(small.id, { driver })
    expect((await act(user, 'cancel')).body.data.attributes).toMatchObject({ status: 'cancelled' })
    expect((await act(user, 'resume')).body.data.attributes).toMatchObject({ status: 'active' })
    expect((await act(user, 'cancel')).body.data.attributes).toMatchObject({ status: 'cancelled' })
    await hear()
    expect(await detail(user)).toMatchObject({ status: 'cancelled' })
    await clock(62 * DAY_MS)
    expect(await detail(user)).toMatchObject({ status: 'completed' })
    expect(await paidBy(user)).toHaveLength(1)
  })

  it('a resumed subscription renews once', async () => {
    const { user } = await subscribed(small.id, { driver })
    await act(user, 'cancel')
    await act(user, 'resume')
    await clock(32 * DAY_MS)
    await clock(HOUR_MS)
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
    expect(await paidBy(user)).toHaveLength(2)
  })

  it('case 69: resuming after the end is refused, and a new purchase is offered', async () => {
    const { user } = await subscribed(small.id, { driver })
    await act(user, 'cancel')
    const endsAt = Date.parse((await detail(user)).ends_at)
    await later(endsAt + 1000 - t.deps.now().getTime())
    expect(await act(user, 'resume')).toMatchObject({
      status: 409,
      body: { code: 'subscription.ended' },
    })
    expect((await act(user, 'checkout', { plan: small.id, driver })).status).toBe(201)
  })

  it('case 62: of cancelling, ending, refunding and syncing at once, one result remains', async () => {
    const { user, subscriptionId } = await subscribed(small.id, { driver })
    const [payment] = await rows('payments', user.userId)
    const reason = 'at once'
    const refund = () => shop.asAdmin('POST', `/payments/${payment?.id}/refund`, { reason })
    const answers = await Promise.all([
      act(user, 'cancel'),
      shop.asAdmin('POST', `/${subscriptionId}/cancel`, { reason }),
      shop.asAdmin('POST', `/${subscriptionId}/end`, { reason }),
      shop.asAdmin('POST', `/${subscriptionId}/sync`, {}),
      refund(),
      refund(),
    ])
    expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    await hear()
    await clock(2 * DAY_MS)
    expect(await detail(user)).toMatchObject({
      status: 'completed',
      ended_reason: 'ended_by_admin',
    })
    expect(await bytesOf(user)).toBe(DEFAULT_BYTES)
    expect(await rows('refunds', user.userId)).toMatchObject([{ amount: 1000, state: 'succeeded' }])
    await clock(62 * DAY_MS)
    expect(await paidBy(user)).toHaveLength(1)
  })
})
