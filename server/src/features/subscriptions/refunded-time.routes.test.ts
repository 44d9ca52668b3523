import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { Card } from '../../../test/gateways/shared/cards.ts'
import type { SimulatedGateway } from '../../../test/gateways/simulators.ts'
import { newestCardOf } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncLive, syncOpen } from './index.ts'

const shop = await openShop('paypal', 'paystack')
const { t, sellPlan, subscribed, detail, act, read, asAdmin, later, pay, rows } = shop
const { db } = t.deps
const USD = { currency: 'USD' }
const small = await sellPlan({ amount: 1000, ...USD })
const medium = await sellPlan({ amount: 3000, ...USD })
const large = await sellPlan({ amount: 6000, ...USD })
const yearly = await sellPlan({ amount: 36_000, interval: 'year', ...USD })
afterEach(() => shop.endAll())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

const paymentsOf = async ({ userId }: TestClient) =>
  (await rows('payments', userId)) as PaymentRow[]

/** Refunds the last payment of a user, by default all of it. */
const refundLast = async (user: TestClient, amount?: number) =>
  refund((await paymentsOf(user)).at(-1), amount)

async function refund(payment: PaymentRow | undefined, amount?: number) {
  const body = { reason: 'Asked for it', ...(amount && { amount }) }
  expect((await asAdmin('POST', `/payments/${payment?.id}/refund`, body)).status).toBe(200)
}

const preview = async (user: TestClient, plan: string) => {
  const { due_today, to_refund, to_balance } = (await read(user, `swap/${plan}`)).body.data
  return [due_today.amount, to_refund.amount, to_balance.amount]
}

/** Changes the plan, and approves it where the gateway has a page for it. */
async function swap(user: TestClient, driver: SimulatedGateway, plan: string) {
  const { status, body } = await act(user, `swap/${plan}`)
  expect(status).toBe(200)
  if (body.checkout) {
    const { external_id: externalId } = await db
      .selectFrom('checkouts')
      .select('external_id')
      .where('id', '=', body.checkout.id)
      .executeTakeFirstOrThrow()
    pay(driver, externalId ?? '')
    await shop.returnFrom(user, body.checkout.id)
  }
  await t.runJobs()
}

async function clock(ms: number) {
  await later(ms)
  await syncOpen(t.deps)
  await syncLive(t.deps)
  await renewDue(t.deps)
  await t.runJobs()
}

it.each([
  ['paypal', 'all', undefined, 6000],
  ['paypal', 'half', 1500, 4500],
  ['paystack', 'all', undefined, 6000],
  ['paystack', 'half', 1500, 4500],
] as const)(
  '%s: %s of a period that was refunded is not credited',
  async (driver, _, part, due) => {
    const { user } = await subscribed(medium.id, { driver })
    expect(await preview(user, large.id)).toEqual([3000, 0, 0])
    await refundLast(user, part)
    expect(await preview(user, large.id)).toEqual([due, 0, 0])
    const offers = (await read(user, 'overview')).body.data.offers as {
      plan: { id: string }
      due_today: { amount: number }
    }[]
    expect(offers.find(({ plan }) => plan.id === large.id)?.due_today.amount).toBe(due)
    await swap(user, driver, large.id)
    expect(await detail(user)).toMatchObject({ name: large.attributes.name })
    expect((await paymentsOf(user)).map(({ amount }) => amount)).toEqual([3000, due])
    const [dueBack, toRefund, toBalance] = await preview(user, medium.id)
    expect([dueBack, toRefund + toBalance]).toEqual([0, 3000])
  },
)

it('a refunded renewal is not refunded again from the payment of the month before', async () => {
  const { user } = await subscribed(medium.id)
  await clock(33 * DAY_MS)
  expect(await paymentsOf(user)).toHaveLength(2)
  await refundLast(user)
  const [due, ...credited] = await preview(user, small.id)
  expect(due).toBeGreaterThan(800)
  expect(credited).toEqual([0, 0])
  await swap(user, 'paypal', small.id)
  await clock(DAY_MS)
  expect((await paymentsOf(user)).map(({ refunded }) => refunded)).toEqual([0, 3000, 0])
  expect(await balanceOf(db, user.userId, 'USD')).toBe(0)
})

it.each(['paypal', 'paystack'] as const)(
  '%s: a period that the unused time of a longer one has paid is credited in full',
  async driver => {
    const { user } = await subscribed(yearly.id, { driver })
    await swap(user, driver, medium.id)
    const [due, ...credited] = await preview(user, small.id)
    expect(due).toBe(0)
    expect(credited.reduce((sum, amount) => sum + amount, 0)).toBe(2000)
    expect(await preview(user, large.id)).toEqual([3000, 0, 0])
  },
)

const notified = async ({ userId }: TestClient) =>
  (await db.selectFrom('notifications').select('type').where('user_id', '=', userId).execute()).map(
    ({ type }) => type,
  )

it.each<Card>(['pending', 'requires_3ds'])(
  'paystack: a change whose old plan is refunded while its payment is %s is not made',
  async card => {
    const { user } = await subscribed(medium.id, { driver: 'paystack' })
    await t.runJobs()
    shop.simulators.paystack.setCard(await newestCardOf(t, user), card)
    expect((await act(user, `swap/${large.id}`)).status).toBe(200)
    const [first, change] = await paymentsOf(user)
    await refund(first)
    if (card === 'requires_3ds')
      shop.simulators.paystack.pay(change?.external_id ?? '', { card: 'ok' })
    for (let day = 0; day < 9; day += 1) await clock(card === 'pending' ? DAY_MS : 6 * 60_000)
    expect(await detail(user)).toMatchObject({ name: medium.attributes.name })
    expect(await balanceOf(db, user.userId, 'USD')).toBe(3000)
    expect(await notified(user)).toContain('plan_change_expired')
  },
)

it('paypal: a change whose old plan is refunded before its page is approved is not made', async () => {
  const { user } = await subscribed(medium.id)
  const { body } = await act(user, `swap/${large.id}`)
  await refundLast(user)
  const checkout = await db
    .selectFrom('checkouts')
    .select('external_id')
    .where('id', '=', body.checkout.id)
    .executeTakeFirstOrThrow()
  pay('paypal', checkout.external_id ?? '')
  await shop.returnFrom(user, body.checkout.id)
  await t.runJobs()
  expect(await detail(user)).toMatchObject({ name: medium.attributes.name })
  expect((await paymentsOf(user)).map(({ amount, refunded }) => amount - refunded)).toEqual([0, 0])
  expect(await notified(user)).toContain('plan_change_expired')
})
