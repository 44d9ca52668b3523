import { startPayPalSimulator } from './paypal-simulator.ts'
import { startPaystackSimulator } from './paystack-simulator.ts'
import { startStripeSimulator } from './stripe-simulator.ts'

/**
 * Starts a gateway. Returns the environment of a server that uses it, a currency that it takes, and the
 * headers of a signed event.
 */
export const simulatedGateways = {
  async stripe() {
    const simulator = await startStripeSimulator()
    const env = {
      STRIPE_URL: simulator.url,
      STRIPE_SECRET_KEY: simulator.secretKey,
      STRIPE_WEBHOOK_SECRET: simulator.webhookSecret,
    }
    const sign = (body: string) => ({ 'stripe-signature': simulator.sign(body) })
    return { simulator, env, sign, currency: 'EUR' }
  },
  async paypal() {
    const simulator = await startPayPalSimulator()
    const env = {
      PAYPAL_URL: simulator.url,
      PAYPAL_CLIENT_ID: simulator.clientId,
      PAYPAL_CLIENT_SECRET: simulator.clientSecret,
      PAYPAL_WEBHOOK_ID: simulator.webhookId,
    }
    return { simulator, env, sign: (body: string) => simulator.sign(body), currency: 'EUR' }
  },
  async paystack() {
    const simulator = await startPaystackSimulator()
    const env = { PAYSTACK_URL: simulator.url, PAYSTACK_SECRET_KEY: simulator.secretKey }
    const sign = (body: string) => ({ 'x-paystack-signature': simulator.sign(body) })
    return { simulator, env, sign, currency: 'NGN' }
  },
}

export type SimulatedGateway<N extends keyof typeof simulatedGateways> = Awaited<
  ReturnType<(typeof simulatedGateways)[N]>
>
