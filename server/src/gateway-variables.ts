import { z } from 'zod'
import { flag, webUrl } from './variable-types.ts'

/** Addresses and credentials of payment gateways; missing credentials are settings. */
export const GatewayVariables = z.object({
  STRIPE_URL: webUrl.default('https://api.stripe.com'),
  STRIPE_PUBLIC_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  PAYPAL_URL: webUrl.optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_LIVE: flag.optional(),
  PAYSTACK_URL: webUrl.default('https://api.paystack.co'),
  PAYSTACK_PUBLIC_KEY: z.string().optional(),
  PAYSTACK_SECRET_KEY: z.string().optional(),
})

export interface GatewaysConfig {
  /** Time limit for the answer to one call. */
  timeoutMs: number
  stripe: {
    url: string
    publicKey: string | undefined
    secretKey: string | undefined
    webhookSecret: string | undefined
  }
  paypal: {
    /** Undefined for PayPal's own server, which is the sandbox's unless `paypal_live` is on. */
    url: string | undefined
    clientId: string | undefined
    clientSecret: string | undefined
    webhookId: string | undefined
    isLive: boolean | undefined
  }
  paystack: { url: string; publicKey: string | undefined; secretKey: string | undefined }
}

const TIMEOUT_MS = 20_000

export const gatewaysConfigOf = (data: z.output<typeof GatewayVariables>): GatewaysConfig => ({
  timeoutMs: TIMEOUT_MS,
  stripe: {
    url: data.STRIPE_URL,
    publicKey: data.STRIPE_PUBLIC_KEY,
    secretKey: data.STRIPE_SECRET_KEY,
    webhookSecret: data.STRIPE_WEBHOOK_SECRET,
  },
  paypal: {
    url: data.PAYPAL_URL,
    clientId: data.PAYPAL_CLIENT_ID,
    clientSecret: data.PAYPAL_CLIENT_SECRET,
    webhookId: data.PAYPAL_WEBHOOK_ID,
    isLive: data.PAYPAL_LIVE,
  },
  paystack: {
    url: data.PAYSTACK_URL,
    publicKey: data.PAYSTACK_PUBLIC_KEY,
    secretKey: data.PAYSTACK_SECRET_KEY,
  },
})
