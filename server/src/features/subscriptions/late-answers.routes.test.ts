import { afterAll, describe, expect, it } from 'vitest'
import { openGatewayShop } from '../../../test/gateway-shop.ts'
import { gatewayNamed } from '../gateways/index.ts'
import { syncTarget } from './sync.service.ts'

const READ = {
  stripe: 'GET /v1/subscriptions/{id}',
  paypal: 'GET /v1/billing/subscriptions/{id}',
} as const

// Subscriptions by Paystack exist only here.
describe.each(['stripe', 'paypal'] as const)('%s', async name => {
  const shop = await openGatewayShop(name)
  const { t, simulator, detail, subscribed } = shop
  const plan = await shop.sellPlan({ amount: 1000 })
  afterAll(async () => {
    expect(simulator.violations).toEqual([])
    await shop.close()
  })

  it('case 16: an old answer that comes after a newer one is dropped', async () => {
    const { user, subscriptionId } = await subscribed(plan.id)
    const sync = () => shop.asAdmin('POST', `/${subscriptionId}/sync`)
    const answer = Promise.withResolvers<void>()
    simulator.faults.onCall({ kind: 'late', until: answer.promise }, { call: READ[name] })
    const reads = () => simulator.calls.filter(({ call }) => call === READ[name]).length
    const before = reads()
    const slow = sync()
    // Its answer is ready, and says that the subscription is active.
    await expect.poll(reads).toBe(before + 1)
    const [row] = await shop.rows('subscriptions', user.userId)
    const dashboard = await gatewayNamed(t.deps, name)
    await dashboard.cancelAtEnd((row && 'plan_id' in row && row.external_id) || '')
    expect((await sync()).status).toBe(200)
    expect(await detail(user)).toMatchObject({ status: 'cancelled' })
    answer.resolve()
    expect((await slow).status).toBe(200)
    expect(await detail(user)).toMatchObject({ status: 'cancelled' })
  })

  it.runIf(name === 'stripe')(
    'a plan is kept when its price is corrected after a change to it that was not answered',
    async () => {
      const { user, subscriptionId } = await subscribed(plan.id)
      const { id } = await shop.sellPlan({ amount: 2000 })
      const changes = { call: 'POST /v1/subscriptions/{id}', times: 5 }
      simulator.faults.onCall({ kind: 'error-after' }, changes)
      expect((await shop.act(user, `swap/${id}`)).status).toBe(503)
      simulator.faults.clear()
      const terms = { type: 'fixed', amount: 2500, currency: shop.currency, interval: 'month' }
      const replaced = await shop.asAdmin('POST', `/plans/${id}/replace`, terms)
      expect(replaced.body.data.meta).toMatchObject({ replaces_id: id })
      await shop.asAdmin('POST', `/${subscriptionId}/sync`)
      expect(await shop.rows('subscriptions', user.userId)).toMatchObject([{ plan_id: id }])
    },
  )

  it('case 65: a sync that begins while its account is deleted applies nothing', async () => {
    const { externalId } = await shop.open(await t.signIn(), plan.id)
    const subject = { kind: 'checkout', externalId } as const
    for (const kind of ['subscription', 'checkout'] as const)
      await expect(
        syncTarget(t.deps, name, { kind, id: t.deps.newId(), subject }),
      ).resolves.toBeUndefined()
  })
})
