import { notifications, spending } from '@coffer/contract'
import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { DAY_MS } from '@coffer/contract/durations'
import { beforeAll, expect, it } from 'vitest'
import { BILLING_PROFILE } from '../../../test/example-invoices.ts'
import { DANISH_SELLER } from '../../../test/invoices.ts'
import {
  insertMeteredPlan,
  type MeteredPlan,
  replaceMeteredPlan,
  subscribeMetered,
  useStorage,
} from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { beginPeriods, settlePeriods } from '../settlement/index.ts'
import { estimatesOf, meterUsage } from '../usage/index.ts'
import { checkSpending } from './index.ts'

const GB = 1_000_000_000

const t = await openTestApp()
let plan: MeteredPlan

beforeAll(async () => {
  await t.settings({ subscription_type: 'metered' })
  plan = await insertMeteredPlan(t)
})

async function meteredUser(): Promise<TestClient> {
  const user = await t.signIn()
  await subscribeMetered(t, user, plan, startOfUtcDay(t.deps.now().getTime()) - 5 * DAY_MS)
  return user
}

async function use(user: TestClient, gigabytes: number): Promise<void> {
  await useStorage(t, user, gigabytes * GB)
  t.advance(DAY_MS / 12)
  await meterUsage(t.deps)
  await checkSpending(t.deps)
}

const titles = async (user: TestClient): Promise<string[]> =>
  (await user.call(notifications.listNotifications, {})).body.data.map(
    (one: { attributes: { title: string } }) => one.attributes.title,
  )

const usageOf = async (user: TestClient) => (await user.call(spending.getUsage, {})).body.data

it('shows what the period costs, by meter, tier and day', async () => {
  const user = await meteredUser()
  await use(user, 300)
  const usage = await usageOf(user)
  expect(usage.estimate).toEqual({ amount: 400, currency: 'EUR' })
  expect(usage.lines.map((line: { amount: number }) => line.amount)).toEqual([300, 0, 100])
  expect(usage.lines[0].tiers).toEqual([
    { from: 0, up_to: null, quantity: '300', unit_amount: '0.01', flat_amount: 0, amount: 300 },
  ])
  expect(usage.forecast).toEqual({ amount: 400, currency: 'EUR' })
  expect(usage.days.at(-1)).toMatchObject({ is_forecast: true, amounts: { storage: 300 } })
  expect(usage.balance).toEqual({ amount: 0, currency: 'EUR' })
})

it('is the estimated cost in the details of the user, in the currency of the plan', async () => {
  const user = await meteredUser()
  await use(user, 300)
  const estimateOfUser = async (client: TestClient) =>
    (await client.send('GET', '/api/user')).body.data.meta.usages.costEstimate
  expect(await estimateOfUser(user)).toBe('€4.00')
  expect(await estimateOfUser(await t.signIn('admin'))).toBeNull()
})

it('reads an estimate in a fixed number of statements', async () => {
  const user = await meteredUser()
  await use(user, 1)
  const queries = await t.countQueries(async () => {
    await usageOf(user)
  })
  expect(queries.length).toBeLessThanOrEqual(10)
})

it('begins when a user opens their billing page for the first time', async () => {
  const user = await t.signIn()
  expect((await usageOf(user)).estimate).toEqual({ amount: 100, currency: 'EUR' })
})

it('has no usage for administrators, who are not billed', async () => {
  const user = await t.signIn('admin')
  expect(await user.call(spending.getUsage, {})).toMatchObject({
    status: 404,
    body: { code: 'billing.no_subscription' },
  })
})

it('case 57: notifies of an alert once in a period, and again in the next one', async () => {
  const user = await meteredUser()
  await user.call(spending.createBillingAlert, { body: { amount: 500 } })
  await use(user, 600)
  await use(user, 700)
  expect(await titles(user)).toEqual(['Your usage has passed €5.00'])
  t.advance(31 * DAY_MS)
  const again = await t.signInAgain(user)
  await beginPeriods(t.deps)
  await use(again, 600)
  await use(again, 700)
  expect(await titles(again)).toHaveLength(2)
})

it('case 57: notifies again after an alert was changed', async () => {
  const user = await meteredUser()
  await user.call(spending.createBillingAlert, { body: { amount: 500 } })
  expect(await user.call(spending.createBillingAlert, { body: { amount: 900 } })).toMatchObject({
    status: 422,
    body: { code: 'billing.alert_exists' },
  })
  await use(user, 300)
  expect(await titles(user)).toEqual([])
  await use(user, 500)
  await use(user, 600)
  expect(await titles(user)).toEqual(['Your usage has passed €5.00'])
  await user.call(spending.changeBillingAlert, { body: { amount: 650 } })
  await use(user, 600)
  expect(await titles(user)).toHaveLength(2)
  await user.call(spending.deleteBillingAlert, {})
  expect((await usageOf(user)).alert).toBeNull()
})

it('warns of a cap, stops uploads at it, and lets them continue when it is raised', async () => {
  const user = await meteredUser()
  await user.call(spending.setSpendingCap, { body: { amount: 1000 } })
  await use(user, 450)
  await use(user, 750)
  expect(await titles(user)).toEqual([
    '80 % of your spending cap is used',
    '50 % of your spending cap is used',
  ])
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({})
  await use(user, 950)
  await use(user, 990)
  expect(await titles(user)).toHaveLength(3)
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({ canUpload: 'spending_cap' })
  await user.call(spending.setSpendingCap, { body: { amount: 5000 } })
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({})
  await user.call(spending.setSpendingCap, { body: { amount: 100 } })
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({ canUpload: 'spending_cap' })
  await user.call(spending.deleteSpendingCap, {})
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({})
})

it('limits end with the currency of the plan, and the user is asked to set them again', async () => {
  const capped = await meteredUser()
  const changing = await meteredUser()
  for (const user of [capped, changing]) {
    await user.call(spending.createBillingAlert, { body: { amount: 500 } })
    await user.call(spending.setSpendingCap, { body: { amount: 5000 } })
    await useStorage(t, user, 100 * GB)
  }
  await replaceMeteredPlan(
    t,
    [
      {
        key: 'storage',
        aggregate: 'maximum',
        tiers: [{ up_to: null, unit_amount: '60', flat_amount: 0 }],
      },
    ],
    { currency: 'JPY' },
  )
  t.advance(31 * DAY_MS)
  await beginPeriods(t.deps)
  await (await t.signInAgain(changing)).call(spending.setSpendingCap, { body: { amount: 9000 } })
  await use(capped, 100)
  expect((await titles(await t.signInAgain(capped))).toSorted()).toEqual([
    'Set your spending limits again',
    'The terms of Pay as you go have changed',
  ])
  expect(await restrictionsOfUser(t.deps.db, capped.userId)).toEqual({})
  expect(await usageOf(await t.signInAgain(capped))).toMatchObject({ alert: null, cap: null })
  expect(await usageOf(await t.signInAgain(changing))).toMatchObject({
    estimate: { amount: 6000, currency: 'JPY' },
    alert: null,
    cap: { amount: 9000, currency: 'JPY' },
  })
})

it('P5: with prices before tax, amounts and limits are those of the invoice with its tax', async () => {
  plan = await replaceMeteredPlan(t)
  // The new rate begins within the period; that of its last day applies to all of it.
  const today = new Date(t.deps.now()).toISOString().slice(0, 10)
  const rates = [
    { country: 'DK', rate: '10', from: '2020-01-01' },
    { country: 'DK', rate: '25', from: today },
  ]
  await t.settings({
    ...DANISH_SELLER,
    billing_tax_rates: rates,
    billing_prices_include_tax: false,
  })
  const user = await meteredUser()
  await user.send('PUT', '/api/user/billing-profile', BILLING_PROFILE)
  await user.call(spending.createBillingAlert, { body: { amount: 500 } })
  await user.call(spending.setSpendingCap, { body: { amount: 505 } })
  await use(user, 303)
  const usage = await usageOf(user)
  expect(usage).toMatchObject({
    estimate: { amount: 504 },
    tax: { amount: 101 },
    forecast: { amount: 504 },
    forecast_tax: { amount: 101 },
  })
  expect(usage.lines.map((line: { amount: number }) => line.amount)).toEqual([303, 0, 100])
  const { amounts } = usage.days.at(-1)
  expect(amounts).toEqual({ storage: 379, member: 0, flatFee: 125 })
  // Both are sent at the same moment.
  expect((await titles(user)).toSorted()).toEqual([
    '80 % of your spending cap is used',
    'Your usage has passed €5.00',
  ])
  await use(user, 304)
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({ canUpload: 'spending_cap' })
  const { amount } = (await usageOf(user)).estimate
  t.advance(31 * DAY_MS)
  await settlePeriods(t.deps)
  const { total } = await t.deps.db
    .selectFrom('invoices')
    .select('total')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow()
  expect(total).toBe(amount)
})

it('reads the tax of many users with as many statements as of one', async () => {
  const users = [await meteredUser(), await meteredUser(), await meteredUser()]
  for (const user of users) await user.send('PUT', '/api/user/billing-profile', BILLING_PROFILE)
  const ids = users.map(({ userId }) => userId)
  const count = async (some: string[]) =>
    (await t.countQueries(() => estimatesOf(t.deps.db, some))).length
  expect(await count(ids)).toBe(await count(ids.slice(0, 1)))
  const estimates = await estimatesOf(t.deps.db, ids)
  expect(ids.map(id => estimates.get(id)?.total)).toEqual([125, 125, 125])
})

it('does not stop uploads for the usage of a period that ends during the check', async () => {
  const user = await meteredUser()
  await user.call(spending.setSpendingCap, { body: { amount: 1000 } })
  await useStorage(t, user, 990 * GB)
  t.advance(DAY_MS / 12)
  await meterUsage(t.deps)
  const nextPeriod = { ...t.deps, now: () => new Date(t.deps.now().getTime() + 30 * DAY_MS) }
  await checkSpending({
    ...t.deps,
    transact: async write => {
      await beginPeriods(nextPeriod)
      return t.deps.transact(write)
    },
  })
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({})
})

it('does not stop uploads by a cap that is removed during the check', async () => {
  const user = await meteredUser()
  await user.call(spending.setSpendingCap, { body: { amount: 1000 } })
  await useStorage(t, user, 990 * GB)
  t.advance(DAY_MS / 12)
  await meterUsage(t.deps)
  let isRemoved = false
  await checkSpending({
    ...t.deps,
    transact: async write => {
      if (!isRemoved) await user.call(spending.deleteSpendingCap, {})
      isRemoved = true
      return t.deps.transact(write)
    },
  })
  expect(isRemoved).toBe(true)
  expect(await restrictionsOfUser(t.deps.db, user.userId)).toEqual({})
})

it('writes nothing for users whose limits were all reached before', async () => {
  const user = await meteredUser()
  await user.call(spending.createBillingAlert, { body: { amount: 500 } })
  await user.call(spending.setSpendingCap, { body: { amount: 1000 } })
  await use(user, 990)
  let writes = 0
  await checkSpending({
    ...t.deps,
    transact: write => {
      writes += 1
      return t.deps.transact(write)
    },
  })
  expect(writes).toBe(0)
})

it('shows the next period to a user whose period is billed before the next one has begun', async () => {
  const user = await meteredUser()
  await use(user, 300)
  const { period } = await usageOf(user)
  t.advance(31 * DAY_MS)
  await settlePeriods(t.deps)
  expect((await usageOf(await t.signInAgain(user))).period.starts_at).toBe(period.ends_at)
})
