import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, expect, it } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { afterFirst } from '../../../test/concurrent-statements.ts'
import type { Card } from '../../../test/gateways/shared/cards.ts'
import { newestCardOf } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { UserActor } from '../../actor.ts'
import type { InvoiceRow, PaymentRow } from '../../db/schema-payments.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncOpen } from './index.ts'
import { swapPlan } from './swap.service.ts'

const shop = await openShop('paystack')
const { t, act, later } = shop
const { db } = t.deps
const { paystack } = shop.simulators
const USD = { currency: 'USD' }
const small = await shop.sellPlan({ amount: 1000, ...USD })
const large = await shop.sellPlan({ amount: 3000, ...USD })
const yearly = await shop.sellPlan({ amount: 12_000, interval: 'year', ...USD })

afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const rowOf = ({ userId }: TestClient): Promise<SubscriptionRow> =>
  db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

const invoicesOf = async ({ userId }: TestClient) =>
  (await shop.rows('invoices', userId)) as InvoiceRow[]

const lastPaymentOf = async ({ userId }: TestClient) =>
  ((await shop.rows('payments', userId)) as PaymentRow[]).at(-1) as PaymentRow

const balance = ({ userId }: TestClient) => balanceOf(db, userId, 'USD')

const pendingChangeOf = async (user: TestClient) =>
  (await user.send('GET', '/api/subscriptions/overview')).body.data.pending_change

/** Corrects the price of a plan. @returns what the new plan says about the old one */
async function replace(planId: string, amount: number) {
  const terms = { type: 'fixed', amount, currency: 'USD', interval: 'month' }
  const { body } = await shop.asAdmin('POST', `/plans/${planId}/replace`, terms)
  return body.data.meta
}

const notificationsOf = async ({ userId }: TestClient) => {
  const rows = await db
    .selectFrom('notifications')
    .select('type')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ type }) => type)
}

const remindersOf = ({ userId }: TestClient) =>
  db
    .selectFrom('dunnings')
    .select('reason')
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .execute()

/** A user of the small plan, whose card then behaves otherwise. */
async function subscribed(card: Card = 'ok') {
  const { user, subscriptionId } = await shop.subscribed(small.id)
  await t.runJobs()
  const setCard = async (to: Card) => paystack.setCard(await newestCardOf(t, user), to)
  await setCard(card)
  return { user, subscriptionId, setCard }
}

/** Runs what the clock runs after some time. */
async function clock(ms: number): Promise<void> {
  await later(ms)
  await renewDue(t.deps)
  await syncOpen(t.deps)
  await t.runJobs()
  await syncOpen(t.deps)
}

/** A payment is pending for days at the gateway. */
const pendingDays = async () => {
  for (let day = 0; day < 9; day += 1) await clock(DAY_MS)
}

const renewed = async (user: TestClient): Promise<void> => {
  const { period_ends_at: end } = await rowOf(user)
  await clock(end - t.deps.now().getTime() + 60_000)
}

it('a plan that is cancelled while its change is being paid runs for the time that was paid', async () => {
  const { user } = await subscribed('pending')
  await act(user, `swap/${yearly.id}`)
  expect((await act(user, 'cancel')).status).toBe(200)
  await pendingDays()
  const row = await rowOf(user)
  expect(row).toMatchObject({ status: 'cancelled', plan_id: yearly.id, renews_at: null })
  expect(row.ends_at).toBe(row.period_ends_at)
})

it('a change that is paid after its plan has ended goes to the balance', async () => {
  const { user, subscriptionId } = await subscribed('pending')
  await act(user, `swap/${large.id}`)
  await shop.asAdmin('POST', `/${subscriptionId}/end`, { reason: 'Test' })
  await pendingDays()
  const { state, amount } = await lastPaymentOf(user)
  expect(state).toBe('succeeded')
  expect(await balance(user)).toBe(amount)
  expect(await rowOf(user)).toMatchObject({ status: 'completed', plan_id: small.id })
})

it('a plan whose change is being paid renews after the change, at the new price', async () => {
  const { user, setCard } = await subscribed()
  const { period_ends_at: end } = await rowOf(user)
  await later(end - t.deps.now().getTime() - HOUR_MS)
  const expensive = await shop.sellPlan({ amount: 60_000, ...USD })
  await setCard('pending')
  await act(user, `swap/${expensive.id}`)
  await setCard('ok')
  await clock(2 * HOUR_MS)
  expect(await invoicesOf(user)).toHaveLength(2)
  await pendingDays()
  await clock(HOUR_MS)
  expect(await rowOf(user)).toMatchObject({ plan_id: expensive.id, period_starts_at: end })
  const invoices = await invoicesOf(user)
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  expect(invoices[2]?.total).toBe(60_000)
})

it('a change during which the plan is renewed is refused, and the renewal stays paid', async () => {
  const { user } = await subscribed()
  const { period_ends_at: end } = await rowOf(user)
  await giveBalance(t, user, { amount: 1000, ...USD })
  await later(end - t.deps.now().getTime() + 60_000)
  const renew = async () => {
    await renewDue(t.deps)
    await t.runJobs()
  }
  const deps = { ...t.deps, db: db.withPlugin(afterFirst('Select', renew)) } as typeof t.deps
  const actor = { kind: 'user', userId: user.userId } as UserActor
  await expect(swapPlan(deps, actor, { planId: large.id })).rejects.toMatchObject({
    code: 'subscription.changed',
  })
  expect(await rowOf(user)).toMatchObject({ plan_id: small.id, period_starts_at: end })
  expect((await invoicesOf(user)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  // Asked for again, it exchanges the time of the new period.
  expect((await act(user, `swap/${large.id}`)).status).toBe(200)
  expect((await invoicesOf(user)).at(-1)).toMatchObject({ state: 'paid', total: 2000 })
})

it('a refused change leaves the balance as it was, and neither a debt nor reminders', async () => {
  const { user } = await subscribed('declined_soft')
  await giveBalance(t, user, { amount: 300, currency: 'USD' })
  const { status, body } = await act(user, `swap/${large.id}`)
  expect([status, body.code]).toEqual([402, 'subscription.payment_declined'])
  expect(await balance(user)).toBe(300)
  expect((await invoicesOf(user)).filter(({ state }) => state === 'open')).toEqual([])
  expect(await remindersOf(user)).toEqual([])
})

it('a refused change that nothing was paid of leaves no reminders, and is named as the plan that was not changed', async () => {
  const { user } = await subscribed('declined_soft')
  const before = await notificationsOf(user)
  expect((await act(user, `swap/${yearly.id}`)).status).toBe(402)
  expect(await remindersOf(user)).toEqual([])
  expect(await notificationsOf(user)).toEqual([...before, 'plan_change_declined'])
})

it('a change whose payment is pending is answered as pending, and made once it is paid', async () => {
  const { user } = await subscribed('pending')
  const { status, body } = await act(user, `swap/${yearly.id}`)
  const pending_change = { plan: yearly.attributes.name, action_url: null }
  expect([status, body.pending_change]).toEqual([200, pending_change])
  expect(body.data.attributes.name).toBe(small.attributes.name)
  expect(await pendingChangeOf(user)).toEqual(pending_change)
  await pendingDays()
  expect(await pendingChangeOf(user)).toBeNull()
  expect(await rowOf(user)).toMatchObject({ plan_id: yearly.id, pending_swap: null })
})

it('a plan that a change is being paid for is kept when its price is corrected', async () => {
  const { user } = await subscribed('pending')
  const mispriced = await shop.sellPlan({ amount: 2000, ...USD })
  await act(user, `swap/${mispriced.id}`)
  expect(await replace(mispriced.id, 2500)).toMatchObject({ replaces_id: mispriced.id })
  await pendingDays()
  expect(await rowOf(user)).toMatchObject({ plan_id: mispriced.id, pending_swap: null })
  const states = (await invoicesOf(user)).map(({ state }) => state)
  expect(states).toEqual(['paid', 'paid'])
})

it('another change has to wait for the one that is being paid', async () => {
  const { user } = await subscribed('pending')
  await act(user, `swap/${yearly.id}`)
  const preview = await user.send('GET', `/api/subscriptions/swap/${large.id}`)
  const swap = await act(user, `swap/${large.id}`)
  for (const { status, body } of [preview, swap])
    expect([status, body.code]).toEqual([409, 'subscription.change_pending'])
})

it('a change whose pending payment is refused is not charged again', async () => {
  const { user } = await subscribed('pending_then_denied')
  await act(user, `swap/${yearly.id}`)
  await pendingDays()
  expect(await rowOf(user)).toMatchObject({ plan_id: small.id, pending_swap: null })
  expect(await shop.rows('payments', user.userId)).toHaveLength(2)
  expect(await remindersOf(user)).toEqual([])
})

it('a change that the bank wants confirmed is made once it was', async () => {
  const { user } = await subscribed('requires_3ds')
  const { status, body } = await act(user, `swap/${yearly.id}`)
  const { action_url, external_id } = await lastPaymentOf(user)
  expect(action_url).not.toBeNull()
  const pending_change = { plan: yearly.attributes.name, action_url }
  expect([status, body.pending_change]).toEqual([200, pending_change])
  paystack.pay(external_id ?? '', { card: 'ok' })
  await clock(6 * 60_000)
  expect(await rowOf(user)).toMatchObject({ plan_id: yearly.id, pending_swap: null })
  expect(await remindersOf(user)).toEqual([])
})

it('a change that waits for the confirmation of the bank leaves the plan as paid', async () => {
  const { user } = await subscribed('requires_3ds')
  await act(user, `swap/${yearly.id}`)
  await clock(6 * 60_000)
  expect(await pendingChangeOf(await t.signInAgain(user))).not.toBeNull()
  expect(await rowOf(user)).toMatchObject({ plan_id: small.id, payment_state: 'ok' })
})

it('a change that is not confirmed within an hour is cancelled; a later payment goes to the balance', async () => {
  const { user } = await subscribed('requires_3ds')
  await act(user, `swap/${yearly.id}`)
  await clock(HOUR_MS + 1)
  expect(await rowOf(user)).toMatchObject({ plan_id: small.id, pending_swap: null })
  expect(await remindersOf(user)).toEqual([])
  const { external_id, amount } = await lastPaymentOf(user)
  shop.listen()
  paystack.pay(external_id ?? '', { card: 'ok' })
  await shop.hear()
  expect(await balance(user)).toBe(amount)
})

it('a difference that is too small to be charged is carried over to the next invoice', async () => {
  const similar = await shop.sellPlan({ amount: 1100, ...USD })
  const { user } = await subscribed()
  expect((await act(user, `swap/${similar.id}`)).status).toBe(200)
  expect(await rowOf(user)).toMatchObject({ plan_id: similar.id, pending_swap: null })
  expect(await lastPaymentOf(user)).toMatchObject({ amount: 1000 })
  await clock(HOUR_MS)
  expect(await rowOf(user)).toMatchObject({ payment_state: 'ok' })
  await renewed(user)
  const payments = (await shop.rows('payments', user.userId)) as PaymentRow[]
  expect(payments[1]).toMatchObject({ state: 'succeeded', amount: 1200 })
  expect((await invoicesOf(user)).filter(({ state }) => state === 'open')).toEqual([])
})

it('a difference below the least charge of the saved card is carried over on a plan paid from the balance', async () => {
  const similar = await shop.sellPlan({ amount: 1100, ...USD })
  const { user } = await shop.fund({ amount: 1000, ...USD })
  await shop.openBy(user, 'checkout', { plan: small.id, driver: 'system' })
  expect(await rowOf(user)).toMatchObject({ gateway: 'system', plan_id: small.id })
  expect((await act(user, `swap/${similar.id}`)).status).toBe(200)
  expect(await rowOf(user)).toMatchObject({ plan_id: similar.id, pending_swap: null })
})

it('a change to a yearly plan on the day of a renewal renews a year later', async () => {
  const { user } = await subscribed()
  for (let month = 0; month < 3; month += 1) await renewed(user)
  expect((await act(user, `swap/${yearly.id}`)).status).toBe(200)
  const { period_starts_at: today, period_ends_at: end } = await rowOf(user)
  expect(today).toBe(startOfUtcDay(t.deps.now().getTime()))
  await renewed(user)
  expect((await rowOf(user)).period_starts_at).toBe(end)
})
