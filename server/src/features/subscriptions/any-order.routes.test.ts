import { DAY_MS, MINUTE_MS } from '@coffer/contract/durations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bookedFor } from '../../../test/booked.ts'
import {
  CURRENCY_OF,
  SIMULATED_GATEWAYS,
  type SimulatedGateway,
} from '../../../test/gateways/simulators.ts'
import { searched } from '../../../test/property.ts'
import { CHARGE_CALL } from '../../../test/saved-cards.ts'
import { openShop } from '../../../test/subscriptions.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { renewDue, syncLive, syncOpen } from './index.ts'

async function openTrade(driver: SimulatedGateway) {
  const shop = await openShop(driver)
  const { t, pay, open, later, asAdmin } = shop
  const { db } = t.deps
  const simulator = shop.simulators[driver]
  const plan = await shop.sellPlan({ amount: 100_000, currency: CURRENCY_OF[driver] })
  shop.listen()

  /** Payments whose answer was lost are read after some minutes, in which they may still be made. */
  async function readAll(): Promise<void> {
    await later(10 * MINUTE_MS)
    await syncOpen(t.deps)
    await renewDue(t.deps)
    await syncLive(t.deps)
    await t.runJobs()
  }

  return {
    simulator,
    violations: shop.violations,
    close: shop.close,
    readAll,
    /** A purchase and a renewal, whose events are held. */
    async purchase(): Promise<TestClient> {
      simulator.faults.events.hold = true
      const user = await t.signIn()
      const { externalId } = await open(user, plan.id)
      pay(driver, externalId)
      // On our own schedule we charge the renewal, and its answer is lost.
      if (driver === 'paystack') await readAll()
      await later(32 * DAY_MS)
      if (driver !== 'paystack') return user
      simulator.faults.onCall({ kind: 'cut-after' }, { call: CHARGE_CALL.paystack, times: 5 })
      await renewDue(t.deps)
      await t.runJobs()
      simulator.faults.clear()
      simulator.faults.events.hold = true
      return user
    },
    async deliver(events: ReturnType<typeof simulator.heldEvents>): Promise<void> {
      await simulator.deliver(() => events)
      await t.runJobs()
    },
    booked: (user: TestClient) => bookedFor(t, user),
    /** Renewals of users of earlier runs would take most of the time. */
    async end({ userId }: TestClient): Promise<void> {
      const { id } = await db
        .selectFrom('subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      await asAdmin('POST', `/${id}/end`, { reason: 'The run is over' })
      await t.runJobs()
    },
  }
}

it.each(SIMULATED_GATEWAYS)(
  'P1: events of %s in any order, repeated and lost, give the rows of events in order',
  async driver => {
    const { simulator, purchase, deliver, readAll, booked, end, ...trade } = await openTrade(driver)
    try {
      const ordered = await purchase()
      for (const held of simulator.heldEvents()) await deliver([held])
      await readAll()
      const expected = await booked(ordered)
      expect(expected.payments).toHaveLength(2)
      await end(ordered)

      const order = fc.array(fc.nat(), { maxLength: 30 })
      await fc.assert(
        fc.asyncProperty(order, async picks => {
          const earlier = simulator.heldEvents()
          const user = await purchase()
          const held = simulator.heldEvents()
          // Some come several times, and others in the next run or never.
          await deliver(picks.flatMap(pick => held[pick % held.length] ?? []))
          simulator.loseEvents(earlier)
          await readAll()
          expect(await booked(user)).toEqual(expected)
          await end(user)
        }),
        searched(2),
      )
      expect(trade.violations()).toEqual([])
    } finally {
      await trade.close()
    }
  },
)
