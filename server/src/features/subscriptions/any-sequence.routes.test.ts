import { DAY_MS } from '@coffer/contract/durations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { disputePayment } from '../../../test/gateways/disputes.ts'
import type { Card } from '../../../test/gateways/shared/cards.ts'
import {
  CURRENCY_OF,
  SIMULATED_GATEWAYS,
  type SimulatedGateway,
  type Simulators,
} from '../../../test/gateways/simulators.ts'
import { searched } from '../../../test/property.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { balanceOf, checkLedger } from '../ledger/index.ts'
import { renewDue, syncOpen } from './index.ts'

const plan = fc.nat(1)
const card = fc.constantFrom<Card>('ok', 'declined_soft', 'declined_hard', 'declined_later')
const step = fc.oneof(
  fc.record({ kind: fc.constant('subscribe' as const), plan, card }),
  fc.record({ kind: fc.constant('swap' as const), plan }),
  fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const) }),
  fc.record({ kind: fc.constant('change card' as const), card }),
  fc.record({ kind: fc.constant('refund' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant('dispute' as const),
    outcome: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 35 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function openTrade(driver: SimulatedGateway) {
  const shop = await openShop(driver)
  const { t, pay, open, returnFrom, act, asAdmin, later, rows } = shop
  const { db } = t.deps
  const simulators = shop.simulators as Simulators
  const currency = CURRENCY_OF[driver]
  // Above the smallest amounts of each gateway, also for a day.
  const large = { max_storage_amount: 500, max_team_members: 20 }
  const plans = [
    await shop.sellPlan({ amount: 100_000, currency }),
    await shop.sellPlan({ amount: 300_000, currency, features: large }),
  ]
  const usual = (await t.storage((await t.signIn()).userId)).capacity_bytes
  const idOf = (index: number) => plans[index]?.id ?? ''

  const liveOf = ({ userId }: TestClient) =>
    db
      .selectFrom('subscriptions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('status', 'in', ['active', 'cancelled'])
      .execute()

  async function subscribe(user: TestClient, planId: string, by: Card): Promise<void> {
    if ((await liveOf(user)).length > 0) return
    const { id, externalId } = await open(user, planId)
    pay(driver, externalId, by)
    await returnFrom(user, id)
  }

  /** Where the gateway asks the user to agree, they do. */
  async function swap(user: TestClient, planId: string): Promise<void> {
    const { body } = await act(user, `swap/${planId}`)
    if (!body.checkout) return
    const { external_id } = await db
      .selectFrom('checkouts')
      .select('external_id')
      .where('id', '=', body.checkout.id)
      .executeTakeFirstOrThrow()
    pay(driver, external_id ?? '')
    await returnFrom(user, body.checkout.id)
  }

  const lastPayment = ({ userId }: TestClient) =>
    db
      .selectFrom('payments')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', '=', 'succeeded')
      .where('gateway', '=', driver)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()

  async function changeCard(user: TestClient, to: Card): Promise<void> {
    if (driver === 'paypal') {
      for (const { external_id } of await liveOf(user))
        simulators.paypal.setCard(external_id ?? '', to)
      return
    }
    const methods = await db
      .selectFrom('payment_methods')
      .select('external_id')
      .where('user_id', '=', user.userId)
      .execute()
    for (const { external_id } of methods) simulators[driver].setCard(external_id, to)
  }

  async function dispute(user: TestClient, outcome: 'won' | 'lost'): Promise<void> {
    const payment = await lastPayment(user)
    if (!payment || payment.refunded > 0) return
    const known = await db
      .selectFrom('disputes')
      .select('id')
      .where('payment_id', '=', payment.id)
      .executeTakeFirst()
    if (!known) disputePayment(simulators, driver, payment.external_id ?? '')(outcome)
  }

  async function take(user: TestClient, one: Step): Promise<void> {
    switch (one.kind) {
      case 'subscribe':
        return subscribe(user, idOf(one.plan), one.card)
      case 'swap':
        return swap(user, idOf(one.plan))
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
        return void (await asAdmin('POST', `/payments/${payment.id}/refund`, {
          amount,
          reason: 'x',
        }))
      }
      case 'dispute':
        return dispute(user, one.outcome)
      case 'wait':
        return later(one.days * DAY_MS)
    }
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
    expect(await balanceOf(db, user.userId, currency)).toBeGreaterThanOrEqual(0)
  }

  return {
    ...shop,
    async play(steps: readonly Step[]): Promise<void> {
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
    },
  }
}

it.each(SIMULATED_GATEWAYS)(
  'P9, P11: any sequence at %s keeps one live subscription, its limits, and refunds within payments',
  async driver => {
    const { play, violations, close } = await openTrade(driver)
    try {
      const sequences = fc.array(step, { minLength: 3, maxLength: 10 })
      await fc.assert(fc.asyncProperty(sequences, play), searched(3))
      expect(violations()).toEqual([])
    } finally {
      await close()
    }
  },
)
