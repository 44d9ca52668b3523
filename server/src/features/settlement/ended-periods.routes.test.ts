import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import type { PlanMeter } from '@coffer/contract/rating'
import type { Kysely } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type MeteredPlan,
  replaceMeteredPlan,
  subscribeMetered,
  useStorage,
} from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { setFullPeriods } from '../../db/migrations/0041-billing-facts.ts'
import { endSubscriptionsOf } from '../subscriptions/index.ts'
import { meterUsage } from '../usage/index.ts'
import { recompute, settlePeriods, subscribeEveryone } from './index.ts'

const GB = 1_000_000_000
/** A euro per GB. */
const METERS: PlanMeter[] = [
  {
    key: 'storage',
    aggregate: 'time_weighted',
    tiers: [{ up_to: null, unit_amount: '1', flat_amount: 0 }],
  },
]

const t = await openTestApp()
const { db, transact } = t.deps
let plan: MeteredPlan
/** The first of an April, which has 30 days. */
let start = Date.UTC(2031, 3, 1)

beforeAll(() => t.settings({ subscription_type: 'metered' }))

beforeEach(async () => {
  plan = await replaceMeteredPlan(t, METERS)
  await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
  await db.deleteFrom('usage_days').execute()
  start = Date.UTC(new Date(start).getUTCFullYear() + 1, 3, 1)
})

const depsAt = (ms: number) => ({ ...t.deps, now: () => new Date(ms) })
const daysLater = (days: number) => start + days * DAY_MS

/** A user with 100 GB whose subscription is ended after five days. */
async function endedAfterFiveDays(): Promise<TestClient> {
  const user = await t.signIn()
  await subscribeMetered(t, user, plan, start)
  await useStorage(t, user, 100 * GB)
  await meterUsage(depsAt(daysLater(5)))
  await transact(tx => endSubscriptionsOf(tx, depsAt(daysLater(5) + HOUR_MS), user.userId))
  return user
}

const totalsOf = async ({ userId }: TestClient) => {
  const invoices = await db
    .selectFrom('invoices')
    .select(['total', 'snapshot'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute()
  return invoices.map(({ total, snapshot }) => [total, JSON.parse(snapshot).lines[0].quantity])
}

/** Differences between the invoices of a user and what they would be now. */
async function differencesOf(user: TestClient) {
  const periods = await db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .select('billing_periods.id')
    .where('user_id', '=', user.userId)
    .execute()
  const { differences } = await recompute(t.deps)
  return differences.filter(({ period }) => periods.some(({ id }) => id === period))
}

it('weights usage by the full period also where the subscription ended within it', async () => {
  const user = await endedAfterFiveDays()
  await settlePeriods(depsAt(daysLater(6)))
  expect(await totalsOf(user)).toEqual([[1667, '16.666667']])
  expect(await differencesOf(user)).toEqual([])
})

it('bills the days of the next subscription with that one only', async () => {
  const user = await endedAfterFiveDays()
  await subscribeEveryone(depsAt(daysLater(5) + 2 * HOUR_MS))
  await meterUsage(depsAt(daysLater(35)))
  await settlePeriods(depsAt(daysLater(36)))
  // The second period is a month from 6 April; its first two hours were before the subscription.
  const [first, second] = await totalsOf(user)
  expect(first).toEqual([1667, '16.666667'])
  expect(second?.[0]).toBeGreaterThan(9900)
  expect(second?.[0]).toBeLessThan(10_000)
  expect(await differencesOf(user)).toEqual([])
})

/** A user whose period an earlier release has ended. */
async function endedByEarlierRelease(): Promise<TestClient> {
  const user = await endedAfterFiveDays()
  await db.updateTable('billing_periods').set({ full_ends_at: null }).execute()
  return user
}

it('recomputes a period by the hours that it was billed by', async () => {
  const user = await endedByEarlierRelease()
  await settlePeriods(depsAt(daysLater(6)))
  expect(await totalsOf(user)).toEqual([[10_000, '100']])
  expect(await differencesOf(user)).toEqual([])
})

it('the migration gives periods that are not billed yet their full time', async () => {
  const user = await endedByEarlierRelease()
  await setFullPeriods(db as unknown as Kysely<unknown>)
  await settlePeriods(depsAt(daysLater(6)))
  expect(await totalsOf(user)).toEqual([[1667, '16.666667']])
})
