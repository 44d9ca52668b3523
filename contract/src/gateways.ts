/** The payment gateways; `system` is the operator: balances and bills by hand. */
export const GATEWAY_NAMES = ['stripe', 'paypal', 'paystack', 'system'] as const
export type GatewayName = (typeof GATEWAY_NAMES)[number]

/** States of a payment at a gateway; refunds have some of them. */
export const CHARGE_STATES = [
  'created',
  'processing',
  'action_required',
  'succeeded',
  'failed',
  'cancelled',
] as const
export type ChargeState = (typeof CHARGE_STATES)[number]

/** `open` until the bank decides for one side. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** Trade names, which are the same in every language. */
export const GATEWAY_TITLES: Readonly<Record<Exclude<GatewayName, 'system'>, string>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  paystack: 'Paystack',
}

/** Returns the name of a gateway. @param operator the name of `system` in the language of the page */
export const gatewayName = (gateway: GatewayName, operator: string): string =>
  gateway === 'system' ? operator : GATEWAY_TITLES[gateway]
