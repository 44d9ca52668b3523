import { HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, expect } from 'vitest'
import { reconcile } from '../src/features/billing-figures/index.ts'
import { balanceOf, checkLedger, receivableOf } from '../src/features/ledger/index.ts'
import { openShop } from './subscriptions.ts'
import type { TestClient } from './test-client.ts'

/** A shop that sells a plan for 10 USD by PayPal, and readers of what PayPal took from its payments. */
export async function openPayPalShop() {
  const shop = await openShop('paypal')
  const { t, sellPlan, later, rows } = shop
  const { db } = t.deps
  shop.listen()
  const plan = await sellPlan({ amount: 1000, currency: 'USD' })
  afterEach(async () => {
    shop.clearFaults()
    await shop.endAll()
    await db
      .updateTable('billing_differences')
      .set({ resolved_at: t.deps.now().getTime(), resolution: 'An earlier test' })
      .where('resolved_at', 'is', null)
      .execute()
  })
  afterAll(async () => {
    expect(shop.violations()).toEqual([])
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
    await shop.close()
  })

  const paidBy = async ({ userId }: TestClient) => {
    const [payment] = await db
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', userId)
      .where('gateway', '=', 'paypal')
      .orderBy('created_at', 'desc')
      .execute()
    if (!payment?.external_id) throw new Error('no payment')
    return { id: payment.id, externalId: payment.external_id }
  }
  const lossesOf = async (user: TestClient) =>
    db
      .selectFrom('disputes')
      .select(['external_id', 'state', 'amount'])
      .where('payment_id', '=', (await paidBy(user)).id)
      .orderBy('external_id')
      .execute()
  const withdrawnFrom = async ({ userId }: TestClient) => {
    const listed = await db
      .selectFrom('transactions')
      .select('amount')
      .where('user_id', '=', userId)
      .where('type', '=', 'withdrawal')
      .where('driver', '=', 'paypal')
      .execute()
    return listed.reduce((sum, { amount }) => sum + Number(amount), 0)
  }
  const owedBy = ({ userId }: TestClient) => receivableOf(db, userId, 'USD')
  const balance = ({ userId }: TestClient) => balanceOf(db, userId, 'USD')
  const subscriptionOf = async ({ userId }: TestClient) =>
    (await rows('subscriptions', userId))[0]?.id ?? ''
  const readAgain = async (user: TestClient) => {
    await shop.asAdmin('POST', `/${await subscriptionOf(user)}/sync`, {})
    await t.runJobs()
  }
  /** Compares after the time that events may be on their way. @returns the open differences */
  const compare = async () => {
    await later(2 * HOUR_MS)
    await reconcile(t.deps)
    await t.runJobs()
    await reconcile(t.deps)
    return db
      .selectFrom('billing_differences')
      .select(['kind', 'subject', 'ours', 'theirs'])
      .where('resolved_at', 'is', null)
      .execute()
  }
  return {
    ...shop,
    plan,
    paidBy,
    lossesOf,
    withdrawnFrom,
    owedBy,
    balance,
    readAgain,
    compare,
  }
}
