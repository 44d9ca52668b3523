import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'

const shop = await openStripeShop()
const { t, sellPlan, subscribed, act, read, detail } = shop
const { stripe } = t.deps.config.gateways
const { secretKey } = stripe
const small = await sellPlan({ name: 'Small', amount: 1000 })
const large = await sellPlan({ name: 'Large', amount: 3000 })
await sellPlan({ name: 'Dollars', amount: 1500, currency: 'USD' })
afterEach(() => {
  stripe.secretKey = secretKey
})
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const removeStripe = () => {
  stripe.secretKey = undefined
}

interface Offer {
  plan: { attributes: { name: string } }
  drivers: string[]
}
/** The gateways of each plan that is shown to a user. */
const offersTo = async (user: TestClient) => {
  const { offers } = (await read(user, 'overview')).body.data as { offers: Offer[] }
  return Object.fromEntries(offers.map(({ plan, drivers }) => [plan.attributes.name, drivers]))
}

describe('from a balance', () => {
  const withBalance = async () => {
    const user = await t.signIn()
    await giveBalance(t, user, { amount: 1000, currency: 'EUR' })
    return user
  }

  it('a plan is offered whose price the balance in its currency covers', async () => {
    const offers = await offersTo(await withBalance())
    expect(offers).toEqual({
      Small: ['stripe', 'system'],
      Large: ['stripe'],
      Dollars: ['stripe'],
    })
    expect((await offersTo(await t.signIn())).Small).toEqual(['stripe'])
  })

  it('a plan is offered, bought and changed where no gateway has keys', async () => {
    removeStripe()
    const user = await withBalance()
    expect(await offersTo(user)).toEqual({ Small: ['system'] })
    expect((await act(user, 'checkout', { plan: small.id, driver: 'system' })).status).toBe(201)
    expect(await detail(user)).toMatchObject({ status: 'active', driver: 'system' })
    expect(await offersTo(user)).toEqual({ Small: ['system'], Large: ['system'] })
  })
})

describe('with a plan', () => {
  it('plans in another currency are not offered', async () => {
    const { user } = await subscribed(small.id)
    expect(await offersTo(user)).toEqual({ Small: ['stripe'], Large: ['stripe'] })
  })

  it('plans without a copy at its gateway are not offered', async () => {
    const { user } = await subscribed(small.id)
    const failed = { state: 'failed' as const }
    const copy = t.deps.db.updateTable('plan_gateways').where('plan_id', '=', large.id)
    await copy.set(failed).execute()
    expect(await offersTo(user)).toEqual({ Small: ['stripe'] })
    await copy.set({ state: 'ready' }).execute()
  })

  it('plans are offered at a gateway that is no longer allowed for new purchases', async () => {
    const { user } = await subscribed(small.id)
    await t.settings({ allowed_stripe: false })
    expect(await offersTo(user)).toEqual({ Small: ['stripe'], Large: ['stripe'] })
    expect(await offersTo(await t.signIn())).toEqual({})
    await t.settings({ allowed_stripe: true })
  })
})
