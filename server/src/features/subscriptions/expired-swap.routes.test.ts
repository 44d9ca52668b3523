import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { Card } from '../../../test/gateways/shared/cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncLive, syncOpen } from './index.ts'

const shop = await openShop('paypal')
const { t, simulators, sellPlan, subscribed, detail, act, read, asAdmin, later } = shop
const { paypal } = simulators
const { db } = t.deps
const small = await sellPlan({ amount: 1000 })
const large = await sellPlan({ amount: 3000 })
const huge = await sellPlan({ amount: 5000 })
const yearly = await sellPlan({ amount: 36_500, interval: 'year' })
const cheapYearly = await sellPlan({ amount: 3650, interval: 'year' })
shop.listen()
afterEach(() => shop.endAll())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

/** Reads open pages and running plans, as schedules do, and runs the jobs that follow. */
async function sync() {
  await syncOpen(t.deps)
  await syncLive(t.deps)
  await renewDue(t.deps)
  await t.runJobs()
}
const clock = async (ms: number) => {
  await later(ms)
  await sync()
}

/** Opens the page of a change of plan. @returns its amount, and how to approve it */
async function openPage(user: TestClient, plan: string) {
  const { status, body } = await act(user, `swap/${plan}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const row = await db
    .selectFrom('checkouts')
    .selectAll()
    .where('id', '=', body.checkout.id)
    .executeTakeFirstOrThrow()
  return {
    amount: row.amount,
    approve: (card: Card = 'ok') => paypal.pay(row.external_id ?? '', { card }),
  }
}

const planOf = async (user: TestClient) => {
  const { status, name } = (await detail(user)) ?? {}
  return [status, name]
}
/** The payments of a user without their refunds, how their subscriptions ended, and their balance. */
async function kept({ userId }: TestClient) {
  const payments = await db
    .selectFrom('payments')
    .select(['amount', 'refunded'])
    .where('user_id', '=', userId)
    .where('state', '=', 'succeeded')
    .orderBy('created_at')
    .execute()
  const ended = await db
    .selectFrom('subscriptions')
    .select('ended_reason')
    .where('user_id', '=', userId)
    .where('status', '=', 'completed')
    .orderBy('ends_at')
    .execute()
  return {
    paid: payments.map(({ amount, refunded }) => amount - refunded).filter(left => left > 0),
    ended: ended.map(({ ended_reason }) => ended_reason),
    balance: await balanceOf(db, userId, 'EUR'),
  }
}
const notified = async ({ userId }: TestClient) =>
  (await db.selectFrom('notifications').select('type').where('user_id', '=', userId).execute()).map(
    ({ type }) => type,
  )

it('a downgrade that is approved weeks later changes and refunds nothing', async () => {
  const { user } = await subscribed(large.id)
  const page = await openPage(user, small.id)
  await clock(2 * HOUR_MS)
  await clock(25 * DAY_MS)
  page.approve()
  await shop.hear()
  expect(await planOf(user)).toEqual(['active', large.attributes.name])
  expect(await kept(user)).toEqual({ paid: [3000], ended: ['paid_late'], balance: 0 })
  expect(await notified(user)).toContain('plan_change_expired')
  await clock(32 * DAY_MS)
  expect(await kept(user)).toMatchObject({ paid: [3000, 3000] })
})

it('an upgrade that is approved after an hour, while the server was down, is refunded', async () => {
  const { user } = await subscribed(small.id)
  const page = await openPage(user, large.id)
  await later(2 * HOUR_MS)
  page.approve()
  await sync()
  expect(await planOf(user)).toEqual(['active', small.attributes.name])
  expect(await kept(user)).toEqual({ paid: [1000], ended: ['paid_late'], balance: 0 })
})

it('a change whose plan an administrator ended meanwhile does not begin', async () => {
  const { user, subscriptionId } = await subscribed(yearly.id)
  const page = await openPage(user, cheapYearly.id)
  expect(page.amount).toBe(0)
  const reply = await asAdmin('POST', `/${subscriptionId}/end`, { reason: 'Asked for it' })
  expect(reply.status).toBe(200)
  page.approve()
  await clock(MINUTE_MS)
  expect(await planOf(user)).not.toContain('active')
  expect(await kept(user)).toMatchObject({ ended: ['ended_by_admin', 'paid_late'] })
})

it.each([
  ['second', 1, 0],
  ['first', 0, 1],
])('of two pages, the %s one is made if it is approved first', async (_, first, then) => {
  const { user } = await subscribed(small.id)
  const pages = [
    { plan: large, ...(await openPage(user, large.id)) },
    { plan: huge, ...(await openPage(user, huge.id)) },
  ]
  pages[first]?.approve()
  await clock(MINUTE_MS)
  pages[then]?.approve()
  await clock(MINUTE_MS)
  expect(await planOf(user)).toEqual(['active', pages[first]?.plan.attributes.name])
  expect(await kept(user)).toEqual({
    paid: [1000, pages[first]?.amount],
    ended: ['replaced', 'paid_late'],
    balance: 0,
  })
})

it.each([
  ['is known', true],
  ['is not known yet', false],
])('a page that is approved after a renewal that %s is refunded', async (_, isKnown) => {
  const { user } = await subscribed(small.id)
  const renewsAt = Date.parse((await detail(user)).renews_at)
  await clock(renewsAt - t.deps.now().getTime() - 30 * MINUTE_MS)
  const page = await openPage(user, large.id)
  await later(45 * MINUTE_MS)
  if (isKnown) await sync()
  page.approve()
  await clock(MINUTE_MS)
  expect(await planOf(user)).toEqual(['active', small.attributes.name])
  expect(await kept(user)).toEqual({ paid: [1000, 1000], ended: ['paid_late'], balance: 0 })
})

it('a change that is approved in time is made, also if its events are lost for days', async () => {
  const { user } = await subscribed(small.id)
  const page = await openPage(user, large.id)
  await later(50 * MINUTE_MS)
  page.approve()
  await later(3 * DAY_MS)
  await sync()
  await sync()
  expect(await planOf(user)).toEqual(['active', large.attributes.name])
  expect(await kept(user)).toEqual({ paid: [1000, page.amount], ended: ['replaced'], balance: 0 })
})

it('a change that is approved in time is made once its pending payment succeeds', async () => {
  const { user } = await subscribed(small.id)
  const page = await openPage(user, large.id)
  page.approve('pending')
  await clock(2 * HOUR_MS)
  expect(await planOf(user)).toEqual(['active', small.attributes.name])
  await clock(4 * DAY_MS)
  expect(await planOf(user)).toEqual(['active', large.attributes.name])
  expect(await kept(user)).toEqual({ paid: [1000, page.amount], ended: ['replaced'], balance: 0 })
})

it('a preview from before a change has expired after it', async () => {
  const { user } = await subscribed(small.id)
  const page = await openPage(user, large.id)
  const { previewed_at } = (await read(user, `swap/${huge.id}`)).body.data
  await later(MINUTE_MS)
  page.approve()
  await sync()
  expect(await planOf(user)).toEqual(['active', large.attributes.name])
  expect(await act(user, `swap/${huge.id}`, { previewed_at })).toMatchObject({
    status: 409,
    body: { code: 'subscription.preview_expired' },
  })
})
