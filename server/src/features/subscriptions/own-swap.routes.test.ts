import { DAY_MS } from '@coffer/contract/durations'
import type { InvoiceSnapshot } from '@coffer/contract/invoices'
import { afterAll, expect, test } from 'vitest'
import { giveBalance } from '../../../test/balances.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { checkLedger } from '../ledger/index.ts'
import { syncOpen } from './index.ts'
import { swapPlan } from './swap.service.ts'

const shop = await openStripeShop()
const { t, sellPlan, detail, later } = shop
afterAll(() => shop.close())

test('the invoice of a change of plan explains both amounts by their days', async () => {
  const studio = await sellPlan({ name: 'Studio', amount: 1200 })
  const agency = await sellPlan({ name: 'Agency', amount: 2900 })
  const user = await t.signIn()
  await giveBalance(t, user, { amount: 9000, currency: 'EUR' })
  await shop.act(user, 'checkout', { plan: studio.id, driver: 'system' })
  await later(7 * DAY_MS)
  await shop.act(user, `swap/${agency.id}`)
  const { snapshot, period_ends_at: endsAt } = await t.deps.db
    .selectFrom('invoices')
    .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
    .select(['snapshot', 'period_ends_at'])
    .where('invoices.user_id', '=', user.userId)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  const startsAt = endsAt - 24 * DAY_MS
  const period = {
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(endsAt).toISOString(),
  }
  const document: InvoiceSnapshot = JSON.parse(snapshot)
  expect(document.period).toEqual(period)
  expect(document.lines).toMatchObject([
    {
      description: 'Unused time on Studio',
      detail: '€12.00 × 24 of 31 days',
      period,
      amount: -929,
    },
    { description: 'Agency', detail: '€29.00 × 24 of 31 days', period, amount: 2245 },
  ])
})

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
