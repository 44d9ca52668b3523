import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { DAY_MS } from '@coffer/contract/durations'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { BILLING_PROFILE } from '../../../test/example-invoices.ts'
import { DANISH_SELLER } from '../../../test/invoices.ts'
import {
  insertMeteredPlan,
  type MeteredPlan,
  subscribeMetered,
  useStorage,
} from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { readConfig } from '../../config.ts'
import { type GatewayMode, storeMethods } from '../gateways/index.ts'
import { grantCredit } from '../invoices/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { payFromBalance, queueDebts } from '../payments/index.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { meterUsage } from '../usage/index.ts'
import { beginPeriods, checkBalances, sendReminders, settlePeriods } from './index.ts'

const GB = 1_000_000_000

const { gateways } = readConfig({ STRIPE_SECRET_KEY: 'sk_test_reminders' })
const t = await openTestApp({ config: { gateways } })
const { db } = t.deps
let plan: MeteredPlan

beforeAll(async () => {
  await t.settings({ subscription_type: 'metered' })
  plan = await insertMeteredPlan(t)
})

beforeEach(async () => {
  await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
  await db.updateTable('dunnings').set({ resolved_at: 0 }).execute()
  await db.deleteFrom('usage_days').execute()
})

/** @param days age of the subscription */
async function meteredUser(days: number, gigabytes: number): Promise<TestClient> {
  const user = await t.signIn()
  const today = startOfUtcDay(t.deps.now().getTime())
  const { subscriptionId } = await subscribeMetered(t, user, plan, today)
  await db
    .updateTable('subscriptions')
    .set({ created_at: today - days * DAY_MS })
    .where('id', '=', subscriptionId)
    .execute()
  await useStorage(t, user, gigabytes * GB)
  return user
}

/** A user without a balance who is restricted for the usage of 5 euros. */
async function restrictedUser(): Promise<TestClient> {
  const user = await meteredUser(60, 400)
  for (const days of [0.1, 2, 2]) await daysLater(days)
  expect(await isRestricted(user)).toBe(true)
  return user
}

/** Runs the jobs of the clock, some days later. */
async function daysLater(days: number): Promise<void> {
  t.advance(days * DAY_MS)
  await meterUsage(t.deps)
  await beginPeriods(t.deps)
  await settlePeriods(t.deps)
  await t.runJobs()
  await checkBalances(t.deps)
  await sendReminders(t.deps)
}

/** Adds to a balance, as an administrator does. */
const give = ({ userId }: TestClient, amount: number) =>
  t.deps.transact(async tx => {
    const credit = { id: t.deps.newId(), userId, amount, currency: 'EUR' }
    await grantCredit(tx, t.deps, { ...credit, note: 'admin_credit' })
    await payFromBalance(tx, t.deps, userId)
  })

/** Adds a card, as a checkout does. */
async function addCard(
  { userId }: TestClient,
  gateway: GatewayMode = { name: 'stripe', isLive: false },
): Promise<void> {
  const owner = { userId, gateway }
  const card = {
    kind: 'card',
    brand: 'visa',
    last4: '4242',
    payerEmail: null,
    signature: null,
    expiresAt: null,
  } as const
  await t.deps.transact(async tx => {
    await storeMethods(tx, t.deps, owner, [{ externalId: `pm_${userId}`, ...card }])
    await queueDebts(tx, t.deps, userId)
  })
  await t.runJobs()
}

const openDunnings = ({ userId }: TestClient) =>
  db
    .selectFrom('dunnings')
    .select(['reason', 'step'])
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .execute()

const isRestricted = async ({ userId }: TestClient) =>
  (await restrictionsOfUser(db, userId)).canUpload === 'unpaid'

it('asks a new account for a first payment once its usage reaches the limit', async () => {
  const small = await meteredUser(1, 100)
  const large = await meteredUser(1, 2000)
  await daysLater(0.1)
  expect(await openDunnings(small)).toEqual([])
  expect(await openDunnings(large)).toEqual([{ reason: 'limit_usage_in_new_accounts', step: 1 }])
  const [first] = (await large.send('GET', '/api/notifications')).body.data
  expect(first.attributes.description).toContain('Your usage has reached €21.00')
})

it('restricts an account whose usage stays above its balance, until there is enough', async () => {
  const user = await meteredUser(60, 400)
  await give(user, 450)
  await daysLater(0.1)
  expect(await openDunnings(user)).toEqual([{ reason: 'usage_bigger_than_balance', step: 1 }])
  await daysLater(2)
  expect(await isRestricted(user)).toBe(false)
  await daysLater(2)
  expect(await isRestricted(user)).toBe(true)
})

it('stops reminding once the balance covers the usage', async () => {
  const user = await meteredUser(60, 400)
  await daysLater(0.1)
  expect(await openDunnings(user)).toHaveLength(1)
  await give(user, 5000)
  await daysLater(2)
  expect(await openDunnings(user)).toEqual([])
})

it('a restriction for usage above the balance is lifted once the balance covers it, not before', async () => {
  const user = await restrictedUser()
  await give(user, 1)
  expect(await isRestricted(user)).toBe(true)
  await give(user, 499)
  expect(await isRestricted(user)).toBe(false)
})

it('a card ends the reminders, and lifts the restriction at once', async () => {
  const restricted = await restrictedUser()
  const reminded = await meteredUser(60, 400)
  await daysLater(0.1)
  for (const user of [restricted, reminded]) {
    expect(await openDunnings(user)).toHaveLength(1)
    await addCard(user)
    expect(await openDunnings(user)).toEqual([])
    expect(await isRestricted(user)).toBe(false)
  }
})

it.each<[string, GatewayMode]>([
  ['of a gateway without keys', { name: 'paystack', isLive: false }],
  ['of the other mode', { name: 'stripe', isLive: true }],
])('a card %s neither prevents the reminders nor ends them', async (_, gateway) => {
  const restricted = await restrictedUser()
  const reminded = await meteredUser(60, 400)
  for (const user of [restricted, reminded]) await addCard(user, gateway)
  expect(await isRestricted(restricted)).toBe(true)
  await daysLater(0.1)
  expect(await openDunnings(reminded)).toEqual([{ reason: 'usage_bigger_than_balance', step: 1 }])
})

it('a saved card counts while no gateway has keys', async () => {
  const user = await meteredUser(60, 400)
  await addCard(user)
  const { gateways: none } = readConfig({})
  const deps = { ...t.deps, config: { ...t.deps.config, gateways: none } }
  t.advance(DAY_MS / 10)
  await meterUsage(deps)
  await checkBalances(deps)
  expect(await openDunnings(user)).toEqual([])
})

it('stops reminding new accounts once their limit is raised', async () => {
  const user = await meteredUser(1, 2000)
  await daysLater(0.1)
  expect(await openDunnings(user)).toHaveLength(1)
  await t.settings({ new_account_usage_limit: 1_000_000 })
  await daysLater(2)
  expect(await openDunnings(user)).toEqual([])
  await t.settings({ new_account_usage_limit: 2000 })
})

it('case 31: a settlement takes the balance, and the rest is debt', async () => {
  const user = await meteredUser(0, 900)
  await give(user, 300)
  await daysLater(40)
  const invoice = await db
    .selectFrom('invoices')
    .select(['total', 'paid', 'state'])
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow()
  expect(invoice).toEqual({ total: 1000, paid: 300, state: 'open' })
  expect(await balanceOf(db, user.userId, 'EUR')).toBe(0)
  expect(await openDunnings(user)).toContainEqual(
    expect.objectContaining({ reason: 'unpaid_invoice' }),
  )
})

it('compares a balance with the usage and its tax, if prices are before tax', async () => {
  await t.settings({ ...DANISH_SELLER, billing_prices_include_tax: false })
  const user = await meteredUser(60, 300)
  await user.send('PUT', '/api/user/billing-profile', BILLING_PROFILE)
  await give(user, 499)
  await daysLater(0.1)
  expect(await openDunnings(user)).toEqual([{ reason: 'usage_bigger_than_balance', step: 1 }])
  const { params } = await db
    .selectFrom('notifications')
    .select('params')
    .where('user_id', '=', user.userId)
    .where('type', '=', 'balance_low_first')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(params)).toMatchObject({ due: 'EUR 500' })
})
