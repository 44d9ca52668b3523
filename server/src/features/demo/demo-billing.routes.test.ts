import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMeteredPlan } from '../../../test/metered-users.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { TestClient } from '../../../test/test-client.ts'
import { balanceOf } from '../ledger/index.ts'
import { subscribeEveryone } from '../settlement/index.ts'
import { removeExpiredDemos } from './demo.service.ts'

const shop = await openStripeShop()
const { t, sellPlan, act, read, rows } = shop
const plan = await sellPlan({ amount: 1000 })
beforeAll(() => t.settings({ demo_mode: true }))
afterAll(shop.close)

async function startDemo(): Promise<TestClient> {
  const { body } = await t.anonymous().send('POST', '/api/demo')
  return new TestClient(t.origin, body.data.id)
}

const checkoutsOf = ({ userId }: TestClient) =>
  t.deps.db.selectFrom('checkouts').select('id').where('user_id', '=', userId).execute()

it('offers no plans, and starts neither purchases nor payments', async () => {
  const demo = await startDemo()
  expect((await read(demo, 'overview')).body.data).toMatchObject({
    is_demo: true,
    offers: [],
    drivers: [],
  })
  for (const [path, body] of [
    ['checkout', { plan: plan.id, driver: 'stripe' }],
    ['checkout', { plan: plan.id, driver: 'system' }],
    ['fund', { amount: 1000, currency: 'EUR', driver: 'stripe' }],
    ['payment-methods', { driver: 'stripe' }],
  ] as const) {
    const reply = await act(demo, path, body)
    expect([path, reply.status, reply.body.code]).toEqual([path, 409, 'demo.no_payments'])
  }
  expect(await checkoutsOf(demo)).toEqual([])
  expect((await read(await t.signIn(), 'overview')).body.data.is_demo).toBe(false)
})

it('is not billed for use', async () => {
  await t.settings({ subscription_type: 'metered', registration_bonus: 300 })
  await insertMeteredPlan(t)
  const demo = await startDemo()
  const customer = await t.signIn()
  await subscribeEveryone(t.deps)
  const usage = await (await t.signInAgain(demo)).send('GET', '/api/subscriptions/usage')
  expect([usage.status, usage.body.code]).toEqual([404, 'billing.no_subscription'])
  expect(await rows('subscriptions', customer.userId)).toHaveLength(1)
  expect(await rows('subscriptions', demo.userId)).toEqual([])
  expect(await balanceOf(t.deps.db, demo.userId, 'EUR')).toBe(0)
  t.advance(61 * 60_000)
  expect(await removeExpiredDemos(t.deps)).toBeGreaterThan(0)
  expect(await rows('invoices', demo.userId)).toEqual([])
})
