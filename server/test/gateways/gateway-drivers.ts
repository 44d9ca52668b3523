import type { Gateway } from '../../src/features/gateways/gateway.ts'
import { createPayPal } from '../../src/features/gateways/paypal/paypal-gateway.ts'
import { createPaystack } from '../../src/features/gateways/paystack/paystack-gateway.ts'
import { createStripe } from '../../src/features/gateways/stripe/stripe-gateway.ts'
import type { Card } from './shared/cards.ts'
import {
  CURRENCY_OF,
  type SimulatedGateway,
  type Simulators,
  signatureHeaders,
  startSimulators,
} from './simulators.ts'

export const INSTALLATION = '0b7d1c9e-1111-4222-8333-944445555666'

/** A gateway with its simulator, as the cases for every gateway need it. */
export interface GatewayDriver {
  gateway: Gateway
  /** With other keys, time limits or marks. */
  another: (changes: { timeoutMs?: number; installation?: string; isLive?: boolean }) => Gateway
  pay: (checkoutId: string, card?: Card) => void
  simulator: {
    clock: { now: () => number; advance: (ms: number) => Promise<unknown> }
    faults: Simulators['stripe']['faults']
    violations: readonly unknown[]
    calls: readonly unknown[]
    close: () => Promise<unknown>
  }
  /** A currency that this gateway takes. */
  currency: string
  /** The headers of a signed event. */
  sign: (body: string) => Record<string, string>
  /** The bodies of the events that the gateway has sent. */
  events: () => object[]
}

const TIMEOUT_MS = 5_000

const common = (simulator: { url: string; clock: { now: () => number } }) => ({
  url: simulator.url,
  isLive: false,
  installation: INSTALLATION,
  timeoutMs: TIMEOUT_MS,
  now: simulator.clock.now,
})

async function start<Name extends SimulatedGateway>(name: Name) {
  const simulator = (await startSimulators([name]))[name]
  const sign = (body: string) => signatureHeaders[name](simulator, body)
  return { simulator, currency: CURRENCY_OF[name], sign }
}

async function stripe(): Promise<GatewayDriver> {
  const { simulator, ...driver } = await start('stripe')
  const { secretKey, webhookSecret } = simulator
  const options = { ...common(simulator), secretKey, webhookSecret }
  return {
    gateway: createStripe(options),
    another: changes => createStripe({ ...options, ...changes }),
    pay: (id, card = 'ok') => void simulator.pay(id, { card }),
    simulator,
    ...driver,
    events: () => simulator.events(),
  }
}

async function paypal(): Promise<GatewayDriver> {
  const { simulator, ...driver } = await start('paypal')
  const { clientId, clientSecret, webhookId } = simulator
  const options = { ...common(simulator), clientId, clientSecret, webhookId }
  return {
    gateway: createPayPal(options),
    another: changes => createPayPal({ ...options, ...changes }),
    pay: (id, card = 'ok') => void simulator.pay(id, { card }),
    simulator,
    ...driver,
    events: () => simulator.events(),
  }
}

async function paystack(): Promise<GatewayDriver> {
  const { simulator, ...driver } = await start('paystack')
  const options = { ...common(simulator), secretKey: simulator.secretKey }
  return {
    gateway: createPaystack(options),
    another: changes => createPaystack({ ...options, ...changes }),
    pay: (id, card = 'ok') => void simulator.pay(id, { card }),
    simulator,
    ...driver,
    events: () => simulator.events(),
  }
}

export const startDriver = { stripe, paypal, paystack }
