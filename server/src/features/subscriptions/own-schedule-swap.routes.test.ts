import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { afterAll, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { checkLedger } from '../ledger/index.ts'
import { renewDue } from './index.ts'

const shop = await openShop('paystack')
const { t, act, later } = shop
const { db } = t.deps
const USD = { currency: 'USD' }
const small = await shop.sellPlan({ amount: 1000, ...USD })
const yearly = await shop.sellPlan({ amount: 12_000, interval: 'year', ...USD })

afterAll(async () => {
  expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const rowOf = ({ userId }: TestClient): Promise<SubscriptionRow> =>
  db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()

const renewed = async (user: TestClient): Promise<void> => {
  const { period_ends_at: end } = await rowOf(user)
  await later(end - t.deps.now().getTime() + 60_000)
  await renewDue(t.deps)
  await t.runJobs()
}

it('a change to a yearly plan on the day of a renewal renews a year later', async () => {
  const { user } = await shop.subscribed(small.id)
  for (let month = 0; month < 3; month += 1) await renewed(user)
  expect((await act(user, `swap/${yearly.id}`)).status).toBe(200)
  const { period_starts_at: today, period_ends_at: end } = await rowOf(user)
  expect(today).toBe(startOfUtcDay(t.deps.now().getTime()))
  await renewed(user)
  expect((await rowOf(user)).period_starts_at).toBe(end)
})
