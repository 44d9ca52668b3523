import { DAY_MS } from '@coffer/contract/durations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { searched } from '../../../test/property.ts'
import { openStripeShop } from '../../../test/subscriptions.ts'
import { checkLedger } from '../ledger/index.ts'
import { syncLive, syncOpen } from './index.ts'

const shop = await openStripeShop()
const { t, simulator, sellPlan, open, later, asAdmin } = shop
const { db } = t.deps
const plan = await sellPlan({ amount: 1000 })
beforeAll(() => simulator.sendEventsTo(`${t.origin}/api/subscriptions/stripe/webhooks`))
afterAll(async () => {
  expect(simulator.violations).toEqual([])
  await shop.close()
})

/** Stable parts of the rows of a user, without ids and times. */
async function rowsOf(userId: string) {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .select(['status', 'payment_state', 'amount', 'ended_reason'])
    .where('user_id', '=', userId)
    .execute()
  const invoices = await db
    .selectFrom('invoices')
    .select(['kind', 'state', 'total', 'tax', 'paid', 'credited'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute()
  const payments = await db
    .selectFrom('payments')
    .select(['state', 'amount', 'refunded', 'currency'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return { subscriptions, invoices, payments }
}

/** A purchase and a renewal, whose events are held. @returns the user */
async function purchase(): Promise<string> {
  simulator.faults.events.hold = true
  const user = await t.signIn()
  const { externalId } = await open(user, plan.id)
  simulator.pay(externalId, { card: 'ok' })
  await later(32 * DAY_MS)
  return user.userId
}

/** Renewals of users of earlier runs would take most of the time. */
async function end(userId: string): Promise<void> {
  const { id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await asAdmin('POST', `/${id}/end`, { reason: 'The run is over' })
  await t.runJobs()
}

async function reconcileNow(): Promise<void> {
  await syncOpen(t.deps)
  await syncLive(t.deps)
  await t.runJobs()
}

it('P1: events in any order, repeated and lost, give the rows of events in order', async () => {
  const ordered = await purchase()
  for (const held of simulator.heldEvents()) {
    await simulator.deliver(() => [held])
    await t.runJobs()
  }
  await reconcileNow()
  const expected = await rowsOf(ordered)
  expect(expected.payments).toHaveLength(2)

  const order = fc.array(fc.nat(), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(order, async picks => {
      const earlier = simulator.heldEvents()
      const userId = await purchase()
      const held = simulator.heldEvents()
      const chosen = picks.flatMap(pick => held[pick % held.length] ?? [])
      // Some come several times, and others in the next run or never.
      await simulator.deliver(() => chosen)
      simulator.loseEvents(earlier)
      await t.runJobs()
      await reconcileNow()
      expect(await rowsOf(userId)).toEqual(expected)
      expect(await checkLedger(db)).toMatchObject({ isBalanced: true })
      await end(userId)
    }),
    searched(4),
  )
})
