import { DAY_MS, MINUTE_MS } from '@coffer/contract/durations'
import { afterAll, describe, expect, it } from 'vitest'
import { openGatewayShop, PLAN_BYTES } from '../../../test/gateway-shop.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf } from '../ledger/index.ts'

const LARGE_BYTES = 500_000_000_000

/** Unused time in the preview of a change of plan. */
type Rest = Record<'to_balance' | 'to_refund', { amount: number }>

describe.each(['stripe', 'paypal', 'paystack'] as const)('a change of plan by %s', async name => {
  const shop = await openGatewayShop(name)
  const { t, simulator, subscribed, detail, act, later, booked } = shop
  const small = await shop.sellPlan({ amount: 100_000 })
  const medium = await shop.sellPlan({ amount: 200_000 })
  const large = await shop.sellPlan({
    amount: 300_000,
    features: { max_storage_amount: 500, max_team_members: 20 },
  })
  afterAll(async () => {
    expect(simulator.violations).toEqual([])
    await shop.close()
  })

  const preview = async (user: TestClient, plan: string) =>
    (await (await t.signInAgain(user)).send('GET', `/api/subscriptions/swap/${plan}`)).body.data

  const restOf = ({ to_balance, to_refund }: Rest) => to_balance.amount + to_refund.amount

  /** Changes the plan; at PayPal the payer has to approve a new subscription. */
  async function swap(
    user: TestClient,
    plan: string,
    { card = 'ok', at }: { card?: 'ok' | 'declined_soft'; at?: string } = {},
  ) {
    if (card !== 'ok') await setCard(user, card)
    const reply = await act(user, `swap/${plan}`, { previewed_at: at })
    if (!reply.body.checkout) return reply
    const { id } = reply.body.checkout
    const { external_id: externalId } = await t.deps.db
      .selectFrom('checkouts')
      .select('external_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    simulator.pay(externalId ?? '', { card })
    await shop.returnFrom(user, id)
    await t.runJobs()
    return reply
  }

  async function setCard({ userId }: TestClient, card: 'ok' | 'declined_soft') {
    const saved = await t.deps.db
      .selectFrom('payment_methods')
      .select('external_id')
      .where('user_id', '=', userId)
      .execute()
    const subscription = await t.deps.db
      .selectFrom('subscriptions')
      .select('external_id')
      .where('user_id', '=', userId)
      .where('status', '=', 'active')
      .executeTakeFirst()
    const ids = name === 'paypal' && subscription ? [subscription] : saved
    for (const { external_id } of ids) simulator.setCard(external_id ?? '', card)
  }

  const notified = async ({ userId }: TestClient) =>
    (
      await t.deps.db
        .selectFrom('notifications')
        .select('type')
        .where('user_id', '=', userId)
        .execute()
    ).map(({ type }) => type)

  const balance = ({ userId }: TestClient) => balanceOf(t.deps.db, userId, shop.currency)

  // Stripe counts seconds.
  const tolerance = name === 'stripe' ? 100 : 0

  it('to a larger plan charges the previewed difference, and renews at its price', async () => {
    const { user } = await subscribed(small.id)
    await later(10 * DAY_MS)
    const { due_today: due, previewed_at: at } = await preview(user, large.id)
    expect(due.amount).toBeGreaterThan(100_000)
    expect(due.amount).toBeLessThan(200_000)
    await later(50 * MINUTE_MS)
    expect((await swap(user, large.id, { at })).status).toBe(200)
    expect(await detail(user)).toMatchObject({ status: 'active', name: large.attributes.name })
    const changed = await booked(user)
    expect(changed).toMatchObject({ capacity: LARGE_BYTES, isBalanced: true })
    expect(changed.payments).toMatchObject([
      { state: 'succeeded', amount: 100_000 },
      { state: 'succeeded' },
    ])
    expect(changed.payments[1]?.amount).toBe(due.amount)
    await later(25 * DAY_MS)
    await shop.renew()
    expect((await booked(user)).payments[2]).toMatchObject({ state: 'succeeded', amount: 300_000 })
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
  })

  it('keeps to the preview when a day of the period has ended since', async () => {
    const { user } = await subscribed(small.id)
    await later(10 * DAY_MS - 20 * MINUTE_MS)
    const { due_today: due, previewed_at: at } = await preview(user, large.id)
    await later(30 * MINUTE_MS)
    expect((await preview(user, large.id)).due_today.amount).toBeLessThan(due.amount)
    await swap(user, large.id, { at })
    expect((await booked(user)).payments[1]?.amount).toBe(due.amount)
  })

  describe('refuses a preview', () => {
    const expectExpired = async (user: TestClient, plan: string, at: string) => {
      const before = await booked(user)
      const { status, body } = await swap(user, plan, { at })
      expect([status, body.code]).toEqual([409, 'subscription.preview_expired'])
      expect(await booked(user)).toEqual(before)
    }
    const minutesFrom = (at: string, minutes: number) =>
      new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString()

    it('of more than an hour ago, or in the future', async () => {
      const { user } = await subscribed(small.id)
      await later(5 * DAY_MS)
      const { previewed_at: at } = await preview(user, large.id)
      await expectExpired(user, large.id, minutesFrom(at, 1))
      await later(61 * MINUTE_MS)
      await expectExpired(user, large.id, at)
      expect((await swap(user, large.id, { at: minutesFrom(at, 59) })).status).toBe(200)
    })

    it('of the period before', async () => {
      const { user } = await subscribed(small.id)
      const { renews_at: end } = await detail(user)
      await later(Date.parse(end) - t.deps.now().getTime() - 10 * MINUTE_MS)
      const { previewed_at: at } = await preview(user, large.id)
      await later(20 * MINUTE_MS)
      await shop.renew()
      await expectExpired(user, large.id, at)
    })

    it('of a time before the last change, so that no time is credited that was not paid', async () => {
      const { user } = await subscribed(small.id)
      await later(5 * DAY_MS)
      const { previewed_at: at } = await preview(user, large.id)
      await later(30 * MINUTE_MS)
      await swap(user, large.id)
      await detail(user)
      await expectExpired(user, small.id, at)
    })
  })

  it('refuses a preview from before another change', async () => {
    const { user } = await subscribed(small.id)
    await later(5 * DAY_MS)
    const first = await preview(user, large.id)
    await later(MINUTE_MS)
    const second = await preview(user, medium.id)
    await later(MINUTE_MS)
    expect((await swap(user, large.id, { at: first.previewed_at })).status).toBe(200)
    await later(MINUTE_MS)
    const { status, body } = await swap(user, medium.id, { at: second.previewed_at })
    expect([status, body.code]).toEqual([409, 'subscription.preview_expired'])
    expect(await detail(user)).toMatchObject({ name: large.attributes.name })
  })

  it('P8: there and back on one day costs nothing', async () => {
    const { user } = await subscribed(small.id)
    await later(10 * DAY_MS)
    const { due_today: due } = await preview(user, large.id)
    await swap(user, large.id)
    await later(2 * MINUTE_MS)
    await detail(user)
    const rest = restOf(await preview(user, small.id))
    expect(Math.abs(rest - due.amount)).toBeLessThanOrEqual(tolerance)
  })

  it('leaves all as it was when the payment is refused', async () => {
    const { user } = await subscribed(small.id)
    const before = await detail(user)
    await swap(user, large.id, { card: 'declined_soft' })
    await later(2 * MINUTE_MS)
    expect(await detail(user)).toMatchObject({
      status: 'active',
      payment_state: 'ok',
      name: small.attributes.name,
      renews_at: before.renews_at,
    })
    const { payments, invoices, capacity, isBalanced } = await booked(user)
    expect(payments.filter(({ state }) => state === 'succeeded')).toHaveLength(1)
    expect(invoices.filter(({ state }) => state === 'open')).toEqual([])
    expect([capacity, isBalanced]).toEqual([PLAN_BYTES, true])
    expect(simulator.payments().filter(({ state }) => state === 'pending')).toEqual([])
    expect(await notified(user)).not.toContain('renewal_failed')
  })

  it('can be made again at once after its payment was refused', async () => {
    const { user } = await subscribed(small.id)
    await swap(user, large.id, { card: 'declined_soft' })
    await later(2 * MINUTE_MS)
    await setCard(user, 'ok')
    expect((await swap(user, large.id)).status).toBe(200)
    expect(await detail(user)).toMatchObject({ name: large.attributes.name, payment_state: 'ok' })
    const { invoices, isBalanced } = await booked(user)
    expect(invoices.filter(({ state }) => state === 'open')).toEqual([])
    expect(isBalanced).toBe(true)
  })

  it('waits until the running period is paid, so that unpaid time is never credited', async () => {
    const { user } = await subscribed(large.id)
    await setCard(user, 'declined_soft')
    await later(32 * DAY_MS)
    await shop.renew()
    await shop.renew()
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
    const refused = await act(user, `swap/${small.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'subscription.unpaid'])
    expect(await detail(user)).toMatchObject({ name: large.attributes.name })
    expect(await balance(user)).toBe(0)
    const { invoices, isBalanced } = await booked(user)
    expect(invoices.filter(({ kind }) => kind === 'credit_note')).toEqual([])
    expect(isBalanced).toBe(true)
    if (name !== 'paystack') return
    const { externalId, id } = await shop.fund(user, 300_000)
    simulator.pay(externalId)
    await shop.returnFrom(user, id)
    expect((await act(user, `swap/${small.id}`)).status).toBe(200)
    expect(await detail(user)).toMatchObject({ name: small.attributes.name })
  })

  it.skipIf(name === 'paystack')(
    'asks the gateway whether the running period is paid, if its events are lost',
    async () => {
      const { user } = await subscribed(large.id)
      await setCard(user, 'declined_soft')
      await later(32 * DAY_MS)
      const refused = await act(user, `swap/${small.id}`)
      expect([refused.status, refused.body.code]).toEqual([409, 'subscription.unpaid'])
      expect((await booked(user)).subscriptions).toMatchObject([{ payment_state: 'past_due' }])
    },
  )

  it('to a smaller plan charges nothing, and the unused time is not lost', async () => {
    const { user } = await subscribed(large.id)
    const { due_today: due, ...rest } = await preview(user, small.id)
    expect(due.amount).toBe(0)
    expect(restOf(rest)).toBeGreaterThan(180_000)
    expect(rest[name === 'paypal' ? 'to_balance' : 'to_refund'].amount).toBe(0)
    await swap(user, small.id)
    expect(await detail(user)).toMatchObject({ status: 'active', name: small.attributes.name })
    const changed = await booked(user)
    expect(changed).toMatchObject({ capacity: PLAN_BYTES, isBalanced: true })
    expect(changed.payments.filter(({ amount }) => amount > 0)).toHaveLength(1)
    // Stripe keeps the rest itself, and lowers its next invoices.
    if (name !== 'stripe') expect(await balance(user)).toBe(rest.to_balance.amount)
    expect(changed.payments[0]?.refunded).toBe(rest.to_refund.amount)
    await later(32 * DAY_MS)
    await shop.renew()
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
    const renewed = await booked(user)
    expect(renewed.invoices.filter(({ state }) => state === 'open')).toEqual([])
    expect(renewed.isBalanced).toBe(true)
  })
})
