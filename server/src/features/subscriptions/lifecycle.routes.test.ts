import { DAY_MS, MINUTE_MS } from '@coffer/contract/durations'
import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_BYTES, openGatewayShop, PLAN_BYTES } from '../../../test/gateway-shop.ts'
import { syncOpen, syncRefunds } from './index.ts'

/** No event ever comes here: see the tests of events for each gateway. */
describe.each(['stripe', 'paypal', 'paystack'] as const)('a subscription by %s', async name => {
  const shop = await openGatewayShop(name)
  const { t, simulator, subscribed, detail, act, later, booked, rows } = shop
  const plan = await shop.sellPlan({ amount: 100_000 })
  afterAll(async () => {
    expect(simulator.violations).toEqual([])
    await shop.close()
  })

  /** A month in which the server runs its clock and its jobs. */
  async function nextMonth() {
    await later(32 * DAY_MS)
    await shop.renew()
    await syncOpen(t.deps)
    await t.runJobs()
  }

  it('is bought: active, with its limits, one payment and one paid invoice', async () => {
    const { user } = await subscribed(plan.id)
    expect(await detail(user)).toMatchObject({
      status: 'active',
      payment_state: 'ok',
      driver: name,
      price: { amount: 100_000, currency: shop.currency },
    })
    expect(await booked(user)).toMatchObject({
      payments: [{ state: 'succeeded', amount: 100_000 }],
      invoices: [{ kind: 'invoice', state: 'paid', total: 100_000, paid: 100_000 }],
      transactions: [{ type: 'charge', status: 'completed', amount: 100_000 }],
      isBalanced: true,
      capacity: PLAN_BYTES,
    })
  })

  it('case 4: is active within five minutes of its payment, also if the payer does not return', async () => {
    const user = await t.signIn()
    const { externalId } = await shop.open(user, plan.id)
    simulator.pay(externalId)
    await later(5 * MINUTE_MS)
    await syncOpen(t.deps)
    await t.runJobs()
    expect(await booked(user)).toMatchObject({
      subscriptions: [{ status: 'active' }],
      payments: [{ state: 'succeeded', amount: 100_000 }],
      invoices: [{ state: 'paid' }],
      capacity: PLAN_BYTES,
    })
  })

  it('is active once a payment that takes days succeeds', async () => {
    const user = await t.signIn()
    const checkout = await shop.open(user, plan.id)
    simulator.pay(checkout.externalId, { card: 'pending' })
    expect(await shop.returnFrom(user, checkout.id)).toBe('open')
    expect(await booked(user)).toMatchObject({ capacity: DEFAULT_BYTES })
    await later(6 * DAY_MS)
    await syncOpen(t.deps)
    await t.runJobs()
    expect(await booked(user)).toMatchObject({
      subscriptions: [{ status: 'active' }],
      payments: [{ state: 'succeeded', amount: 100_000 }],
      invoices: [{ state: 'paid', paid: 100_000 }],
      capacity: PLAN_BYTES,
    })
  })

  it('is not active after a refused payment, and can be bought again', async () => {
    const user = await t.signIn()
    const checkout = await shop.open(user, plan.id)
    simulator.pay(checkout.externalId, { card: 'declined_soft' })
    expect(await shop.returnFrom(user, checkout.id)).toBe('open')
    expect(await booked(user)).toMatchObject({ invoices: [], capacity: DEFAULT_BYTES })
    const again = await shop.open(user, plan.id)
    simulator.pay(again.externalId)
    expect(await shop.returnFrom(user, again.id)).toBe('completed')
    expect(await detail(user)).toMatchObject({ status: 'active' })
  })

  it('case 3: renews by the hourly sync: each period has one payment and one invoice', async () => {
    const { user } = await subscribed(plan.id)
    const { renews_at: first } = await detail(user)
    await nextMonth()
    const { status, renews_at: second } = await detail(user)
    expect(status).toBe('active')
    expect(Date.parse(second) - Date.parse(first)).toBeGreaterThan(27 * DAY_MS)
    const { payments, invoices, isBalanced } = await booked(user)
    expect(payments.map(({ state, amount }) => [state, amount])).toEqual(
      [1, 2].map(() => ['succeeded', 100_000]),
    )
    expect(invoices.map(({ state, total }) => [state, total])).toEqual(
      [1, 2].map(() => ['paid', 100_000]),
    )
    expect(isBalanced).toBe(true)
  })

  it('is cancelled, keeps its limits until the paid time ends, and is then over', async () => {
    const user = await t.signIn()
    const checkout = await shop.open(user, plan.id)
    await later(20 * MINUTE_MS)
    simulator.pay(checkout.externalId)
    await shop.returnFrom(user, checkout.id)
    const { renews_at: paidUntil } = await detail(user)
    await act(user, 'cancel')
    expect(await detail(user)).toMatchObject({ status: 'cancelled', ends_at: paidUntil })
    expect(await booked(user)).toMatchObject({ capacity: PLAN_BYTES })
    await nextMonth()
    expect(await detail(user)).toMatchObject({ status: 'completed', ended_reason: 'cancelled' })
    expect(await booked(user)).toMatchObject({
      payments: [{ amount: 100_000 }],
      invoices: [{ state: 'paid' }],
      capacity: DEFAULT_BYTES,
    })
  })

  it('renews after it was cancelled and resumed', async () => {
    const { user } = await subscribed(plan.id)
    await act(user, 'cancel')
    await act(user, 'resume')
    expect(await detail(user)).toMatchObject({ status: 'active', ends_at: null })
    await nextMonth()
    expect(await detail(user)).toMatchObject({ status: 'active' })
    expect(await rows('payments', user.userId)).toHaveLength(2)
  })

  it('is past due while its renewal is refused, and keeps its limits', async () => {
    const { user } = await subscribed(plan.id, { card: 'declined_later' })
    await nextMonth()
    // The next hourly run sees the refusal.
    await shop.renew()
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
    expect(await booked(user)).toMatchObject({ capacity: PLAN_BYTES })
  })

  it('ends at once for an administrator, also at the gateway', async () => {
    const { user, subscriptionId } = await subscribed(plan.id)
    const reply = await shop.asAdmin('POST', `/${subscriptionId}/end`, { reason: 'fraud' })
    expect(reply.status).toBe(200)
    await t.runJobs()
    expect(await detail(user)).toMatchObject({ ended_reason: 'ended_by_admin' })
    expect(await booked(user)).toMatchObject({ capacity: DEFAULT_BYTES })
    await nextMonth()
    expect(await rows('payments', user.userId)).toHaveLength(1)
  })

  it('is refunded in full, also when the gateway takes days and sends no event', async () => {
    const { user } = await subscribed(plan.id)
    const [payment] = await rows('payments', user.userId)
    const path = `/payments/${payment?.id}/refund`
    expect((await shop.asAdmin('POST', path, { reason: 'unhappy' })).status).toBe(200)
    await later(2 * DAY_MS)
    await syncRefunds(t.deps)
    await t.runJobs()
    expect(await booked(user)).toMatchObject({
      payments: [{ refunded: 100_000 }],
      invoices: [{ credited: 100_000 }, { kind: 'credit_note', total: 100_000 }],
      isBalanced: true,
    })
    const refunds = simulator.payments().filter(({ kind }) => kind === 'refund')
    expect(refunds).toMatchObject([{ amount: 100_000, state: 'succeeded' }])
  })
})
