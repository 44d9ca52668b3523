import { addIntervals } from '@coffer/contract/billing-periods'
import { HOUR_MS } from '@coffer/contract/durations'
import type { PlanMeter } from '@coffer/contract/rating'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BILLING_PROFILE } from '../../../test/example-invoices.ts'
import {
  insertMeteredPlan,
  type MeteredPlan,
  replaceMeteredPlan,
  subscribeMetered,
  useStorage,
} from '../../../test/metered-users.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf } from '../ledger/index.ts'
import { estimateOf } from '../usage/index.ts'
import { beginPeriods, recompute, settlePeriods, subscribeEveryone } from './index.ts'

const GB = 1_000_000_000
const GRACE_MS = 6 * HOUR_MS
const DEARER: PlanMeter[] = [
  {
    key: 'storage',
    aggregate: 'maximum',
    tiers: [{ up_to: null, unit_amount: '0.05', flat_amount: 0 }],
  },
]

const t = await openTestApp()
const { db } = t.deps
let plan: MeteredPlan
/** Each test has a month of its own, far from those before. */
let start = Date.UTC(2030, 0, 31)

beforeAll(() => t.settings({ subscription_type: 'metered' }))

beforeEach(async () => {
  plan = await replaceMeteredPlan(t)
  await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
  await db.deleteFrom('usage_days').execute()
  start = addIntervals(start, 'year', 10)
})

const depsAt = (ms: number) => ({ ...t.deps, now: () => new Date(ms) })

/** Runs the hourly jobs of the clock at a time. */
async function clock(ms: number): Promise<void> {
  const deps = depsAt(ms)
  await beginPeriods(deps)
  await settlePeriods(deps)
}

const monthsLater = (count: number) => addIntervals(start, 'month', count)

async function meteredUser(gigabytes: number): Promise<TestClient> {
  const user = await t.signIn()
  await subscribeMetered(t, user, plan, start)
  await useStorage(t, user, gigabytes * GB)
  return user
}

const invoicesOf = ({ userId }: TestClient) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()

const periodsOf = ({ userId }: TestClient) =>
  db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .selectAll('billing_periods')
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute()

describe('a period', () => {
  it('is billed once, six hours after its end', async () => {
    const user = await meteredUser(300)
    await clock(monthsLater(1) + GRACE_MS - HOUR_MS)
    expect(await invoicesOf(user)).toEqual([])
    await clock(monthsLater(1) + GRACE_MS)
    await clock(monthsLater(1) + GRACE_MS + HOUR_MS)
    const [invoice, ...more] = await invoicesOf(user)
    expect(more).toEqual([])
    expect(invoice).toMatchObject({ total: 400, currency: 'EUR', state: 'open' })
    const { lines } = JSON.parse(invoice?.snapshot ?? '')
    expect(lines.map((line: { amount: number }) => line.amount)).toEqual([300, 0, 100])
    expect(await periodsOf(user)).toMatchObject([
      { state: 'settled', invoice_id: invoice?.id },
      { state: 'open', starts_at: monthsLater(1), ends_at: monthsLater(2) },
    ])
  })

  it('case 34: begins on the last day of shorter months', async () => {
    const user = await meteredUser(1)
    await clock(monthsLater(3) + HOUR_MS)
    const days = (await periodsOf(user)).map(({ starts_at }) =>
      new Date(starts_at).toISOString().slice(5, 10),
    )
    expect(days).toEqual(['01-31', '02-28', '03-31', '04-30'])
  })

  it('case 35: three periods without a server give three invoices', async () => {
    const user = await meteredUser(100)
    await clock(monthsLater(3) + GRACE_MS)
    const invoices = await invoicesOf(user)
    expect(invoices.map(({ total }) => total)).toEqual([200, 200, 200])
    expect(invoices.map(({ number }) => number)).toEqual(
      [0, 1, 2].map(index => (invoices[0]?.number ?? 0) + index),
    )
  })

  it('case 36: is billed once by several processes at once', async () => {
    const users = [await meteredUser(10), await meteredUser(20), await meteredUser(30)]
    await Promise.all([0, 1, 2, 3].map(() => clock(monthsLater(1) + GRACE_MS)))
    for (const user of users) expect(await invoicesOf(user)).toHaveLength(1)
  })

  it('case 38: a clock that jumps a month ahead and back bills nothing twice', async () => {
    const user = await meteredUser(100)
    await clock(monthsLater(1) + GRACE_MS)
    await clock(monthsLater(1) - 24 * HOUR_MS)
    await clock(monthsLater(2) + GRACE_MS)
    await clock(monthsLater(1) + GRACE_MS)
    expect((await invoicesOf(user)).map(({ total }) => total)).toEqual([200, 200])
  })

  it('that cannot be billed does not stop the others, and is billed once it can be', async () => {
    const users = [await meteredUser(10), await meteredUser(20), await meteredUser(30)]
    const broken = users[1] as TestClient
    const at = monthsLater(1) + GRACE_MS
    await beginPeriods(depsAt(at))
    const [period] = await periodsOf(broken)
    const setPlan = (plan_snapshot: string) =>
      db
        .updateTable('billing_periods')
        .set({ plan_snapshot })
        .where('id', '=', period?.id ?? '')
        .execute()
    await setPlan('{}')
    await expect(settlePeriods(depsAt(at))).rejects.toThrow('tier_mode')
    const totalsOf = async () =>
      (await Promise.all(users.map(invoicesOf))).map(invoices => invoices.map(row => row.total))
    expect(await totalsOf()).toEqual([[110], [], [130]])
    expect((await periodsOf(broken))[0]).toMatchObject({ state: 'open', invoice_id: null })
    await setPlan(plan.snapshot)
    await settlePeriods(depsAt(at))
    expect(await totalsOf()).toEqual([[110], [120], [130]])
    const invoices = (await Promise.all(users.map(invoicesOf))).flat()
    const numbers = invoices.map(({ number }) => number).toSorted((a, b) => a - b)
    expect(numbers).toEqual([0, 1, 2].map(index => (numbers[0] ?? 0) + index))
  })

  it('case 42: a new price holds from the next period on', async () => {
    const user = await meteredUser(100)
    await replaceMeteredPlan(t, DEARER)
    await clock(monthsLater(2) + GRACE_MS)
    expect((await invoicesOf(user)).map(({ total }) => total)).toEqual([200, 500])
  })

  it('case 50: of an archived plan is followed by others of it, until there is a new plan', async () => {
    const user = await meteredUser(100)
    await db.updateTable('plans').set({ status: 'archived' }).execute()
    await clock(monthsLater(1) + GRACE_MS)
    await replaceMeteredPlan(t, DEARER, { interval: 'year', createdAt: monthsLater(3) - HOUR_MS })
    await clock(monthsLater(15) + GRACE_MS)
    expect((await invoicesOf(user)).map(({ total }) => total)).toEqual([200, 200, 200, 500])
    expect((await periodsOf(user)).map(({ starts_at }) => starts_at)).toEqual(
      [0, 1, 2, 3, 15].map(monthsLater),
    )
  })

  it('has no estimate once it is billed', async () => {
    const user = await meteredUser(100)
    await settlePeriods(depsAt(monthsLater(1) + GRACE_MS))
    expect(await invoicesOf(user)).toHaveLength(1)
    expect(await estimateOf(db, user.userId)).toBeUndefined()
  })

  it.each([
    ['month', 'year', ['01-31', '02-28', '02-28', '02-28']],
    ['year', 'month', ['01-31', '01-31', '02-28', '03-31']],
  ] as const)(
    'by %s is followed by ones of a plan by %s, without a gap and without billing a day twice',
    async (from, to, days) => {
      plan = await replaceMeteredPlan(t, undefined, { interval: from })
      const user = await meteredUser(100)
      await replaceMeteredPlan(t, undefined, { interval: to })
      const changed = addIntervals(start, from, 1)
      await clock(addIntervals(changed, to, 2) + GRACE_MS)
      const periods = await periodsOf(user)
      expect(
        periods.map(({ starts_at }) => new Date(starts_at).toISOString().slice(5, 10)),
      ).toEqual(days)
      expect(periods.slice(1).map(({ starts_at }) => starts_at)).toEqual(
        periods.slice(0, -1).map(({ ends_at }) => ends_at),
      )
      expect((await invoicesOf(user)).map(({ total }) => total)).toEqual([200, 200, 200])
    },
  )

  it.each([
    ['graduated', 23_000, ['0', '2', '1']],
    ['volume', 15_000, ['1']],
  ] as const)(
    'case 44: 150 in %s tiers of 0, 2 and 1 cost their amount, explained by tier',
    async (tier_mode, total, unitAmounts) => {
      const tiers = [
        { up_to: 10, unit_amount: '0', flat_amount: 0 },
        { up_to: 100, unit_amount: '2', flat_amount: 0 },
        { up_to: null, unit_amount: '1', flat_amount: 0 },
      ]
      const tiered = await insertMeteredPlan(t, [{ key: 'storage', aggregate: 'maximum', tiers }], {
        tier_mode,
        status: 'archived',
      })
      const user = await t.signIn()
      await subscribeMetered(t, user, tiered, start)
      await useStorage(t, user, 150 * GB)
      await clock(monthsLater(1) + GRACE_MS)
      const [invoice] = await invoicesOf(user)
      expect(invoice).toMatchObject({ total })
      const [line] = JSON.parse(invoice?.snapshot ?? '{}').lines
      expect(line).toMatchObject({ amount: total, explanation: { tier_mode, quantity: '150' } })
      expect(
        line.explanation.tiers.map((tier: { unit_amount: string }) => tier.unit_amount),
      ).toEqual(unitAmounts)
    },
  )

  it('case 30: has the tax on the sum of its lines, each of which is rounded once', async () => {
    const seller = {
      billing_country: 'ES',
      billing_vat_number: 'ESB12345674',
      billing_prices_include_tax: false,
      billing_tax_rates: [{ country: 'ES', rate: '21', from: '2020-01-01' }],
    }
    await t.settings(seller)
    const meters = (['storage', 'member', 'flatFee'] as const).map(key => ({
      key,
      aggregate: 'maximum' as const,
      tiers: [{ up_to: null, unit_amount: '0.1199', flat_amount: 0 }],
    }))
    const taxed = await insertMeteredPlan(t, meters, { status: 'archived' })
    const user = await t.signIn()
    await user.send('PUT', '/api/user/billing-profile', { ...BILLING_PROFILE, country: 'ES' })
    await subscribeMetered(t, user, taxed, start)
    await useStorage(t, user, 3 * GB)
    await clock(monthsLater(1) + GRACE_MS)
    await t.settings({
      billing_country: null,
      billing_vat_number: null,
      billing_prices_include_tax: true,
      billing_tax_rates: [],
    })
    const [invoice] = await invoicesOf(user)
    const { lines, taxes } = JSON.parse(invoice?.snapshot ?? '{}')
    const sum = lines.reduce((total: number, line: { amount: number }) => total + line.amount, 0)
    // 3 × 0.1199 and 0.1199 for the flat fee; no other member was invited.
    expect(lines.map((line: { amount: number }) => line.amount)).toEqual([36, 0, 12])
    expect(taxes).toMatchObject([{ taxable: 48, tax: 10 }])
    expect(invoice).toMatchObject({ subtotal: sum, tax: 10, total: sum + 10 })
  })

  it('has no invoice without a cost', async () => {
    const snapshot = JSON.stringify({ ...JSON.parse(plan.snapshot), meters: [] })
    const user = await t.signIn()
    await subscribeMetered(t, user, { ...plan, snapshot }, start)
    await clock(monthsLater(1) + GRACE_MS)
    expect(await invoicesOf(user)).toEqual([])
    expect((await periodsOf(user))[0]).toMatchObject({ state: 'settled', invoice_id: null })
  })
})

it('case 45: all settled periods give the same cents again, and a changed one is named', async () => {
  const user = await meteredUser(50)
  await clock(monthsLater(1) + GRACE_MS)
  const whole = await recompute(t.deps)
  expect(whole.periods).toBeGreaterThan(0)
  await db
    .updateTable('usage_days')
    .set({ peak: 90_000_000 })
    .where('user_id', '=', user.userId)
    .where('meter', '=', 'storage')
    .execute()
  const { differences } = await recompute(t.deps)
  const [invoice] = await invoicesOf(user)
  expect(differences).toContainEqual({
    period: (await periodsOf(user))[0]?.id,
    invoice: invoice?.label,
    currency: 'EUR',
    billed: 150,
    recomputed: 190,
  })
})

it('gives every user a subscription and a bonus once, and administrators none', async () => {
  await t.settings({ registration_bonus: 300 })
  const users = [await t.signIn(), await t.signIn()]
  const admin = await t.signIn('admin')
  await Promise.all([subscribeEveryone(depsAt(start)), subscribeEveryone(depsAt(start))])
  const live = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('status', '=', 'active')
    .execute()
  const ids = live.map(row => row.user_id)
  for (const { userId } of users) expect(ids.filter(id => id === userId)).toHaveLength(1)
  expect(ids).not.toContain(admin.userId)
  await db.updateTable('subscriptions').set({ status: 'completed' }).execute()
  await subscribeEveryone(depsAt(start))
  for (const { userId } of users) expect(await balanceOf(db, userId, 'EUR')).toBe(300)
})

it('gives a bonus to many users with as many statements as to one', async () => {
  await t.settings({ registration_bonus: 300 })
  const subscribeNew = async (count: number) => {
    await Promise.all(Array.from({ length: count }, () => t.signIn()))
    return (await t.countQueries(() => subscribeEveryone(depsAt(start)))).length
  }
  await subscribeNew(1)
  const ofOne = await subscribeNew(1)
  expect(await subscribeNew(12)).toBe(ofOne)
})
