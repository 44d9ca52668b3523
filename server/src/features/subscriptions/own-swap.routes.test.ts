import { afterAll, expect, test } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { checkLedger } from '../ledger/index.ts'
import { syncOpen } from './index.ts'
import { swapPlan } from './swap.service.ts'

const shop = await openStripeShop()
const { t, sellPlan, detail, later } = shop
afterAll(() => shop.close())

test('a change of plan that is killed after its payment is finished by the clock, once', async () => {
  const small = await sellPlan({ amount: 1000 })
  const large = await sellPlan({ amount: 3000 })
  const user = await t.signIn()
  await giveBalance(t, user, { amount: 9000, currency: 'EUR' })
  await shop.act(user, 'checkout', { plan: small.id, driver: 'system' })
  expect(await detail(user)).toMatchObject({ name: small.attributes.name })

  const invoices = () =>
    t.deps.db
      .selectFrom('invoices')
      .select(['state', 'total'])
      .where('user_id', '=', user.userId)
      .orderBy('number')
      .execute()
  const { transact } = t.deps
  const killed: typeof transact = async work => {
    if ((await invoices())[1]?.state === 'paid') throw new Error('killed')
    return transact(work)
  }
  const actor = { userId: user.userId } as Parameters<typeof swapPlan>[1]
  await expect(
    swapPlan({ ...t.deps, transact: killed }, actor, { planId: large.id }),
  ).rejects.toThrow('killed')
  expect(await invoices()).toMatchObject([{ state: 'paid' }, { state: 'paid' }])

  await later(6 * 60_000)
  await Promise.all([syncOpen(t.deps), syncOpen(t.deps)])
  expect(await detail(user)).toMatchObject({ name: large.attributes.name })
  expect(await invoices()).toHaveLength(2)
  expect(await checkLedger(t.deps.db)).toMatchObject({ isBalanced: true })
})
