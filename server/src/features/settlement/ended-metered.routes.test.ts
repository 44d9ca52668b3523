import { adminUsers, adminUserTasks, spending } from '@coffer/contract'
import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import type { PlanMeter } from '@coffer/contract/rating'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type MeteredPlan,
  replaceMeteredPlan,
  subscribeMetered,
  useStorage,
} from '../../../test/metered-users.ts'
import { openMailApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { checkSpending } from '../spending/index.ts'
import { meterUsage } from '../usage/index.ts'
import {
  beginPeriods,
  checkBalances,
  endOfAdministrators,
  sendReminders,
  settlePeriods,
  subscribeEveryone,
} from './index.ts'

const GB = 1_000_000_000
const PATH = '/api/subscriptions'
const reason = 'They asked for it'
const CHEAP: PlanMeter[] = [
  {
    key: 'storage',
    aggregate: 'maximum',
    tiers: [{ up_to: null, unit_amount: '0.001', flat_amount: 0 }],
  },
]

const { t, mail } = await openMailApp()
const { db } = t.deps
let plan: MeteredPlan

beforeEach(async () => {
  // A period that ends is billed six hours after its day, so tests begin in the morning.
  t.advance(startOfUtcDay(t.deps.now().getTime()) + DAY_MS + 9 * HOUR_MS - t.deps.now().getTime())
  await t.settings({ subscription_type: 'metered' })
  plan = await replaceMeteredPlan(t)
  await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
  await db.updateTable('dunnings').set({ resolved_at: 0 }).execute()
  await db.deleteFrom('usage_days').execute()
})

/** A user whose metered subscription began sixty days ago, in a period that began today. */
async function meteredUser(gigabytes: number, of = plan): Promise<TestClient> {
  const user = await t.signIn()
  const today = startOfUtcDay(t.deps.now().getTime())
  const { subscriptionId } = await subscribeMetered(t, user, of, today)
  await db
    .updateTable('subscriptions')
    .set({ created_at: today - 60 * DAY_MS })
    .where('id', '=', subscriptionId)
    .execute()
  await useStorage(t, user, gigabytes * GB)
  return user
}

/** Runs the jobs of the clock, some days later. */
async function daysLater(days: number): Promise<void> {
  t.advance(days * DAY_MS)
  await meterUsage(t.deps)
  await endOfAdministrators(t.deps)
  await subscribeEveryone(t.deps)
  await beginPeriods(t.deps)
  await settlePeriods(t.deps)
  await t.runJobs()
  await checkBalances(t.deps)
  await checkSpending(t.deps)
  await sendReminders(t.deps)
}

const blockOf = async ({ userId }: TestClient) => (await restrictionsOfUser(db, userId)).canUpload

const liveOf = ({ userId }: Pick<TestClient, 'userId'>) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'plan_id'])
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()

const openDunnings = ({ userId }: TestClient) =>
  db
    .selectFrom('dunnings')
    .select(['reason', 'step'])
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .execute()

const invoicesOf = ({ userId }: TestClient) =>
  db.selectFrom('invoices').select(['total', 'state']).where('user_id', '=', userId).execute()

const archivePlans = () => db.updateTable('plans').set({ status: 'archived' }).execute()

async function endAsAdmin(user: TestClient): Promise<void> {
  await archivePlans()
  const admin = await t.signIn('admin')
  const path = `${PATH}/admin/${(await liveOf(user))?.id}/end`
  expect((await admin.send('POST', path, { reason })).status).toBe(200)
}

async function setRole({ userId }: Pick<TestClient, 'userId'>, role: 'admin' | 'user') {
  const admin = await t.signIn('admin')
  const call = { params: { id: userId }, body: { role } }
  expect((await admin.call(adminUsers.setRole, call)).status).toBe(200)
}

/** Invites a user. @returns their id */
async function invite(email: string, role: 'admin' | 'user') {
  const admin = await t.signIn('admin')
  const { data } = (
    await admin.call(adminUserTasks.inviteUsers, { body: { emails: [email], role } })
  ).body
  return { userId: String(data[0]?.id) }
}

/** A user whose uploads are stopped by a cap of 1.50 euros. */
async function cappedUser(): Promise<TestClient> {
  const user = await meteredUser(0)
  await user.call(spending.setSpendingCap, { body: { amount: 150 } })
  await useStorage(t, user, 100 * GB)
  await daysLater(0.1)
  expect(await blockOf(user)).toBe('spending_cap')
  return user
}

/** A user without a balance who is restricted for their usage. */
async function restrictedUser(gigabytes: number, of = plan): Promise<TestClient> {
  const user = await meteredUser(gigabytes, of)
  for (const days of [0.1, 2, 2]) await daysLater(days)
  expect(await blockOf(user)).toBe('unpaid')
  return user
}

describe('the end of a metered subscription', () => {
  it('lifts the block of a spending cap, also for the next subscription', async () => {
    const user = await cappedUser()
    await endAsAdmin(user)
    expect(await blockOf(user)).toBeUndefined()
    plan = await replaceMeteredPlan(t, CHEAP)
    await daysLater(0.1)
    expect(await liveOf(user)).toMatchObject({ plan_id: plan.id })
    expect(await blockOf(user)).toBeUndefined()
  })

  it('leaves a spending cap and an alert that can be removed', async () => {
    const user = await cappedUser()
    await user.call(spending.createBillingAlert, { body: { amount: 900 } })
    await endAsAdmin(user)
    expect((await user.call(spending.deleteSpendingCap, {})).body.data).toEqual({
      alert: { amount: 900, currency: 'EUR' },
      cap: null,
    })
    expect((await user.call(spending.deleteBillingAlert, {})).body.data).toEqual({
      alert: null,
      cap: null,
    })
    const { status } = await user.call(spending.setSpendingCap, { body: { amount: 150 } })
    expect(status).toBe(404)
  })

  it('lifts a restriction for usage that costs less than is collected', async () => {
    plan = await replaceMeteredPlan(t, CHEAP)
    const user = await restrictedUser(100)
    await endAsAdmin(user)
    expect(await blockOf(user)).toBeUndefined()
    await daysLater(1)
    expect(await invoicesOf(user)).toEqual([{ total: 10, state: 'open' }])
    expect(await openDunnings(user)).toEqual([])
  })

  it('restricts for the final invoice only after reminders of its own', async () => {
    const user = await restrictedUser(400)
    await endAsAdmin(user)
    await daysLater(1)
    expect(await invoicesOf(user)).toEqual([{ total: 500, state: 'open' }])
    expect(await openDunnings(user)).toEqual([{ reason: 'unpaid_invoice', step: 1 }])
    expect(await blockOf(user)).toBeUndefined()
    for (const days of [2, 2]) await daysLater(days)
    expect(await blockOf(user)).toBe('unpaid')
  })
})

describe('administrators', () => {
  it('are billed until they were promoted, and no longer', async () => {
    const user = await meteredUser(400)
    await daysLater(2)
    await setRole(user, 'admin')
    await daysLater(1)
    expect(await liveOf(user)).toBeUndefined()
    expect(await invoicesOf(user)).toEqual([{ total: 500, state: 'open' }])
    await daysLater(60)
    expect(await invoicesOf(user)).toHaveLength(1)
    await setRole(user, 'user')
    await daysLater(0.1)
    expect(await liveOf(user)).toBeDefined()
  })

  it('are not billed while they are invited, nor after they have accepted', async () => {
    const ada = await invite('ada@example.test', 'admin')
    await daysLater(0.1)
    expect(await liveOf(ada)).toBeUndefined()
    const email = (await mail.emailsTo('ada@example.test')).at(-1)
    const token = /token=([\w.-]+)/.exec(email?.text ?? '')?.[1]
    const body = { token, newPassword: 'battery staple horse' }
    expect((await t.anonymous().send('POST', '/api/auth/reset-password', body)).status).toBe(200)
    await daysLater(0.1)
    expect(await liveOf(ada)).toBeUndefined()
  })

  it('who are invited as such with a subscription lose it', async () => {
    const bo = await invite('bo@example.test', 'user')
    await daysLater(0.1)
    expect(await liveOf(bo)).toBeDefined()
    await setRole(bo, 'admin')
    await daysLater(0.1)
    expect(await liveOf(bo)).toBeUndefined()
  })

  it('can be ended by hand while a metered plan is on sale', async () => {
    const user = await meteredUser(1)
    const admin = await t.signIn('admin')
    const canEnd = async () =>
      (await admin.send('GET', `${PATH}/admin/users/${user.userId}/subscription`)).body.data.can_end
    expect(await canEnd()).toBe(false)
    await setRole(user, 'admin')
    expect(await canEnd()).toBe(true)
    const path = `${PATH}/admin/${(await liveOf(user))?.id}/end`
    expect((await admin.send('POST', path, { reason })).status).toBe(200)
  })
})
