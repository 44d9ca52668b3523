import { afterAll, expect, test } from 'vitest'
import { invoiceMaker } from '../../../test/invoices.ts'
import { insertMeteredPlan } from '../../../test/metered-users.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { payFromBalance } from '../payments/index.ts'

const shop = await openStripeShop()
const { t, sellPlan, subscribed, fund, rows, asAdmin } = shop
afterAll(shop.close)

const euros = await sellPlan({ amount: 1000 })
const dollars = await sellPlan({ amount: 24_000, currency: 'USD', interval: 'year' })
const admin = await t.signIn('admin')
const dashboard = async () => (await admin.send('GET', '/api/admin/dashboard')).body.data

test('the dashboard has figures per currency, never added', async () => {
  expect((await dashboard()).billing).toEqual([])
  const { user } = await subscribed(euros.id)
  await subscribed(euros.id)
  await subscribed(dollars.id)
  const eur = { currency: 'EUR', monthly_recurring: 2000, active_subscriptions: 2 }
  const usd = { currency: 'USD', monthly_recurring: 2000, active_subscriptions: 1 }
  expect((await dashboard()).billing).toEqual([
    { ...eur, failed_payments: 0, revenue: 2000 },
    { ...usd, failed_payments: 0, revenue: 24_000 },
  ])
  const { db } = t.deps
  const { userId } = user
  await db.updateTable('payments').set({ state: 'failed' }).where('user_id', '=', userId).execute()
  await db
    .updateTable('transactions')
    .set({ status: 'error' })
    .where('user_id', '=', userId)
    .execute()
  expect((await dashboard()).billing[0]).toEqual({ ...eur, failed_payments: 1, revenue: 1000 })
})

test('revenue is what gateways received, also for balances, less what was refunded', async () => {
  const revenue = async () => (await dashboard()).billing[0].revenue
  const before = await revenue()
  const refunded = await fund({ amount: 3000, currency: 'EUR' })
  expect(await revenue()).toBe(before + 3000)
  const [payment] = (await rows('payments', refunded.user.userId)) as { id: string }[]
  await asAdmin('POST', `/payments/${payment?.id}/refund`, { reason: 'Unused' })
  expect(await revenue()).toBe(before)
})

test('a payment is revenue of the month in which it succeeded, not of the one in which it began', async () => {
  const revenue = async () => (await dashboard()).billing[0].revenue
  const before = await revenue()
  const { user } = await fund({ amount: 3000, currency: 'EUR' })
  const now = t.deps.now()
  const lastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)
  const move = (table: 'payments' | 'transactions') =>
    t.deps.db
      .updateTable(table)
      .set({ created_at: lastMonth })
      .where('user_id', '=', user.userId)
      .execute()
  await move('payments')
  expect(await revenue()).toBe(before + 3000)
  await move('transactions')
  expect(await revenue()).toBe(before)
})

test('what a balance pays is no revenue, as it was received before or given by an administrator', async () => {
  const revenue = async () => (await dashboard()).billing[0].revenue
  const before = await revenue()
  const { user } = await fund({ amount: 5000, currency: 'EUR' })
  const gift = { amount: 1000, currency: 'EUR', reason: 'Welcome' }
  await asAdmin('POST', `/users/${user.userId}/credit`, gift)
  const invoice = await invoiceMaker(t).open(user.userId, 6000)
  await t.deps.transact(tx => payFromBalance(tx, t.deps, user.userId))
  expect((await rows('invoices', user.userId))[0]).toMatchObject({ id: invoice.id, state: 'paid' })
  expect(await revenue()).toBe(before + 5000)
})

test('open differences and failed events need attention', async () => {
  const { db, newId, now } = t.deps
  const at = now().getTime()
  await db
    .insertInto('billing_differences')
    .values({
      id: newId(),
      gateway: 'stripe',
      kind: 'missing_here',
      subject: 'pi_1',
      ours: null,
      theirs: '1000 EUR',
      found_at: at,
      resolved_at: null,
      resolution: null,
    })
    .execute()
  await db
    .insertInto('gateway_events')
    .values({
      id: newId(),
      gateway: 'stripe',
      external_id: 'evt_1',
      type: 'invoice.paid',
      subject: null,
      body: null,
      state: 'failed',
      error: 'unavailable',
      received_at: at,
      applied_at: null,
    })
    .execute()
  expect((await dashboard()).attention).toEqual(
    expect.arrayContaining([
      { problem: 'billing_differences', count: 1, detail: null },
      { problem: 'gateway_events_failed', count: 1, detail: null },
    ]),
  )
})

test('failed payments and metered billing without a plan need attention', async () => {
  const attention = async () => (await dashboard()).attention
  const noPlan = { problem: 'no_metered_plan', count: null, detail: null }
  expect(await attention()).toContainEqual({ problem: 'payments_failed', count: 1, detail: null })
  expect(await attention()).not.toContainEqual(noPlan)
  await t.settings({ subscription_type: 'metered' })
  expect(await attention()).toContainEqual(noPlan)
  await insertMeteredPlan(t)
  expect(await attention()).not.toContainEqual(noPlan)
  await t.settings({ subscription_type: 'fixed' })
})

test('the five newest transactions are listed, in a fixed number of statements', async () => {
  const count = async () => (await t.countQueries(dashboard)).length
  const before = await count()
  t.advance(1000)
  const { user } = await fund({ amount: 4000, currency: 'EUR' })
  const { newest_transactions: newest } = await dashboard()
  expect(await count()).toBe(before)
  expect(newest).toHaveLength(5)
  expect(newest[0]).toMatchObject({
    attributes: { amount: 4000, currency: 'EUR', status: 'completed' },
    relationships: { user: { data: { id: user.userId } } },
  })
})

test('once nothing is sold any more, what was billed is still shown', async () => {
  const before = await dashboard()
  await t.settings({ subscription_type: 'none' })
  const { billing, newest_transactions: newest, attention } = await dashboard()
  expect(billing).toEqual(before.billing)
  expect(newest).toEqual(before.newest_transactions)
  expect(attention).toEqual(before.attention)
})
