import { startPayPalSimulator } from './paypal-simulator.ts'
import { startPaystackSimulator } from './paystack-simulator.ts'
import { startStripeSimulator } from './stripe-simulator.ts'

export type Simulators = Awaited<ReturnType<typeof startSimulators>>

/** Starts a simulator of each gateway. */
export async function startSimulators() {
  const [stripe, paypal, paystack] = await Promise.all([
    startStripeSimulator(),
    startPayPalSimulator(),
    startPaystackSimulator(),
  ])
  return { stripe, paypal, paystack }
}

/** The environment variables with which Coffer uses the simulators. */
export const simulatorVariables = ({ stripe, paypal, paystack }: Simulators) => ({
  STRIPE_URL: stripe.url,
  STRIPE_PUBLIC_KEY: stripe.publicKey,
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  PAYPAL_URL: paypal.url,
  PAYPAL_CLIENT_ID: paypal.clientId,
  PAYPAL_CLIENT_SECRET: paypal.clientSecret,
  PAYPAL_WEBHOOK_ID: paypal.webhookId,
  PAYSTACK_URL: paystack.url,
  PAYSTACK_PUBLIC_KEY: paystack.publicKey,
  PAYSTACK_SECRET_KEY: paystack.secretKey,
})

/** Sends the events of all simulators to a running Coffer. */
export function sendEventsTo(simulators: Simulators, origin: string): void {
  for (const [name, simulator] of Object.entries(simulators))
    simulator.sendEventsTo(`${origin}/api/subscriptions/${name}/webhooks`)
}

/** Moves the clocks of all gateways, which bill meanwhile. */
export async function advanceSimulators(simulators: Simulators, ms: number): Promise<void> {
  for (const simulator of Object.values(simulators)) await simulator.clock.advance(ms)
}
