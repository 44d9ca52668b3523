import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { disputePayment } from '../../../test/gateways/disputes.ts'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { CARD_GATEWAYS, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { syncOpen, syncRefunds } from '../subscriptions/index.ts'
import { reconcile } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, open, pay, subscribed, fund, later } = shop
const { cardholder, bill, paymentsOf } = savedCards(shop)
const { db } = t.deps
const operator = operatorOf(simulators)
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterEach(async () => {
  shop.clearFaults()
  await shop.endAll()
  const resolved = { resolved_at: t.deps.now().getTime(), resolution: 'An earlier test' }
  await db
    .updateTable('billing_differences')
    .set(resolved)
    .where('resolved_at', 'is', null)
    .execute()
})
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

/** Compares after the time that events may be on their way. @returns the open differences */
const compare = async () => {
  await later(2 * HOUR_MS)
  await reconcile(t.deps)
  return db
    .selectFrom('billing_differences')
    .select(['gateway', 'kind', 'subject', 'ours', 'theirs'])
    .where('resolved_at', 'is', null)
    .execute()
}
const paymentOf = async ({ userId }: TestClient) => {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...payment, external_id: payment.external_id ?? '' }
}
const sync = async () => {
  await syncOpen(t.deps)
  await syncRefunds(t.deps)
  await t.runJobs()
}

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  it('subscriptions, funds and refunds that both sides know are no difference', async () => {
    const { user } = await subscribed(plan.id, { driver })
    await fund({ amount: 2500, currency: 'USD' }, { driver })
    const { id } = await paymentOf(user)
    await shop.asAdmin('POST', `/payments/${id}/refund`, { amount: 300, reason: 'unhappy' })
    await later(2 * DAY_MS)
    await sync()
    expect(await compare()).toEqual([])
  })

  it('a payment that is missing here is shown, and gone once it is applied', async () => {
    const user = await t.signIn()
    const { externalId } = await open(user, plan.id, driver)
    pay(driver, externalId)
    expect(await compare()).toMatchObject([
      { gateway: driver, kind: 'missing_here', ours: null, theirs: '1000 USD' },
    ])
    await sync()
    expect(await compare()).toEqual([])
  })

  it('another amount, currency or state is shown with both sides, and never corrected', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const { id, external_id: subject } = await paymentOf(user)
    const change = (values: object) =>
      db.updateTable('payments').set(values).where('id', '=', id).execute()
    await change({ amount: 900 })
    expect(await compare()).toMatchObject([
      { gateway: driver, kind: 'amount', subject, ours: '900 USD', theirs: '1000 USD' },
    ])
    await change({ amount: 1000, currency: 'EUR' })
    expect(await compare()).toContainEqual(
      expect.objectContaining({ kind: 'currency', ours: '1000 EUR', theirs: '1000 USD' }),
    )
    await change({ currency: 'USD', state: 'failed' })
    expect(await compare()).toContainEqual(
      expect.objectContaining({ kind: 'state', ours: 'failed', theirs: 'succeeded' }),
    )
    await change({ state: 'succeeded' })
    expect(await compare()).toEqual([])
  })

  it('a refund of an old payment whose event was lost is shown, and applied once', async () => {
    const { user } = await fund({ amount: 2500, currency: 'USD' }, { driver })
    const { id, external_id } = await paymentOf(user)
    await later(60 * DAY_MS)
    const subject = await operator.refund(driver, external_id, 300, true)
    expect(await compare()).toEqual([
      { gateway: driver, kind: 'refund_missing_here', subject, ours: null, theirs: '300 USD' },
    ])
    await later(2 * DAY_MS)
    await sync()
    expect(await compare()).toEqual([])
    await t.runJobs()
    expect(await shop.rows('refunds', user.userId)).toMatchObject([
      { external_id: subject, amount: 300, state: 'succeeded', payment_id: id },
    ])
  })

  it('a lost dispute of an old payment whose events were lost is shown, and applied once', async () => {
    const { user } = await fund({ amount: 2500, currency: 'USD' }, { driver })
    const { id, external_id } = await paymentOf(user)
    await later(60 * DAY_MS)
    simulators[driver].faults.events.drop = true
    const decide = disputePayment(simulators, driver, external_id)
    expect(await compare()).toMatchObject([
      { kind: 'dispute_missing_here', ours: null, theirs: '2500 USD' },
    ])
    await later(DAY_MS)
    await sync()
    expect(await compare()).toEqual([])
    decide('lost')
    expect(await compare()).toMatchObject([{ kind: 'dispute_state', ours: 'open', theirs: 'lost' }])
    await later(DAY_MS)
    await sync()
    expect(await compare()).toEqual([])
    expect(
      await db.selectFrom('disputes').selectAll().where('payment_id', '=', id).execute(),
    ).toMatchObject([{ amount: 2500, state: 'lost' }])
  })

  it('a won dispute whose event was lost is shown, and applied', async () => {
    const { user } = await fund({ amount: 2500, currency: 'USD' }, { driver })
    const { id, external_id } = await paymentOf(user)
    const decide = disputePayment(simulators, driver, external_id)
    await compare()
    await sync()
    expect(await compare()).toEqual([])
    const states = () =>
      db.selectFrom('disputes').select('state').where('payment_id', '=', id).execute()
    expect(await states()).toEqual([{ state: 'open' }])
    simulators[driver].faults.events.drop = true
    decide('won')
    expect(await compare()).toMatchObject([{ kind: 'dispute_state', ours: 'open', theirs: 'won' }])
    await sync()
    expect(await states()).toEqual([{ state: 'won' }])
    expect(await compare()).toEqual([])
  })

  it('a payment that was recorded days after it was made is no difference', async () => {
    const { user } = await subscribed(plan.id, { driver })
    const { id } = await paymentOf(user)
    await shop.asAdmin('POST', `/payments/${id}/refund`, { amount: 300, reason: 'unhappy' })
    await sync()
    await shop.endAll()
    await later(36 * DAY_MS)
    const created_at = t.deps.now().getTime() - 33 * DAY_MS
    await db.updateTable('payments').set({ created_at }).where('id', '=', id).execute()
    expect(await compare()).toEqual([])
  })

  it('nothing is compared while it is down', async () => {
    const user = await t.signIn()
    pay(driver, (await open(user, plan.id, driver)).externalId)
    simulators[driver].faults.areKeysRevoked = true
    expect(await compare()).toEqual([])
    shop.clearFaults()
    await sync()
  })
})

describe.each(CARD_GATEWAYS)('%s', driver => {
  it('a charge that is confirmed after funds have replaced it goes to the balance', async () => {
    const user = await cardholder(driver, 'requires_3ds')
    const id = await bill(user, 1700)
    const [waiting] = await paymentsOf(id)
    await fund({ amount: 2000, currency: 'USD' }, { driver, user, card: 'declined_later' })
    await t.runJobs()
    expect(await paymentsOf(id)).toMatchObject([{ state: 'cancelled' }])
    expect(await balanceOf(db, user.userId, 'USD')).toBe(300)
    simulators[driver].pay(waiting?.external_id ?? '', { card: 'ok' })
    await sync()
    expect(await balanceOf(db, user.userId, 'USD')).toBe(300)
    expect(await compare()).toMatchObject([
      { kind: 'state', subject: waiting?.external_id, ours: 'cancelled', theirs: 'succeeded' },
    ])
    await t.runJobs()
    expect(await paymentsOf(id)).toMatchObject([{ id: waiting?.id, state: 'succeeded' }])
    expect(await balanceOf(db, user.userId, 'USD')).toBe(2000)
    expect(await compare()).toEqual([])
    expect(await balanceOf(db, user.userId, 'USD')).toBe(2000)
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  })
})

it('a refund made in the dashboard of Paystack is shown', async () => {
  const { user } = await subscribed(plan.id, { driver: 'paystack' })
  await operator.refund('paystack', (await paymentOf(user)).external_id, 300)
  expect(await compare()).toMatchObject([
    { gateway: 'paystack', kind: 'refund_missing_here', ours: null, theirs: '300 USD' },
  ])
})

it('the refund that pays a lost dispute out at Paystack is no difference', async () => {
  const { user } = await subscribed(plan.id, { driver: 'paystack' })
  const { external_id } = await paymentOf(user)
  disputePayment(simulators, 'paystack', external_id)('lost')
  expect(await compare()).toMatchObject([{ kind: 'dispute_missing_here' }])
  await sync()
  expect(await compare()).toEqual([])
})

it('payments that PayPal does not list are not shown, as it forgets its events', async () => {
  const { user } = await subscribed(plan.id, { driver: 'paypal' })
  await later(33 * DAY_MS)
  await db
    .updateTable('subscriptions')
    .set({ status: 'completed' })
    .where('user_id', '=', user.userId)
    .execute()
  const differences = await compare()
  const { external_id } = await paymentOf(user)
  expect(differences.map(({ subject }) => subject)).not.toContain(external_id)
})

it('a difference that was read when PayPal no longer lists its subject is gone', async () => {
  const { paypal } = simulators
  const { user } = await fund({ amount: 2500, currency: 'USD' }, { driver: 'paypal' })
  const { external_id } = await paymentOf(user)
  const compareReversal = async () =>
    (await compare()).filter(({ subject }) => subject.includes(external_id))
  paypal.reverse(external_id)
  await compare()
  await sync()
  expect(await compareReversal()).toEqual([])
  await later(29 * DAY_MS)
  paypal.cancelReversal(external_id)
  expect(await compareReversal()).toMatchObject([
    { kind: 'dispute_state', ours: 'lost', theirs: 'won' },
  ])
  await sync()
  await later(3 * DAY_MS)
  expect(await compareReversal()).toEqual([])
  expect(await balanceOf(db, user.userId, 'USD')).toBe(2500)
})
