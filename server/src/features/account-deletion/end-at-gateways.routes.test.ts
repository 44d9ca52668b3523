import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, describe, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'
import { checkLedger } from '../ledger/index.ts'
import {
  endSubscriptionAtGateway,
  renewDue,
  syncOpen,
  syncRefunds,
} from '../subscriptions/index.ts'
import { removeAccount } from './index.ts'

const shop = await openShop('paypal', 'paystack')
const { t, simulators, sellPlan, subscribed, later } = shop
const { db } = t.deps
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

/** Lets days pass, with the recurring work after each. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await later(DAY_MS)
    await syncOpen(t.deps)
    await syncRefunds(t.deps)
    await t.runJobs()
  }
}

/** A user whose purchase with Paystack loses to the one with PayPal. */
async function buyTwice() {
  const user = await t.signIn()
  const second = await shop.open(user, plan.id, 'paystack')
  const first = await shop.open(user, plan.id, 'paypal')
  shop.pay('paypal', first.externalId)
  await shop.returnFrom(user, first.id)
  shop.pay('paystack', second.externalId)
  await shop.returnFrom(user, second.id)
  return user
}

describe.each(['paypal', 'paystack'] as const)('%s', driver => {
  const charged = () => simulators[driver].payments().length

  it('case 65: funds that are paid back after the account is deleted are booked', async () => {
    const { user, externalId } = await shop.fund({ amount: 2000, currency: 'USD' }, { driver })
    await removeAccount(t.deps, user.userId)
    await t.runJobs()
    const ending = { gateway: driver, isLive: false, kind: 'checkout', externalId } as const
    await t.deps.transact(tx =>
      t.deps.jobs.add(tx, endSubscriptionAtGateway, {
        ...ending,
        subscriptionId: null,
        refunds: true,
      }),
    )
    await t.runJobs()
    await later(2 * DAY_MS)
    await syncRefunds(t.deps)
    await t.runJobs()
    const lines = simulators[driver].payments().filter(({ kind }) => kind === 'refund')
    expect(lines).toMatchObject([{ amount: 2000, state: 'succeeded' }])
    const refunds = await db
      .selectFrom('refunds')
      .selectAll()
      .where('gateway', '=', driver)
      .execute()
    expect(refunds).toMatchObject([{ external_id: lines[0]?.id, state: 'succeeded' }])
    const { isBalanced, sums } = await checkLedger(db)
    expect(isBalanced).toBe(true)
    expect(sums.find(({ kind }) => kind === `clearing.${driver}`)?.amount ?? 0).toBe(0)
  })

  it.each([
    ['known before', true],
    ['unseen', false],
  ])(
    'case 65: a payment that succeeds after the account is deleted is booked and refunded: %s',
    async (_, isKnown) => {
      const before = new Set(simulators[driver].payments().map(({ id }) => id))
      const user = await t.signIn()
      const checkout = await shop.open(user, plan.id, driver)
      shop.pay(driver, checkout.externalId, 'pending')
      if (isKnown) await shop.returnFrom(user, checkout.id)
      await removeAccount(t.deps, user.userId)
      await t.runJobs()
      await pass(14)
      const lines = simulators[driver].payments().filter(({ id }) => !before.has(id))
      const [paid] = lines
      expect(lines).toMatchObject([
        { kind: 'payment', amount: 1000, state: 'succeeded' },
        { kind: 'refund', amount: 1000, state: 'succeeded', paymentId: paid?.id },
      ])
      const payment = await db
        .selectFrom('payments')
        .selectAll()
        .where('external_id', '=', paid?.id ?? '')
        .executeTakeFirst()
      expect(payment).toMatchObject({ user_id: null, state: 'succeeded', refunded: 1000 })
      const { isBalanced, sums } = await checkLedger(db)
      expect(isBalanced).toBe(true)
      expect(sums.find(({ kind }) => kind === `clearing.${driver}`)?.amount ?? 0).toBe(0)
    },
  )

  it.each([
    ['answers', false],
    ['is down for hours', true],
  ])(
    'case 65: a deleted account is not charged again when it %s; papers stay',
    async (_, isDown) => {
      const { user, subscriptionId } = await subscribed(plan.id, { driver })
      if (isDown) simulators[driver].faults.onCall({ kind: 'error-before' }, { times: 100_000 })
      await removeAccount(t.deps, user.userId)
      await t.runJobs()
      for (let hours = 0; isDown && hours < 5; hours += 1) {
        await t.jobsLater(HOUR_MS)
        await t.runJobs()
      }
      shop.clearFaults()
      await later(HOUR_MS)
      await t.runJobs()
      const before = charged()
      for (let months = 0; months < 2; months += 1) {
        await later(31 * DAY_MS)
        await syncOpen(t.deps)
        await renewDue(t.deps)
        await t.runJobs()
      }
      expect(charged()).toBe(before)
      const papers = await db
        .selectFrom('invoices')
        .selectAll()
        .where('subscription_id', '=', subscriptionId)
        .execute()
      expect(papers).toMatchObject([{ user_id: null, state: 'paid', total: 1000 }])
      expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
    },
  )
})

it('case 65: a refund of a second purchase that ends after the account is deleted is booked', async () => {
  const user = await buyTwice()
  await t.runJobs()
  const [refund] = await shop.rows('refunds', user.userId)
  await removeAccount(t.deps, user.userId)
  await t.runJobs()
  await later(2 * DAY_MS)
  await syncRefunds(t.deps)
  await t.runJobs()
  const refunds = db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refund?.id ?? '')
  expect(await refunds.execute()).toMatchObject([{ amount: 1000, state: 'succeeded' }])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
})

it('case 65: a second purchase is refunded although its account is gone when its gateway answers', async () => {
  const statement = () => simulators.paystack.payments()
  const before = new Set(statement().map(({ id }) => id))
  const user = await buyTwice()
  simulators.paystack.faults.onCall({ kind: 'error-before' }, { times: 100_000 })
  await removeAccount(t.deps, user.userId)
  await t.runJobs()
  shop.clearFaults()
  await pass(3)
  const lines = statement().filter(({ id }) => !before.has(id))
  expect(lines).toMatchObject([
    { kind: 'payment', amount: 1000 },
    { kind: 'refund', amount: 1000, state: 'succeeded', paymentId: lines[0]?.id },
  ])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
})
