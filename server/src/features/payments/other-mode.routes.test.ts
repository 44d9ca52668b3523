import { HOUR_MS } from '@coffer/contract/durations'
import { afterAll, describe, expect, it } from 'vitest'
import { CARD_GATEWAYS, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { collect, refundUnused, resolvePaid } from './index.ts'

const shop = await openShop('stripe', 'paystack')
const { t, sellPlan, subscribed, later, rows } = shop
const { cardholder, owe, invoiceOf, paymentsOf, chargedAt } = savedCards(shop)
const { db } = t.deps
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

/** Makes what a user has at gateways one of real or of test payments. */
async function setMode({ userId }: TestClient, is_live: 0 | 1): Promise<void> {
  for (const table of ['payment_methods', 'payments', 'subscriptions', 'checkouts'] as const)
    await db.updateTable(table).set({ is_live }).where('user_id', '=', userId).execute()
}
const clock = async () => {
  await later(HOUR_MS)
  await syncOpen(t.deps)
  await t.runJobs()
}

describe.each(CARD_GATEWAYS)('while %s has keys of the other mode', driver => {
  it('a saved card is not charged, and is charged once the keys are back', async () => {
    const user = await cardholder(driver)
    const total = driver === 'stripe' ? 1701 : 1702
    const invoice = await owe(user, total)
    await setMode(user, 1)
    await collect(t.deps, invoice)
    expect(await paymentsOf(invoice)).toEqual([])
    await setMode(user, 0)
    await collect(t.deps, invoice)
    expect(await invoiceOf(invoice)).toMatchObject({ state: 'paid', paid: total })
    expect(chargedAt(driver, total)).toBe(1)
  })

  it('a refund waits instead of going to the balance', async () => {
    const { user } = await subscribed(plan.id, { driver })
    await setMode(user, 1)
    const period = {
      userId: user.userId,
      gateway: driver,
      currency: 'USD',
      startsAt: t.deps.now().getTime(),
    }
    const unused = { period, amount: 300 }
    await t.deps.transact(tx => refundUnused(tx, t.deps, unused))
    await clock()
    expect(await rows('refunds', user.userId)).toMatchObject([{ state: 'created' }])
    await setMode(user, 0)
    await clock()
    expect(await rows('refunds', user.userId)).toMatchObject([
      { state: driver === 'stripe' ? 'succeeded' : 'processing' },
    ])
  })

  it('a charge in flight is not read', async () => {
    const user = await cardholder(driver)
    const total = driver === 'stripe' ? 1801 : 1802
    const invoice = await owe(user, total)
    await collect(t.deps, invoice)
    await db
      .updateTable('payments')
      .set({ state: 'processing' })
      .where('invoice_id', '=', invoice)
      .execute()
    await setMode(user, 1)
    await clock()
    expect(await paymentsOf(invoice)).toMatchObject([{ state: 'processing' }])
  })

  it('an open page is not read, and its payment is found once the keys are back', async () => {
    const user = await t.signIn()
    const { id, externalId } = await shop.open(user, plan.id, driver)
    await setMode(user, 1)
    shop.pay(driver, externalId)
    const stateAfter = async (ms: number) => {
      await later(ms)
      await syncOpen(t.deps)
      await t.runJobs()
      const { state } = await db
        .selectFrom('checkouts')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return state
    }
    expect(await stateAfter(HOUR_MS / 2)).toBe('open')
    await setMode(user, 0)
    expect(await stateAfter(60_000)).toBe('completed')
  })
})

it('a debt that is too small for a saved card at Paystack is due while that has other keys', async () => {
  const user = await cardholder('paystack')
  const remindersOf = () =>
    db
      .selectFrom('dunnings')
      .select('reason')
      .where('user_id', '=', user.userId)
      .where('resolved_at', 'is', null)
      .execute()
  const invoice = await owe(user, 100)
  await setMode(user, 1)
  await collect(t.deps, invoice)
  await t.deps.transact(tx => resolvePaid(tx, t.deps, user.userId))
  expect(await remindersOf()).toEqual([{ reason: 'unpaid_invoice' }])
  await setMode(user, 0)
  await t.deps.transact(tx => resolvePaid(tx, t.deps, user.userId))
  expect(await remindersOf()).toEqual([])
})
