import { addIntervals } from '@coffer/contract/billing-periods'
import { HOUR_MS } from '@coffer/contract/durations'
import { METER_AGGREGATES, type PlanMeter, TIER_MODES, type Tier } from '@coffer/contract/rating'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { BILLING_PROFILE } from '../../../test/example-invoices.ts'
import { DANISH_SELLER } from '../../../test/invoices.ts'
import {
  type MeteredPlan,
  replaceMeteredPlan,
  subscribeMetered,
  useStorage,
} from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { searched } from '../../../test/property.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { checkLedger, receivableOf } from '../ledger/index.ts'
import { estimatesOf, meterUsage } from '../usage/index.ts'
import { beginPeriods, settlePeriods } from './index.ts'

const GB = 1_000_000_000
const DAY_HOURS = 24
const GRACE_MS = 6 * HOUR_MS

const t = await openTestApp()
const { db } = t.deps
const start = Date.UTC(2030, 0, 31)
const monthsLater = (count: number) => addIntervals(start, 'month', count)

beforeAll(() => t.settings({ subscription_type: 'metered' }))

const depsAt = (ms: number) => ({ ...t.deps, now: () => new Date(ms) })

/** A user whose first period begins at the start, when nothing was metered yet. */
async function meteredUser(plan: MeteredPlan): Promise<TestClient> {
  await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
  await db.deleteFrom('usage_days').execute()
  const user = await t.signIn()
  await subscribeMetered(t, user, plan, start)
  return user
}

/** Runs the hourly jobs of the clock at a time. */
async function clock(ms: number, deps = depsAt(ms)): Promise<void> {
  await beginPeriods(deps)
  await settlePeriods(deps)
}

const invoicesOf = ({ userId }: TestClient) =>
  db.selectFrom('invoices').selectAll().where('user_id', '=', userId).orderBy('number').execute()

class Cut extends Error {}

/** Methods of the database that begin a statement. */
const STATEMENTS = new Set([
  'insertInto',
  'updateTable',
  'selectFrom',
  'deleteFrom',
  'with',
  'getExecutor',
])

/**
 * Runs the clock until it has begun a number of statements in transactions; the open one is rolled back, and
 * none begins afterwards, as if the process was killed.
 * @returns how many it began
 */
async function clockUntil(ms: number, statements: number): Promise<number> {
  let count = 0
  const deps = depsAt(ms)
  function read<T extends object>(target: T, name: string | symbol): unknown {
    if (STATEMENTS.has(String(name))) {
      if (count === statements) throw new Cut('killed')
      count += 1
    }
    const value: unknown = Reflect.get(target, name)
    return typeof value === 'function' ? value.bind(target) : value
  }
  const transact: typeof deps.transact = work =>
    deps.transact(tx => work(new Proxy(tx, { get: read })))
  try {
    await clock(ms, { ...deps, transact })
  } catch (error) {
    if (!(error instanceof Cut)) throw error
  }
  return count
}

/** The rows that settlements wrote for a user, without ids and numbers, which differ between users. */
async function billedTo(user: TestClient) {
  const invoices = await invoicesOf(user)
  const periods = await db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .select(['starts_at', 'billing_periods.ends_at', 'state', 'invoice_id'])
    .where('user_id', '=', user.userId)
    .orderBy('position')
    .execute()
  const { postings } = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(eb => eb.fn.countAll<number | string>().as('postings'))
    .where('owner', '=', user.userId)
    .executeTakeFirstOrThrow()
  return {
    totals: invoices.map(({ total, state }) => ({ total, state })),
    periods: periods.map(({ invoice_id, ...period }) => ({
      ...period,
      invoice: invoices.findIndex(({ id }) => id === invoice_id),
    })),
    postings: Number(postings),
    owed: await receivableOf(db, user.userId, 'EUR'),
  }
}

/** The numbers of all invoices are 1 to n. */
async function expectNoGaps() {
  const { last, count } = await db
    .selectFrom('invoices')
    .select(eb => [eb.fn.max('number').as('last'), eb.fn.countAll<number | string>().as('count')])
    .executeTakeFirstOrThrow()
  expect(last).toBe(Number(count))
}

it('P3, case 37: a settlement that is cut off at any statement bills as one that was not', async () => {
  const plan = await replaceMeteredPlan(t)
  const at = monthsLater(2) + GRACE_MS
  const usage = fc.integer({ min: 1, max: 900 })
  const metered = async (gigabytes: number) => {
    const user = await meteredUser(plan)
    await useStorage(t, user, gigabytes * GB)
    await meterUsage(depsAt(at))
    return user
  }
  const counted = await metered(1)
  const statements = await clockUntil(at, Number.POSITIVE_INFINITY)
  expect(await invoicesOf(counted)).toHaveLength(2)
  const cuts = fc.uniqueArray(fc.nat(statements - 1), { minLength: 1, maxLength: 8 })
  const processes = fc.integer({ min: 1, max: 3 })
  await fc.assert(
    fc.asyncProperty(cuts, processes, usage, async (at_statements, count, gigabytes) => {
      const orderly = await metered(gigabytes)
      await clock(at)
      const expected = await billedTo(orderly)
      expect(expected.totals.map(({ total }) => total)).toEqual([gigabytes + 100, gigabytes + 100])
      const user = await metered(gigabytes)
      for (const statement of at_statements) await clockUntil(at, statement)
      await Promise.all(Array.from({ length: count }, () => clock(at)))
      expect(await billedTo(user)).toEqual(expected)
      await expectNoGaps()
      expect((await checkLedger(db)).isBalanced).toBe(true)
    }),
    searched(4),
  )
})

const rates = fc.nat(99_999).map(units => (units / 10_000).toFixed(4))
const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 900 }), { maxLength: 3 }),
    fc.array(fc.record({ unit_amount: rates, flat_amount: fc.nat(500) }), {
      minLength: 4,
      maxLength: 4,
    }),
  )
  .map(([ends, prices]): Tier[] =>
    [...ends.toSorted((a, b) => a - b), null].map((up_to, index) => ({
      up_to,
      unit_amount: prices[index]?.unit_amount ?? '0',
      flat_amount: prices[index]?.flat_amount ?? 0,
    })),
  )
const meterOf = (key: PlanMeter['key']) =>
  fc.record({ key: fc.constant(key), aggregate: fc.constantFrom(...METER_AGGREGATES[key]), tiers })
const prices = fc.record({
  tier_mode: fc.constantFrom(...TIER_MODES),
  meters: fc.tuple(meterOf('storage'), meterOf('member'), meterOf('flatFee')),
})
const seller = fc.record({
  billing_prices_include_tax: fc.boolean(),
  rate: fc.constantFrom('0', '10', '25'),
})
/** Hours of the period at which the storage becomes an amount of kB. */
const steps = fc.array(fc.tuple(fc.nat(27 * DAY_HOURS), fc.nat(10 ** 9)), { maxLength: 4 })

it('P5: the estimate at the end of a period is its invoice', async () => {
  await fc.assert(
    fc.asyncProperty(prices, seller, steps, fc.nat(10 ** 9), async (sold, tax, changes, later) => {
      const { rate, billing_prices_include_tax } = tax
      await t.settings({
        ...DANISH_SELLER,
        billing_prices_include_tax,
        billing_tax_rates: [{ country: 'DK', rate, from: '2020-01-01' }],
      })
      const { tier_mode, meters } = sold
      const user = await meteredUser(await replaceMeteredPlan(t, meters, { tier_mode }))
      await user.send('PUT', '/api/user/billing-profile', BILLING_PROFILE)
      for (const [hour, kilobytes] of changes.toSorted(([a], [b]) => a - b)) {
        await meterUsage(depsAt(start + hour * HOUR_MS))
        await useStorage(t, user, kilobytes * 1000)
      }
      await meterUsage(depsAt(monthsLater(1)))
      const estimate = (await estimatesOf(db, [user.userId])).get(user.userId)
      await useStorage(t, user, later * 1000)
      await clock(monthsLater(1) + GRACE_MS)
      const billed = (await invoicesOf(user)).map(({ total }) => total)
      expect(billed).toEqual(estimate && estimate.total > 0 ? [estimate.total] : [])
    }),
    searched(5),
  )
})
