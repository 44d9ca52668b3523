import { getUser } from '@coffer/contract/account'
import { getUserDetail } from '@coffer/contract/admin-users'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import {
  creditUser,
  markInvoicePaid,
  voidInvoice,
  writeOffInvoice,
} from '@coffer/contract/invoices'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { disputePayment } from '../../../test/gateways/disputes.ts'
import type { SimulatedGateway } from '../../../test/gateways/simulators.ts'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openPage } from '../../../test/open-page.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { collect } from '../payments/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { renewDue } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, subscribed, fund, detail, read, later } = shop
shop.listen()
const invoices = invoiceMaker(t)
const plan = await shop.sellPlan({ amount: 1000, currency: 'USD' })
const due = { amount: 1000, currency: 'USD' }
afterEach(() => shop.endAll())
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const debtsOf = async (user: TestClient) => (await read(user, 'overview')).body.data.debts
const REMINDERS = [
  'payment_failed_first',
  'payment_failed_second',
  'payment_failed_restricted',
] as const
/** The amounts of the reminders that a user got. */
const remindedOf = async ({ userId }: TestClient): Promise<string[]> =>
  (
    await t.deps.db
      .selectFrom('notifications')
      .select('params')
      .where('user_id', '=', userId)
      .where('type', 'in', REMINDERS)
      .execute()
  ).map(({ params }) => JSON.parse(params).due)
const isRestricted = async ({ userId }: TestClient) =>
  (await t.deps.db
    .selectFrom('user_restrictions')
    .select('reason')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

async function remindThreeTimes() {
  for (let step = 1; step <= 3; step++) {
    await sendReminders(t.deps)
    await t.runJobs()
    await later(2 * DAY_MS + HOUR_MS)
  }
}

/** A user whose plan of Paystack, which renews on our own schedule, was not paid. */
async function unpaidRenewal() {
  const { user } = await subscribed(plan.id, { driver: 'paystack', card: 'declined_later' })
  await later(32 * DAY_MS)
  await renewDue(t.deps)
  await t.runJobs()
  await remindThreeTimes()
  await later(9 * DAY_MS)
  await renewDue(t.deps)
  return user
}

async function lostDispute(driver: SimulatedGateway) {
  const { user } = await subscribed(plan.id, { driver })
  const payment = await t.deps.db
    .selectFrom('payments')
    .select('external_id')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow()
  const end = disputePayment(simulators, driver, payment.external_id ?? '')
  await shop.hear()
  end('lost')
  await shop.hear()
  await remindThreeTimes()
  return user
}

describe.each(['stripe', 'paypal', 'paystack'] as const)('paid with %s', driver => {
  it('an unpaid renewal lifts the restriction at once', async () => {
    const user = await unpaidRenewal()
    expect(await isRestricted(user)).toBe(true)
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'past_due' })
    expect(await debtsOf(user)).toEqual([due])
    await fund(due, { driver, user })
    expect(await isRestricted(user)).toBe(false)
    expect(await debtsOf(user)).toEqual([])
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
  })

  it('a lost dispute is settled, and the restriction lifted at once', async () => {
    const user = await lostDispute(driver)
    expect(await isRestricted(user)).toBe(true)
    expect(await debtsOf(user)).toEqual([due])
    await fund(due, { driver, user })
    expect(await isRestricted(user)).toBe(false)
    expect(await debtsOf(user)).toEqual([])
  })
})

describe('an unpaid renewal is settled at once by an administrator who', () => {
  const reason = 'Agreed by phone'
  const expectSettled = async (user: TestClient) => {
    expect(await isRestricted(user)).toBe(false)
    expect(await detail(user)).toMatchObject({ status: 'active', payment_state: 'ok' })
  }

  it.each([
    ['marks it as paid', markInvoicePaid],
    ['cancels it', voidInvoice],
    ['writes it off', writeOffInvoice],
  ])('%s', async (_, action) => {
    const user = await unpaidRenewal()
    const [, invoice] = await shop.rows('invoices', user.userId)
    const admin = await t.signIn('admin')
    const params = { id: String(invoice?.id) }
    expect((await admin.call(action, { params, body: { reason } })).status).toBe(200)
    await expectSettled(user)
  })

  it('adds the amount to the balance', async () => {
    const user = await unpaidRenewal()
    const admin = await t.signIn('admin')
    const params = { id: user.userId }
    expect((await admin.call(creditUser, { params, body: { ...due, reason } })).status).toBe(201)
    await t.runJobs()
    await expectSettled(user)
  })
})

it('a debt is seen and paid also where nothing is sold any more', async () => {
  const user = await t.signIn()
  await invoices.open(user.userId, due.amount, { currency: due.currency })
  await t.settings({ subscription_type: 'none' })
  const admin = await t.signIn('admin')
  const hasOpenInvoices = async () => {
    const { body: own } = await user.call(getUser, {})
    const { body: seen } = await admin.call(getUserDetail, { params: { id: user.userId } })
    expect(seen.data.meta.has_open_invoices).toBe(own.data.meta.usages.has_open_invoices)
    return own.data.meta.usages.has_open_invoices
  }
  expect(await hasOpenInvoices()).toBe(true)
  expect(await debtsOf(user)).toEqual([due])
  await fund(due, { driver: 'stripe', user })
  expect(await debtsOf(user)).toEqual([])
  expect(await hasOpenInvoices()).toBe(false)
  await t.settings({ subscription_type: 'fixed' })
})

it('a balance is seen also where nothing is sold any more', async () => {
  const user = await t.signIn()
  const admin = await t.signIn('admin')
  const hasBalance = async () => {
    const { body: own } = await user.call(getUser, {})
    const { body: seen } = await admin.call(getUserDetail, { params: { id: user.userId } })
    expect(seen.data.meta.has_balance).toBe(own.data.meta.usages.has_balance)
    return own.data.meta.usages.has_balance
  }
  expect(await hasBalance()).toBe(false)
  await fund(due, { driver: 'stripe', user })
  await t.settings({ subscription_type: 'none' })
  expect(await hasBalance()).toBe(true)
  await collect(t.deps, (await invoices.open(user.userId, due.amount, due)).id)
  expect(await hasBalance()).toBe(false)
  await t.settings({ subscription_type: 'fixed' })
})

it('an invoice that Stripe collects is no debt that can be paid here', async () => {
  const { user } = await subscribed(plan.id, { driver: 'stripe', card: 'declined_later' })
  await later(32 * DAY_MS)
  await renewDue(t.deps)
  await shop.hear()
  expect(await detail(user)).toMatchObject({ payment_state: 'past_due' })
  const invoices = await shop.rows('invoices', user.userId)
  expect(invoices).toMatchObject([{ state: 'paid' }, { state: 'open' }])
  expect(await debtsOf(user)).toEqual([])
})

it('an invoice that Stripe collects keeps no user restricted who paid all others', async () => {
  const { user } = await subscribed(plan.id, { driver: 'stripe', card: 'declined_later' })
  await later(32 * DAY_MS)
  await renewDue(t.deps)
  await shop.hear()
  const { id } = await invoices.open(user.userId, due.amount, { currency: due.currency })
  await collect(t.deps, id)
  await remindThreeTimes()
  expect(await isRestricted(user)).toBe(true)
  expect(await remindedOf(user)).toEqual(['USD 1000', 'USD 1000', 'USD 1000'])
  await fund(due, { driver: 'paypal', user })
  await t.runJobs()
  expect(await shop.rows('invoices', user.userId)).toMatchObject([
    { state: 'paid' },
    { state: 'open' },
    { state: 'paid' },
  ])
  expect(await isRestricted(user)).toBe(false)
})

it('open pages of the user are notified of a payment', async () => {
  const user = await t.signIn()
  const page = await openPage(user)
  await fund(due, { driver: 'stripe', user })
  await expect.poll(() => page.events.map(({ type }) => type)).toContain('account.changed')
  page.close()
})
