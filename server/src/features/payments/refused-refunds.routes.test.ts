import { HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger, receivableOf } from '../ledger/index.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { refundUnused } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, subscribed, open, pay, returnFrom, later, rows } = shop
const { db } = t.deps
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterEach(async () => {
  shop.clearFaults()
  await shop.endAll()
})
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const REFUND = {
  stripe: 'POST /v1/refunds',
  paypal: 'POST /v1/payments/sale/{sale_id}/refund',
  paystack: 'POST /refund',
} as const

/** The cents of a user: their balance and debts, of a ledger that adds up. */
const cents = async ({ userId }: TestClient) => ({
  balance: await balanceOf(db, userId, 'USD'),
  owed: await receivableOf(db, userId, 'USD'),
  isBalanced: (await checkLedger(db)).isBalanced,
})
const clock = async () => {
  await later(HOUR_MS)
  await syncOpen(t.deps)
  await t.runJobs()
}
const noticesOf = async ({ userId }: TestClient) =>
  (
    await db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', userId)
      .where('type', '=', 'refund_to_balance')
      .execute()
  ).length

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  const refuse = (times = 20) =>
    simulators[driver].faults.onCall({ kind: 'refused' }, { call: REFUND[driver], times })

  it('unused time whose refund is refused goes to the balance, once', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const period = {
      userId: user.userId,
      gateway: driver,
      currency: 'USD',
      startsAt: t.deps.now().getTime(),
    }
    const unused = { period, amount: 300 }
    await t.deps.transact(tx => refundUnused(tx, t.deps, unused))
    refuse()
    await later(HOUR_MS)
    await Promise.all([syncOpen(t.deps), syncOpen(t.deps)])
    await clock()
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'failed', amount: 300 }])
    expect(await rows('payments', user.userId)).toMatchObject([{ refunded: 0 }])
    expect(await rows('invoices', user.userId)).toMatchObject([
      { credited: 300 },
      { kind: 'credit_note', total: 300 },
    ])
    expect(await cents(user)).toEqual({ balance: 300, owed: 0, isBalanced: true })
    expect(await noticesOf(user)).toBe(1)
  })

  it('a duplicate purchase whose refund is refused goes to the balance', async () => {
    const user = await t.signIn()
    const first = await open(user, plan.id, driver)
    const call = 'POST /v1/checkout/sessions/{id}/expire'
    simulators[driver].faults.onCall({ kind: 'error-before' }, { call, times: 5 })
    const second = await open(user, plan.id, driver)
    shop.clearFaults()
    refuse()
    for (const { id, externalId } of [second, first]) {
      pay(driver, externalId)
      await returnFrom(user, id)
    }
    await t.runJobs()
    await clock()
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'failed', amount: 1000 }])
    expect(await cents(user)).toEqual({ balance: 1000, owed: 0, isBalanced: true })
    expect(await noticesOf(user)).toBe(1)
  })

  it("an administrator's refund that is refused after an outage is shown as a difference", async () => {
    const { user } = await subscribed(plan.id, { driver })
    const [payment] = await rows('payments', user.userId)
    const which = { call: REFUND[driver], times: 20 }
    simulators[driver].faults.onCall({ kind: 'error-before' }, which)
    const body = { amount: 400, reason: 'unhappy' }
    const path = `/payments/${payment?.id}/refund`
    expect((await shop.asAdmin('POST', path, body)).status).toBe(200)
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'created' }])
    shop.clearFaults()
    refuse()
    await clock()
    await clock()
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'failed' }])
    expect(await cents(user)).toEqual({ balance: 0, owed: 0, isBalanced: true })
    const differences = await db
      .selectFrom('billing_differences')
      .selectAll()
      .where('user_id', '=', user.userId)
      .execute()
    expect(differences).toMatchObject([
      { kind: 'refund_missing_there', gateway: driver, ours: '400 USD', theirs: null },
    ])
  })

  it("an administrator's refund that is refused at once changes nothing", async () => {
    const { user } = await subscribed(plan.id, { driver })
    const [payment] = await rows('payments', user.userId)
    refuse()
    const path = `/payments/${payment?.id}/refund`
    expect((await shop.asAdmin('POST', path, { reason: 'unhappy' })).status).toBe(502)
    expect(await rows('payments', user.userId)).toMatchObject([{ refunded: 0 }])
    expect(await cents(user)).toEqual({ balance: 0, owed: 0, isBalanced: true })
    expect(await noticesOf(user)).toBe(0)
  })

  it('a repeated call for a refund that was refused is rejected like the first', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const [payment] = await rows('payments', user.userId)
    refuse(1)
    const call = { id: t.deps.newId(), amount: 400, reason: 'unhappy' }
    for (const _ of ['first', 'repeated'])
      expect((await shop.asAdmin('POST', `/payments/${payment?.id}/refund`, call)).status).toBe(502)
    expect(await rows('refunds', user.userId)).toMatchObject([{ id: call.id, state: 'failed' }])
    expect(await rows('payments', user.userId)).toMatchObject([{ refunded: 0 }])
  })

  it.each([400, 1000])(
    'a refund of %i whose answer was lost is made once, also if its key expires meanwhile',
    async amount => {
      const { user } = await subscribed(plan.id, { driver })
      const period = {
        userId: user.userId,
        gateway: driver,
        currency: 'USD',
        startsAt: t.deps.now().getTime(),
      }
      const unused = { period, amount }
      await t.deps.transact(tx => refundUnused(tx, t.deps, unused))
      const [payment] = await rows('payments', user.userId)
      const madeThere = () =>
        simulators[driver]
          .payments()
          .filter(line => line.kind === 'refund' && line.paymentId === payment?.external_id)
          .map(line => line.amount)
      simulators[driver].faults.onCall({ kind: 'cut-after' }, { call: REFUND[driver], times: 20 })
      await clock()
      shop.clearFaults()
      expect(madeThere()).toEqual([amount])
      await later(25 * HOUR_MS)
      await clock()
      expect(madeThere()).toEqual([amount])
      const [stored] = await rows('refunds', user.userId)
      expect(stored).toMatchObject({ state: expect.stringMatching(/^(processing|succeeded)$/) })
      expect(await noticesOf(user)).toBe(0)
      expect((await cents(user)).isBalanced).toBe(true)
    },
  )
})
