import { DAY_MS } from '@coffer/contract/billing-periods'
import { afterAll, describe, expect, it } from 'vitest'
import { CARD_GATEWAYS, savedCards } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { checkLedger } from '../ledger/index.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { syncOpen } from '../subscriptions/index.ts'

const shop = await openShop('stripe', 'paystack')
const { t, later } = shop
const { cardholder, bill, save, invoiceOf } = savedCards(shop)
const { db } = t.deps
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

/** Runs what the clock runs after some time. */
async function clock(ms: number): Promise<void> {
  await later(ms)
  await syncOpen(t.deps)
  await t.runJobs()
  await sendReminders(t.deps)
}

/** The cards of a user, the oldest first. */
const methodsOf = ({ userId }: TestClient) =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()

describe.each(CARD_GATEWAYS)('%s', driver => {
  it.each(['declined_soft', 'requires_3ds'] as const)(
    'case 55: another card pays all debts after one that is %s, and the next ones',
    async card => {
      const user = await cardholder(driver, card)
      const ids = [await bill(user, 1201)]
      await clock(2 * DAY_MS)
      ids.push(await bill(user, 1202))
      await save(user, driver)
      await t.runJobs()
      for (const id of ids) expect(await invoiceOf(id)).toMatchObject({ state: 'paid' })
      expect(await methodsOf(user)).toMatchObject([{ is_default: 0 }, { is_default: 1 }])
      expect(await invoiceOf(await bill(user, 1203))).toMatchObject({ state: 'paid' })
      await clock(4 * DAY_MS)
      expect((await restrictionsOfUser(db, user.userId)).canUpload).not.toBe('unpaid')
    },
  )
})

it('Stripe: a renewal with the former card does not make it the default again', async () => {
  const plan = await shop.sellPlan()
  const { user, subscriptionId } = await shop.subscribed(plan.id, { driver: 'stripe' })
  await later(DAY_MS)
  await save(user, 'stripe')
  const cards = await methodsOf(user)
  expect(cards).toMatchObject([{ is_default: 0 }, { is_default: 1 }])
  await shop.asAdmin('POST', `/${subscriptionId}/sync`)
  await clock(31 * DAY_MS)
  expect(await methodsOf(user)).toMatchObject(
    cards.map(({ id, is_default }) => ({ id, is_default })),
  )
})
