import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openShop } from '../../../test/subscriptions.ts'

const shop = await openShop('stripe', 'paypal', 'paystack')
const { t, simulators, sellPlan, open, pay, act, returnFrom, rows, hear } = shop
shop.listen()
const plan = await sellPlan({ amount: 1000, currency: 'USD' })
afterEach(() => t.settings({ subscription_type: 'fixed' }))
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

describe.each(['none', 'metered'] as const)('with the subscription type %s', type => {
  it.each(['stripe', 'system'])('fixed plans can not be bought: %s', async driver => {
    const user = await t.signIn()
    await t.settings({ subscription_type: type })
    const { status, body } = await act(user, 'checkout', { plan: plan.id, driver })
    expect([status, body.code]).toEqual([404, 'plan.not_found'])
    expect(await rows('subscriptions', user.userId)).toEqual([])
  })

  it.each(['stripe', 'paypal', 'paystack'] as const)(
    'a plan that is paid on an open page of %s is refunded in full',
    async driver => {
      const user = await t.signIn()
      const before = new Set(simulators[driver].payments().map(({ id }) => id))
      const checkout = await open(user, plan.id, driver)
      await t.settings({ subscription_type: type })
      pay(driver, checkout.externalId)
      await returnFrom(user, checkout.id)
      await hear()
      await hear()
      expect(await rows('subscriptions', user.userId)).toMatchObject([
        { status: 'completed', ended_reason: 'paid_late' },
      ])
      const moved = simulators[driver].payments().filter(({ id }) => !before.has(id))
      expect(moved.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['payment', 1000],
        ['refund', 1000],
      ])
      const notices = await t.deps.db
        .selectFrom('notifications')
        .select('type')
        .where('user_id', '=', user.userId)
        .execute()
      expect(notices).toEqual([{ type: 'unoffered_purchase_refunded' }])
    },
  )
})
