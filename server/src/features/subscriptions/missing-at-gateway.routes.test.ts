import { HOUR_MS } from '@coffer/contract/billing-periods'
import { afterAll, describe, expect, it } from 'vitest'
import { operatorOf } from '../../../test/gateways/operator.ts'
import { openShop } from '../../../test/subscriptions.ts'

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
