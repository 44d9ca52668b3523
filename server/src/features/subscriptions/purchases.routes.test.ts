import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../test/gateways/shared/cards.ts'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { reconcile } from '../billing-figures/index.ts'
import { balanceOf, checkLedger, receivableOf } from '../ledger/index.ts'
import { renewDue, syncOpen, syncRefunds } from './index.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, open, openBy, pay, returnFrom, later, rows } = shop
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

const balance = ({ userId }: TestClient) => balanceOf(db, userId, 'USD')

describe.each(['stripe', 'paypal', 'paystack'] as const)('%s', driver => {
  const simulator = simulators[driver]
  /** The money that the gateway took from a user, less what it gave back. */
  const takenFrom = async ({ userId }: TestClient) => {
    const payments = await db
      .selectFrom('payments')
      .select('external_id')
      .where('user_id', '=', userId)
      .execute()
    const ids = new Set(payments.map(row => row.external_id))
    return simulator
      .payments()
      .filter(line => line.state !== 'failed' && ids.has(line.paymentId ?? line.id))
      .reduce((sum, line) => sum + (line.kind === 'payment' ? line.amount : -line.amount), 0)
  }

  it('case 17: a closed checkout expires, and a new one starts at once', async () => {
    const user = await t.signIn()
    const first = await open(user, plan.id, driver)
    const second = await open(user, plan.id, driver)
    pay(driver, second.externalId)
    expect(await returnFrom(user, second.id)).toBe('completed')
    expect(await shop.detail(user)).toMatchObject({ status: 'active', driver })
    await later(2 * HOUR_MS)
    await syncOpen(t.deps)
    await t.runJobs()
    expect(await returnFrom(user, first.id)).toBe('expired')
    expect(await rows('payments', user.userId)).toHaveLength(1)
  })

  it('case 18: of two tabs that are both paid, one subscribes and the other is refunded', async () => {
    const user = await t.signIn()
    const first = await open(user, plan.id, driver)
    // The first page can still be paid, because its expiry is lost.
    const call = 'POST /v1/checkout/sessions/{id}/expire'
    simulator.faults.onCall({ kind: 'error-before' }, { call, times: 5 })
    const second = await open(user, plan.id, driver)
    shop.clearFaults()
    pay(driver, second.externalId)
    pay(driver, first.externalId)
    await Promise.all([returnFrom(user, first.id), returnFrom(user, second.id)])
    await t.runJobs()
    await later(2 * DAY_MS)
    await syncRefunds(t.deps)
    await t.runJobs()
    const states = (await rows('subscriptions', user.userId)).map(row =>
      'ended_reason' in row ? [row.status, row.ended_reason] : [],
    )
    expect(states.toSorted()).toEqual([
      ['active', null],
      ['completed', 'duplicate'],
    ])
    expect(await rows('refunds', user.userId)).toMatchObject([{ amount: 1000, state: 'succeeded' }])
    expect([await takenFrom(user), await balance(user)]).toEqual([1000, 0])
    const notices = await db
      .selectFrom('notifications')
      .select('type')
      .where('user_id', '=', user.userId)
      .where('type', '=', 'second_subscription_refunded')
      .execute()
    expect(notices).toHaveLength(1)
    await later(30 * DAY_MS)
    await renewDue(t.deps)
    await t.runJobs()
    expect(await takenFrom(user)).toBe(2000)
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  })

  it('case 19: a plan that is archived while it is paid is subscribed at the price shown', async () => {
    const sold = await sellPlan({ amount: 700, currency: 'USD' })
    const user = await t.signIn()
    const checkout = await open(user, sold.id, driver)
    await db.updateTable('plans').set({ status: 'archived' }).where('id', '=', sold.id).execute()
    pay(driver, checkout.externalId)
    expect(await returnFrom(user, checkout.id)).toBe('completed')
    expect(await shop.detail(user)).toMatchObject({
      status: 'active',
      price: { amount: 700, currency: 'USD' },
    })
  })

  const begin = async (card: Card) => {
    const user = await t.signIn()
    const checkout = await openBy(user, 'fund', { driver, amount: 2000, currency: 'USD' })
    pay(driver, checkout.externalId, card)
    await returnFrom(user, checkout.id)
    return { user, ...checkout }
  }
  const clock = async (ms: number) => {
    await later(ms)
    await syncOpen(t.deps)
    await t.runJobs()
  }

  it('case 24: a pending payment that is denied credits nothing, and its checkout ends', async () => {
    const { user, id } = await begin('pending_then_denied')
    expect([await balance(user), await returnFrom(user, id)]).toEqual([0, 'open'])
    await clock(8 * DAY_MS)
    await clock(DAY_MS)
    expect(await balance(user)).toBe(0)
    expect(await rows('payments', user.userId)).toMatchObject([{ state: 'failed' }])
    expect(['failed', 'expired']).toContain(await returnFrom(user, id))
  })

  it('case 24: a pending payment that is completed is credited once', async () => {
    const { user, id } = await begin('pending')
    expect([await balance(user), await returnFrom(user, id)]).toEqual([0, 'open'])
    await clock(8 * DAY_MS)
    await clock(DAY_MS)
    expect([await balance(user), await returnFrom(user, id)]).toEqual([2000, 'completed'])
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  })

  it.each([
    ['amount', { amount: 2001 }, '2001 USD'],
    ['currency', { currency: 'EUR' }, '2000 EUR'],
  ])(
    'case 29: funds of another %s than asked are not credited, and shown as a difference',
    async (_, change, ours) => {
      const user = await t.signIn()
      const { id, externalId } = await openBy(user, 'fund', {
        driver,
        amount: 2000,
        currency: 'USD',
      })
      await db.updateTable('checkouts').set(change).where('id', '=', id).execute()
      pay(driver, externalId)
      await returnFrom(user, id)
      await clock(HOUR_MS)
      expect([await balance(user), await balanceOf(db, user.userId, 'EUR')]).toEqual([0, 0])
      const differences = await db
        .selectFrom('billing_differences')
        .selectAll()
        .where('gateway', '=', driver)
        .where('ours', '=', ours)
        .execute()
      expect(differences).toMatchObject([{ kind: 'amount', theirs: '2000 USD' }])
    },
  )
})

describe('case 17: a checkout that is paid after it expired', () => {
  /** The event of the payment is lost, so that the nightly comparison finds it. */
  const payLate = async (
    driver: 'paypal' | 'paystack',
    prepare?: (user: TestClient) => Promise<void>,
  ) => {
    const user = await t.signIn()
    await prepare?.(user)
    const { id, externalId } = await open(user, plan.id, driver)
    await later(2 * HOUR_MS)
    await syncOpen(t.deps)
    await t.runJobs()
    expect(await returnFrom(user, id)).toBe('expired')
    pay(driver, externalId)
    await later(2 * HOUR_MS)
    await reconcile(t.deps)
    await t.runJobs()
    return user
  }

  it('PayPal: begins late, because PayPal keeps its page open', async () => {
    const user = await payLate('paypal')
    expect(await shop.detail(user)).toMatchObject({ status: 'active', driver: 'paypal' })
    expect(await rows('invoices', user.userId)).toMatchObject([{ state: 'paid', total: 1000 }])
  })

  it('Paystack: pays the debts of the user first, and only the rest is refunded', async () => {
    const user = await payLate('paystack', async ({ userId }) => {
      await invoiceMaker(t).open(userId, 700, { currency: 'USD' })
    })
    await t.runJobs()
    await later(2 * DAY_MS)
    await syncRefunds(t.deps)
    await t.runJobs()
    expect(await rows('refunds', user.userId)).toMatchObject([{ amount: 300, state: 'succeeded' }])
    expect([await balance(user), await receivableOf(db, user.userId, 'USD')]).toEqual([0, 0])
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  })

  it('Paystack: is refunded in full, as the purchase is over', async () => {
    const user = await payLate('paystack')
    await later(2 * DAY_MS)
    await syncRefunds(t.deps)
    await reconcile(t.deps)
    await t.runJobs()
    expect(await rows('subscriptions', user.userId)).toMatchObject([
      { status: 'completed', ended_reason: 'paid_late' },
    ])
    const { id } = await db
      .selectFrom('checkouts')
      .select('id')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow()
    const { body } = await user.send('GET', `/api/subscriptions/checkouts/${id}`)
    expect(body.data.attributes).toMatchObject({ state: 'expired', is_refunded: true })
    expect(await rows('payments', user.userId)).toMatchObject([{ amount: 1000, refunded: 1000 }])
    expect(await rows('refunds', user.userId)).toMatchObject([{ amount: 1000, state: 'succeeded' }])
    expect(await balance(user)).toBe(0)
    expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  })
})

it('case 17: an order that PayPal has deleted ends its checkout', async () => {
  const user = await t.signIn()
  const { id } = await openBy(user, 'fund', { driver: 'paypal', amount: 2000, currency: 'USD' })
  // No process runs meanwhile.
  await later(7 * HOUR_MS)
  await syncOpen(t.deps)
  await t.runJobs()
  expect(await returnFrom(user, id)).toBe('expired')
})

it('case 24: a refused payment that is tried again and succeeds is credited once', async () => {
  const user = await t.signIn()
  const body = { driver: 'paystack', amount: 2000, currency: 'USD' }
  const { id, externalId } = await openBy(user, 'fund', body)
  pay('paystack', externalId, 'pending_then_denied')
  await later(2 * DAY_MS)
  await returnFrom(user, id)
  expect(await balance(user)).toBe(0)
  shop.listen()
  pay('paystack', externalId)
  await simulators.paystack.deliver()
  await returnFrom(user, id)
  await syncOpen(t.deps)
  await t.runJobs()
  expect(await balance(user)).toBe(2000)
})
