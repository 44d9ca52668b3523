import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, describe, expect, it } from 'vitest'
import { disputePayment } from '../../../test/gateways/disputes.ts'
import { openShop } from '../../../test/subscriptions.ts'
import { reconcile } from '../billing-figures/index.ts'
import { checkLedger } from '../ledger/index.ts'
import {
  endSubscriptionAtGateway,
  syncLive,
  syncOpen,
  syncRefunds,
} from '../subscriptions/index.ts'
import { removeAccount } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, subscribed, later } = shop
const { db } = t.deps
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

/** Lets days pass in steps, with the recurring work after each. */
async function pass(...steps: number[]): Promise<void> {
  for (const days of steps) {
    await later(days * DAY_MS)
    await syncOpen(t.deps)
    await syncRefunds(t.deps)
    await syncLive(t.deps)
    await reconcile(t.deps)
    await t.runJobs()
  }
}

/** Ends of checkouts and subscriptions that are still queued. */
const waitingEnds = async () =>
  (await t.deps.jobs.list('waiting', { offset: 0, limit: 1000 })).filter(
    ({ name }) => name === endSubscriptionAtGateway.name,
  )

const REFUND = {
  paypal: 'POST /v1/payments/sale/{sale_id}/refund',
  paystack: 'POST /refund',
} as const

/** How old a page is when its account is deleted. */
const PAGES = [
  ['open', 0],
  ['expired', 2 * HOUR_MS],
] as const

/** Deletes the account of a user some time after they opened a page. @returns the id of the page */
async function leavePage(driver: 'paypal' | 'paystack', ms: number): Promise<string> {
  const user = await t.signIn()
  const { externalId } = await shop.open(user, plan.id, driver)
  await later(ms)
  await syncOpen(t.deps)
  await t.runJobs()
  await removeAccount(t.deps, user.userId)
  await t.runJobs()
  return externalId
}

describe.each(['stripe', 'paypal'] as const)('%s', driver => {
  const statement = () => simulators[driver].payments()

  it.each([
    ['answers', false],
    ['is down until the account is gone', true],
  ])(
    'case 65: a renewal that is unseen when its account is deleted is booked while the gateway %s',
    async (_, isDown) => {
      const before = new Set(statement().map(({ id }) => id))
      const { user } = await subscribed(plan.id, { driver })
      await later(32 * DAY_MS)
      const charged = statement().filter(({ id }) => !before.has(id))
      expect(charged).toMatchObject([{ amount: 1000 }, { amount: 1000 }])
      if (isDown) simulators[driver].faults.onCall({ kind: 'error-before' }, { times: 100_000 })
      await removeAccount(t.deps, user.userId)
      await t.runJobs()
      shop.clearFaults()
      await later(HOUR_MS)
      await t.runJobs()
      await pass(1, 1, 1)
      const lines = statement().filter(({ id }) => !before.has(id))
      const payments = await db
        .selectFrom('payments')
        .selectAll()
        .where(
          'external_id',
          'in',
          charged.map(({ id }) => id),
        )
        .orderBy('created_at')
        .execute()
      expect(payments).toMatchObject(
        charged.map(({ id }) => ({ user_id: null, state: 'succeeded', external_id: id })),
      )
      // Payments without an invoice are refunded, and no others.
      for (const { refunded, amount, invoice_id } of payments)
        expect(refunded).toBe(invoice_id === null ? amount : 0)
      expect(payments[0]).toMatchObject({ refunded: 0 })
      const refunds = lines.filter(({ kind }) => kind === 'refund')
      expect(refunds.map(({ paymentId }) => paymentId)).toEqual(
        payments.filter(({ invoice_id }) => invoice_id === null).map(row => row.external_id),
      )
      const differences = db
        .selectFrom('billing_differences')
        .selectAll()
        .where(
          'subject',
          'in',
          lines.map(({ id }) => id),
        )
      expect(await differences.execute()).toEqual([])
      expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
    },
  )
})

describe.each(['paypal', 'paystack'] as const)('%s', driver => {
  const statement = () => simulators[driver].payments()
  const refundsOf = (paymentId: string | undefined) =>
    statement().filter(({ kind, paymentId: of }) => kind === 'refund' && of === paymentId)

  it.each(PAGES)(
    'a page that is %s when its account is deleted is asked for a month at most',
    async (_, ms) => {
      await leavePage(driver, ms)
      await pass(29)
      expect(await waitingEnds()).not.toEqual([])
      await pass(2)
      expect(await waitingEnds()).toEqual([])
    },
  )

  it.each(PAGES)(
    'case 65: a page that is %s when its account is deleted is refunded when paid',
    async (_, ms) => {
      const externalId = await leavePage(driver, ms)
      await pass(10)
      const before = new Set(statement().map(({ id }) => id))
      shop.pay(driver, externalId)
      const paid = statement().find(({ id }) => !before.has(id))
      await pass(1, 1, 1)
      expect(await waitingEnds()).toEqual([])
      expect(refundsOf(paid?.id)).toMatchObject([{ amount: 1000, state: 'succeeded' }])
      expect(
        await db
          .selectFrom('payments')
          .selectAll()
          .where('external_id', '=', paid?.id ?? '')
          .execute(),
      ).toMatchObject([{ user_id: null, state: 'succeeded', refunded: 1000 }])
      const moved = statement().length
      await pass(32)
      expect(statement()).toHaveLength(moved)
      expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
    },
  )

  it('case 65: a payment that is lost in a dispute before it is seen is not refunded', async () => {
    const externalId = await leavePage(driver, 0)
    const before = new Set(statement().map(({ id }) => id))
    shop.pay(driver, externalId)
    const paid = statement().find(({ id }) => !before.has(id))
    disputePayment(simulators, driver, paid?.id ?? '')('lost')
    await later(HOUR_MS)
    await t.runJobs()
    expect(
      await db
        .selectFrom('payments')
        .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
        .leftJoin('disputes', 'disputes.payment_id', 'payments.id')
        .select(['payments.state', 'refunds.state as refund', 'disputes.state as dispute'])
        .where('payments.external_id', '=', paid?.id ?? '')
        .execute(),
    ).toEqual([{ state: 'succeeded', refund: null, dispute: 'lost' }])
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  })

  it('case 65: nothing is refunded of a payment that was lost in a dispute', async () => {
    const externalId = await leavePage(driver, 0)
    const before = new Set(statement().map(({ id }) => id))
    simulators[driver].faults.onCall({ kind: 'refused' }, { call: REFUND[driver], times: 20 })
    shop.pay(driver, externalId)
    const paid = statement().find(({ id }) => !before.has(id))
    await later(HOUR_MS)
    await t.runJobs()
    disputePayment(simulators, driver, paid?.id ?? '')('lost')
    await pass(1)
    shop.clearFaults()
    const stored = () =>
      db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .leftJoin('disputes', 'disputes.payment_id', 'payments.id')
        .select(['refunds.state', 'payments.refunded', 'disputes.state as dispute'])
        .where('payments.external_id', '=', paid?.id ?? '')
        .execute()
    const booked = await stored()
    expect(booked).not.toEqual([])
    for (const row of booked) expect(row).toEqual({ state: 'failed', refunded: 0, dispute: 'lost' })
    // As after a kill before the job was done.
    const end = { subscriptionId: null, kind: 'checkout', externalId, refunds: true } as const
    await t.deps.transact(tx =>
      t.deps.jobs.add(tx, endSubscriptionAtGateway, { ...end, gateway: driver, isLive: false }),
    )
    await t.runJobs()
    expect(await waitingEnds()).toEqual([])
    expect(await stored()).toEqual(booked)
  })
})
