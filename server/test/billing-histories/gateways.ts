import { DAY_MS } from '@coffer/contract/durations'
import type { Random } from '../durability/seeded.ts'
import { disputePayment } from '../gateways/disputes.ts'
import { operatorOf } from '../gateways/operator.ts'
import type { StatementLine } from '../gateways/shared/bank-statement.ts'
import type { Card } from '../gateways/shared/cards.ts'
import {
  closeSimulators,
  SIMULATED_GATEWAYS,
  type SimulatedGateway,
  sendEventsTo,
  simulatorVariables,
  startSimulators,
} from '../gateways/simulators.ts'
import type { Figures } from './figures.ts'

export const GATEWAYS = SIMULATED_GATEWAYS
export type GatewayName = SimulatedGateway

interface Disputed {
  gateway: GatewayName
  close: (outcome: 'won' | 'lost') => void
}

export type Gateways = Awaited<ReturnType<typeof startGateways>>

const FAULTS = [
  { kind: 'error-before' },
  { kind: 'error-after' },
  { kind: 'cut-before' },
  { kind: 'cut-after' },
  { kind: 'limited', retryAfterS: 5 },
] as const

/** The three simulators on one clock, with faults chosen by a seed. */
export async function startGateways(now: () => number, random: Random, figures: Figures) {
  const all = await startSimulators(GATEWAYS, { now })
  const { stripe, paypal, paystack } = all
  const list = Object.values(all)
  const disputed = new Set<string>()
  const operator = operatorOf(all)

  function beUnreliable() {
    for (const { faults } of list)
      Object.assign(faults.events, {
        // 20 % of the events are lost, 20 % come twice, 30 % up to three days late.
        drop: () => {
          figures['events sent'] += 1
          const isDropped = random.oneIn(5)
          if (isDropped) figures['events dropped'] += 1
          return isDropped
        },
        repeat: () => {
          const isRepeated = random.oneIn(5)
          if (isRepeated) figures['events repeated'] += 1
          return isRepeated ? 1 : 0
        },
        delayMs: () => (random.below(10) < 3 ? random.below(3 * DAY_MS) : 0),
        shuffle: true,
        atOnce: true,
      })
  }
  return {
    env: simulatorVariables(all),
    beUnreliable,
    beReliable: () => list.forEach(({ faults }) => void faults.clear()),
    /** One of the next calls fails. */
    failCall() {
      const failure = FAULTS[random.below(FAULTS.length)]
      const simulator = list[random.below(list.length)]
      if (failure) simulator?.faults.onCall(failure)
      figures['calls to gateways failed'] += 1
    },
    /** Runs what became due at the gateways, and delivers their events to a server. */
    async catchUp(origin: string) {
      sendEventsTo(all, origin)
      await Promise.all(
        list.map(async simulator => {
          await simulator.clock.catchUp()
          await simulator.deliver()
        }),
      )
    },
    /** Ends when the events that were sent have arrived. */
    deliver: () => Promise.all(list.map(simulator => simulator.deliver())),
    /** @returns whether the payer could pay at the address */
    pay(gateway: GatewayName, url: string, card: Card): boolean {
      const id = new URL(url).pathname.split('/').at(-1) ?? ''
      try {
        return all[gateway].pay(id, { card }) !== 'refused'
      } catch {
        return false
      }
    },
    setCard(gateway: GatewayName, externalId: string, card: Card) {
      try {
        all[gateway].setCard(externalId, card)
      } catch {
        // The payer has removed it.
      }
    },
    /** @returns undefined for a payment that was disputed before, which gateways refuse */
    dispute(gateway: GatewayName, paymentId: string): Disputed | undefined {
      if (disputed.has(paymentId)) return undefined
      disputed.add(paymentId)
      return { gateway, close: disputePayment(all, gateway, paymentId) }
    },
    /**
     * PayPal takes a payment without a dispute.
     * @param amount minor units; undefined for all that is left
     * @returns whether something was left
     */
    reverse(paymentId: string, amount?: number): boolean {
      const before = paypal.reversed(paymentId)
      paypal.reverse(paymentId, amount)
      const isTaken = paypal.reversed(paymentId) > before
      if (isTaken) figures.reversals += 1
      return isTaken
    },
    /** PayPal returns what it took, unless a dispute decides about it. */
    cancelReversal(paymentId: string): void {
      if (disputed.has(paymentId) || paypal.reversed(paymentId) === 0) return
      paypal.cancelReversal(paymentId)
      figures['reversals cancelled'] += 1
    },
    /** Minor units that PayPal has taken from a payment, with and without disputes. */
    reversed: paypal.reversed,
    /** Refunds a payment on the gateway's own site, which Coffer can't refuse. */
    async refund(
      { gateway, external_id }: { gateway: string; external_id: string | null },
      amount: number,
      isFund: boolean,
    ): Promise<void> {
      try {
        await operator.refund(gateway as GatewayName, external_id ?? '', amount, isFund)
        figures['refunds at gateways'] += 1
      } catch {
        // Refused there, or the call failed.
      }
    },
    statements: (): Record<GatewayName, StatementLine[]> => ({
      stripe: stripe.payments(),
      paypal: paypal.payments(),
      paystack: paystack.payments(),
    }),
    violations: () => list.flatMap(({ violations }) => violations),
    close: () => closeSimulators(all),
  }
}
