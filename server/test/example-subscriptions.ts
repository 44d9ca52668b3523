import type { ExampleRequest } from './endpoints.ts'
import type { OwnedData } from './owned-data.ts'

const REASON = { reason: 'Agreed on the phone' }
const of =
  (
    name: 'card' | 'checkout' | 'payment' | 'subscription' | 'userId',
    body?: Record<string, unknown>,
  ) =>
  (own: OwnedData): ExampleRequest => ({ params: { id: own[name] }, ...(body && { body }) })

/** Valid requests for subscriptions, their limits and gateways. */
export const SUBSCRIPTION_EXAMPLES: Record<string, (own: OwnedData) => ExampleRequest> = {
  'GET /api/subscriptions/detail': () => ({}),
  'GET /api/subscriptions/overview': () => ({}),
  'POST /api/subscriptions/checkout': ({ offer }) => ({ body: { plan: offer, driver: 'stripe' } }),
  'POST /api/stripe/checkout': ({ offer }) => ({ body: { planCode: offer } }),
  // It takes no euros, in which the plans are priced.
  'POST /api/paystack/checkout': () => ({ body: { amount: 100_000, currency: 'NGN' } }),
  'GET /api/subscriptions/checkouts/:id': of('checkout'),
  'POST /api/subscriptions/fund': () => ({
    body: { amount: 1000, currency: 'EUR', driver: 'stripe' },
  }),
  'POST /api/subscriptions/payment-methods': () => ({ body: { driver: 'stripe' } }),
  'DELETE /api/subscriptions/payment-methods/:id': of('card'),
  'POST /api/subscriptions/cancel': () => ({}),
  'POST /api/subscriptions/resume': () => ({}),
  'GET /api/subscriptions/swap/:plan': ({ offer }) => ({ params: { plan: offer } }),
  'POST /api/subscriptions/swap/:plan': ({ offer }) => ({ params: { plan: offer }, body: {} }),
  'POST /api/subscriptions/edit/:subscription': ({ subscription }) => ({
    params: { subscription },
  }),
  'GET /api/subscriptions/admin': () => ({}),
  'GET /api/subscriptions/admin/export': () => ({}),
  'GET /api/subscriptions/admin/users/:id/subscription': of('userId'),
  'POST /api/subscriptions/admin/:id/cancel': of('subscription', REASON),
  'POST /api/subscriptions/admin/:id/end': of('subscription', REASON),
  'POST /api/subscriptions/admin/:id/sync': of('subscription'),
  'POST /api/subscriptions/admin/payments/:id/refund': of('payment', REASON),
  'GET /api/subscriptions/usage': () => ({}),
  'POST /api/subscriptions/billing-alert': () => ({ body: { amount: 2000 } }),
  'PUT /api/subscriptions/billing-alert': () => ({ body: { amount: 2000 } }),
  'DELETE /api/subscriptions/billing-alert': () => ({}),
  'PUT /api/subscriptions/spending-cap': () => ({ body: { amount: 5000 } }),
  'DELETE /api/subscriptions/spending-cap': () => ({}),
  'POST /api/subscriptions/:driver/webhooks': () => ({ params: { driver: 'stripe' } }),
  'GET /api/admin/gateways': () => ({}),
  'POST /api/admin/gateways/:gateway/check': () => ({ params: { gateway: 'stripe' } }),
  'POST /api/admin/gateways/:gateway/webhook': () => ({ params: { gateway: 'stripe' } }),
}
