import { startPayPalSimulator } from './paypal-simulator.ts'
import { startPaystackSimulator } from './paystack-simulator.ts'
import type { SimulatorOptions } from './shared/simulator-server.ts'
import { startStripeSimulator } from './stripe-simulator.ts'

const STARTERS = {
  stripe: startStripeSimulator,
  paypal: startPayPalSimulator,
  paystack: startPaystackSimulator,
}

export type SimulatedGateway = keyof typeof STARTERS
export type Simulators = {
  [Name in SimulatedGateway]: Awaited<ReturnType<(typeof STARTERS)[Name]>>
}

export const SIMULATED_GATEWAYS = ['stripe', 'paypal', 'paystack'] as const

/** A currency that each gateway takes. */
export const CURRENCY_OF = { stripe: 'EUR', paypal: 'EUR', paystack: 'NGN' } as const

/** Starts a simulator of each gateway, or of the named ones. */
export async function startSimulators<Name extends SimulatedGateway = SimulatedGateway>(
  names?: readonly Name[],
  options: SimulatorOptions = {},
): Promise<Pick<Simulators, Name>> {
  const started = await Promise.all(
    (names ?? SIMULATED_GATEWAYS).map(async name => [name, await STARTERS[name](options)]),
  )
  return Object.fromEntries(started)
}

/** The environment variables with which Coffer uses the simulators. */
export const simulatorVariables = ({ stripe, paypal, paystack }: Partial<Simulators>) => ({
  ...(stripe && {
    STRIPE_URL: stripe.url,
    STRIPE_PUBLIC_KEY: stripe.publicKey,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  }),
  ...(paypal && {
    PAYPAL_URL: paypal.url,
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId,
  }),
  ...(paystack && {
    PAYSTACK_URL: paystack.url,
    PAYSTACK_PUBLIC_KEY: paystack.publicKey,
    PAYSTACK_SECRET_KEY: paystack.secretKey,
  }),
})

/** The headers of an event that the gateway has signed. */
export const signatureHeaders: {
  [Name in SimulatedGateway]: (simulator: Simulators[Name], body: string) => Record<string, string>
} = {
  stripe: (simulator, body) => ({ 'stripe-signature': simulator.sign(body) }),
  paypal: (simulator, body) => simulator.sign(body),
  paystack: (simulator, body) => ({ 'x-paystack-signature': simulator.sign(body) }),
}

/** Sends the events of the simulators to a running Coffer. */
export function sendEventsTo(simulators: Partial<Simulators>, origin: string): void {
  for (const [name, simulator] of Object.entries(simulators))
    simulator.sendEventsTo(`${origin}/api/subscriptions/${name}/webhooks`)
}

/** Moves the clocks of all gateways, which bill meanwhile. */
export async function advanceSimulators(
  simulators: Partial<Simulators>,
  ms: number,
): Promise<void> {
  for (const simulator of Object.values(simulators)) await simulator.clock.advance(ms)
}

export async function closeSimulators(simulators: Partial<Simulators>): Promise<void> {
  await Promise.all(Object.values(simulators).map(simulator => simulator.close()))
}
