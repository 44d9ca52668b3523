import { HOUR_MS } from '@coffer/contract/durations'
import { removePaymentMethod } from '@coffer/contract/subscriptions'
import { afterAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { openShop } from '../../../test/subscriptions.ts'
import { AppError } from '../../errors.ts'
import { findMethods, gatewayNamed } from '../gateways/index.ts'
import { openAtGateway } from './checkouts.service.ts'
import { findCheckout } from './subscriptions.repository.ts'

const shop = await openShop('stripe', 'paypal')
const { t, simulators, sellPlan, subscribed, open, pay, returnFrom, detail } = shop
const { db } = t.deps
const operator = operatorOf(simulators)
afterAll(async () => {
  expect(shop.violations()).toEqual([])
  await shop.close()
})

const sold = () => sellPlan({ amount: 1000, currency: 'USD' })

describe.each(['stripe', 'paypal'] as const)('%s without its data', driver => {
  const copyOf = (plan: { id: string }) =>
    db
      .selectFrom('plan_gateways')
      .select(['external_ids', 'state'])
      .where('plan_id', '=', plan.id)
      .where('gateway', '=', driver)
      .executeTakeFirstOrThrow()

  it('sells its plans again, to new and to known users', async () => {
    const plan = await sold()
    const before = await copyOf(plan)
    const known = await shop.fund({ amount: 2000, currency: 'USD' }, { driver })
    simulators[driver].deleteData()
    const { user } = await subscribed(plan.id, { driver })
    expect(await detail(user)).toMatchObject({ status: 'active', driver })
    const after = await copyOf(plan)
    expect(after).toMatchObject({ state: 'ready' })
    expect(after).not.toEqual(before)
    const checkout = await open(known.user, plan.id, driver)
    pay(driver, checkout.externalId)
    expect(await returnFrom(known.user, checkout.id)).toBe('completed')
    expect(await copyOf(plan)).toEqual(after)
  })

  it('gets one copy of a plan that several users buy at once', async () => {
    const plan = await sold()
    simulators[driver].deleteData()
    const users = await Promise.all([t.signIn(), t.signIn(), t.signIn()])
    await Promise.all(users.map(user => open(user, plan.id, driver)))
    const path = driver === 'stripe' ? '/v1/prices' : '/v1/billing/plans'
    const { data, plans } = (await operator.read(driver, path)) as {
      data?: object[]
      plans?: object[]
    }
    expect(data ?? plans).toHaveLength(1)
  })

  it('ends a subscription that it does not have, without trying again', async () => {
    const plan = await sold()
    const { subscriptionId } = await subscribed(plan.id, { driver })
    simulators[driver].deleteData()
    const reason = 'Test data were deleted'
    await shop.asAdmin('POST', `/${subscriptionId}/end`, { reason })
    await t.runJobs()
    const { length } = simulators[driver].calls
    await t.jobsLater(HOUR_MS)
    await t.runJobs()
    expect(simulators[driver].calls).toHaveLength(length)
  })
})

describe('Stripe without its data', () => {
  it('has nothing to remove of a card, which is not tried again', async () => {
    const user = await t.signIn()
    const checkout = await shop.openBy(user, 'payment-methods', { driver: 'stripe' })
    pay('stripe', checkout.externalId)
    await returnFrom(user, checkout.id)
    const [card] = await findMethods(db, user.userId)
    simulators.stripe.deleteData()
    await t.runJobs()
    const client = await t.signInAgain(user)
    const { length } = simulators.stripe.calls
    await client.call(removePaymentMethod, { params: { id: card?.id ?? '' } })
    await t.runJobs()
    await shop.later(HOUR_MS)
    await t.runJobs()
    expect(simulators.stripe.calls).toHaveLength(length + 1)
  })

  it('leaves no open purchase of a plan that cannot be made again', async () => {
    const plan = await sold()
    const user = await t.signIn()
    const { id } = await open(user, plan.id, 'stripe')
    const gateway = await gatewayNamed(t.deps, 'stripe')
    const startCheckout = () => Promise.reject(new AppError('plan.not_at_gateway'))
    const checkout = await findCheckout(db, id)
    if (!checkout) throw new Error('no checkout')
    await expect(
      openAtGateway(t.deps, { ...gateway, startCheckout }, checkout, { description: 'Small' }),
    ).rejects.toMatchObject({ code: 'plan.not_at_gateway' })
    expect(await findCheckout(db, id)).toMatchObject({
      state: 'failed',
      reason: 'plan.not_at_gateway',
    })
    expect(await shop.rows('subscriptions', user.userId)).toMatchObject([{ status: 'completed' }])
  })
})
