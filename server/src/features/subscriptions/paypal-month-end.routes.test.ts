import { DAY_MS } from '@coffer/contract/durations'
import { afterAll, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { renewDue, syncLive, syncOpen } from './index.ts'

const shop = await openShop('paypal')
const { t, simulators, sellPlan, subscribed, act, read, later, returnFrom, rows } = shop
const small = await sellPlan({ amount: 1000 })
const large = await sellPlan({ amount: 3000 })
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

async function clock(ms: number) {
  await later(ms)
  await syncOpen(t.deps)
  await renewDue(t.deps)
  await t.runJobs()
}

const preview = async (user: TestClient, plan: string) => {
  const { due_today, to_refund, to_balance } = (await read(user, `swap/${plan}`)).body.data
  return [due_today.amount, to_refund.amount + to_balance.amount]
}

async function change(user: TestClient, plan: string) {
  const { id } = (await act(user, `swap/${plan}`)).body.checkout
  const { external_id } = await t.deps.db
    .selectFrom('checkouts')
    .select('external_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  simulators.paypal.pay(external_id ?? '')
  await returnFrom(user, id)
  await t.runJobs()
}

/** The first and the last day of the running period. */
async function periodOf({ userId }: TestClient) {
  const row = ((await rows('subscriptions', userId)) as SubscriptionRow[]).find(
    ({ status }) => status === 'active',
  )
  return [row?.period_starts_at, row?.period_ends_at].map(at => new Date(at ?? 0).toISOString())
}

it('P8: there and back costs nothing in a period that ends in a shorter month', async () => {
  // From 4 to 31 January.
  await clock(27 * DAY_MS)
  const { user } = await subscribed(small.id)
  const period = await periodOf(user)
  expect(period.map(text => text.slice(5, 10))).toEqual(['01-31', '02-28'])
  await clock(10 * DAY_MS)
  const [due] = await preview(user, large.id)
  await change(user, large.id)
  await syncLive(t.deps)
  await t.runJobs()
  expect(await periodOf(user)).toEqual(period)
  expect(await preview(user, small.id)).toEqual([0, due])
  await change(user, small.id)
  expect(await periodOf(user)).toEqual(period)
  await clock(19 * DAY_MS)
  expect((await periodOf(user)).map(text => text.slice(5, 10))).toEqual(['02-28', '03-28'])
})
