import { DAY_MS } from '@coffer/contract/durations'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { Card } from '../../../test/gateways/shared/cards.ts'
import { searched } from '../../../test/property.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncOpen } from './index.ts'

const shop = await openStripeShop()
const { t, simulator, sellPlan, open, returnFrom, act, asAdmin, later, rows } = shop
const { db } = t.deps
const plans = [
  await sellPlan({ amount: 1000 }),
  await sellPlan({ amount: 3000, features: { max_storage_amount: 500, max_team_members: 20 } }),
]
const usual = (await t.storage((await t.signIn()).userId)).capacity_bytes
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await shop.close()
})

const plan = fc.integer({ min: 0, max: 1 }).map(index => plans[index]?.id ?? '')
const card = fc.constantFrom<Card>('ok', 'declined_soft', 'declined_hard', 'declined_later')
const step = fc.oneof(
  fc.record({ kind: fc.constant('subscribe' as const), plan, card }),
  fc.record({ kind: fc.constant('swap' as const), plan }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const) }),
  fc.record({ kind: fc.constant('change card' as const), card }),
  fc.record({ kind: fc.constant('refund' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('dispute' as const), outcome: fc.constantFrom('won', 'lost') }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 35 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function subscribe(user: TestClient, planId: string, by: Card): Promise<void> {
  if ((await liveOf(user)).length > 0) return
  const { id, externalId } = await open(user, planId)
  simulator.pay(externalId, { card: by })
  await returnFrom(await t.signInAgain(user), id)
}

const liveOf = ({ userId }: TestClient) =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['active', 'cancelled'])
    .execute()

const lastPayment = async ({ userId }: TestClient) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'succeeded')
    .where('gateway', '=', 'stripe')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

async function take(user: TestClient, one: Step): Promise<void> {
  switch (one.kind) {
    case 'subscribe':
      return subscribe(user, one.plan, one.card)
    case 'swap':
      return void (await act(user, `swap/${one.plan}`))
    case 'cancel':
    case 'resume':
      return void (await act(user, one.kind))
    case 'change card':
      return changeCard(user, one.card)
    case 'refund': {
      const payment = await lastPayment(user)
      if (!payment) return
      // More than is left is refused.
      const amount = Math.ceil((payment.amount * one.percent) / 100)
      return void (await asAdmin('POST', `/payments/${payment.id}/refund`, { amount, reason: 'x' }))
    }
    case 'dispute':
      return dispute(user, one.outcome as 'won' | 'lost')
    case 'wait':
      return later(one.days * DAY_MS)
  }
}

async function changeCard({ userId }: TestClient, to: Card): Promise<void> {
  const methods = await db
    .selectFrom('payment_methods')
    .select('external_id')
    .where('user_id', '=', userId)
    .execute()
  for (const { external_id } of methods) simulator.setCard(external_id, to)
}

async function dispute(user: TestClient, outcome: 'won' | 'lost'): Promise<void> {
  const payment = await lastPayment(user)
  if (!payment || payment.refunded > 0) return
  simulator.closeDispute(simulator.dispute(payment.external_id ?? ''), outcome)
}

async function expectSound(user: TestClient): Promise<void> {
  const live = await liveOf(user)
  expect(live.length).toBeLessThanOrEqual(1)
  const snapshot = live[0] && JSON.parse(live[0].plan_snapshot)
  expect((await t.storage(user.userId)).capacity_bytes).toBe(snapshot?.storage_bytes ?? usual)
  const refunds = (await rows('refunds', user.userId)) as {
    amount: number
    payment_id: string
    state: string
  }[]
  for (const payment of (await rows('payments', user.userId)) as {
    id: string
    amount: number
    refunded: number
  }[]) {
    const sum = refunds
      .filter(({ payment_id, state }) => payment_id === payment.id && state !== 'failed')
      .reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBeLessThanOrEqual(payment.amount)
    expect(payment.refunded).toBe(sum)
  }
  for (const invoice of (await rows('invoices', user.userId)) as {
    total: number
    credited: number
  }[])
    expect(invoice.credited).toBeLessThanOrEqual(invoice.total)
  expect(await balanceOf(db, user.userId, 'EUR')).toBeGreaterThanOrEqual(0)
}

it('P9, P11: any sequence keeps one live subscription, its limits, and refunds within payments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async steps => {
      const user = await t.signIn()
      for (const each of steps) {
        await take(user, each)
        await renewDue(t.deps)
        await syncOpen(t.deps)
        await t.runJobs()
        await expectSound(user)
      }
      expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
      for (const { id } of await liveOf(user))
        await asAdmin('POST', `/${id}/end`, { reason: 'The run is over' })
      await t.runJobs()
    }),
    searched(8),
  )
})
