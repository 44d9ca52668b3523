import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { afterAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { invoiceMaker } from '../../../test/invoices.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { grantCredit } from '../invoices/index.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { restrictionsOfUser } from '../restrictions/index.ts'
import { sendReminders } from '../settlement/index.ts'
import { syncOpen } from '../subscriptions/index.ts'
import { collect, creditUnused, refundUnused } from './index.ts'

const shop = await openStripeShop()
const { t, simulator, sellPlan, subscribed, hear, later, rows } = shop
const { db } = t.deps
const operator = operatorOf(shop.simulators)
const invoices = invoiceMaker(t)
shop.listen()
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
const at = () => t.deps.now().getTime()
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  await shop.close()
})

const isRestricted = async ({ userId }: TestClient) =>
  (await restrictionsOfUser(db, userId)).canUpload === 'unpaid'

/** A user without a card, whom three reminders of an invoice have restricted. */
async function restrictedUser() {
  const { user } = await subscribed(plan.id)
  await db.deleteFrom('payment_methods').where('user_id', '=', user.userId).execute()
  const due = { currency: 'USD', dueAt: at() }
  const { id } = await invoices.open(user.userId, 300, due)
  await collect(t.deps, id)
  for (let step = 2; step <= 3; step++) {
    await later(2 * DAY_MS + HOUR_MS)
    await sendReminders(t.deps)
  }
  await t.runJobs()
  expect(await isRestricted(user)).toBe(true)
  return { user, id }
}

const unusedTimeOf = ({ userId }: TestClient) => ({
  period: { userId, gateway: 'stripe' as const, currency: 'USD', startsAt: at() },
  amount: 400,
})

describe('a balance that has grown pays what is owed and lifts the restriction, by', () => {
  it.each<[string, (user: TestClient) => Promise<unknown>]>([
    [
      'credit for unused time',
      user => t.deps.transact(tx => creditUnused(tx, t.deps, unusedTimeOf(user))),
    ],
    [
      'unused time whose refund is refused',
      async user => {
        await t.deps.transact(tx => refundUnused(tx, t.deps, unusedTimeOf(user)))
        simulator.faults.onCall({ kind: 'refused' }, { call: 'POST /v1/refunds', times: 1 })
        await later(HOUR_MS)
        await syncOpen(t.deps)
      },
    ],
    [
      'a refund that fails after it was paid out',
      async user => {
        const [payment] = await rows('payments', user.userId)
        const { external_id } = payment as { external_id: string }
        const id = await operator.refund('stripe', external_id, 400)
        await hear()
        simulator.failRefund(id)
        await hear()
      },
    ],
    [
      'a gift',
      ({ userId }) =>
        t.deps.transact(tx => {
          const gift = { id: t.deps.newId(), userId, amount: 400, currency: 'USD' }
          return grantCredit(tx, t.deps, { ...gift, note: 'registration_bonus' })
        }),
    ],
  ])('%s', async (_, grow) => {
    const { user, id } = await restrictedUser()
    await grow(user)
    await t.runJobs()
    const paid = (await rows('invoices', user.userId)).find(row => row.id === id)
    expect(paid).toMatchObject({ state: 'paid', paid: 300 })
    expect(await isRestricted(user)).toBe(false)
    expect(await balanceOf(db, user.userId, 'USD')).toBe(100)
  })
})
