/** Options of every adapter. */
export interface AdapterOptions {
  url: string
  isLive: boolean
  /** Marks what this installation created. */
  installation: string
  timeoutMs: number
  now: () => number
}

export interface StripeOptions extends AdapterOptions {
  secretKey: string
  webhookSecret: string | undefined
}

export interface PayPalOptions extends AdapterOptions {
  clientId: string
  clientSecret: string
  webhookId: string | undefined
}

export interface PaystackOptions extends AdapterOptions {
  secretKey: string
}

/** Options of the gateways whose keys are complete. */
export interface GatewayOptions {
  stripe?: StripeOptions
  paypal?: PayPalOptions
  paystack?: PaystackOptions
}
