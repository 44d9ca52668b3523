import { GATEWAY_CURRENCIES } from '@coffer/contract/gateway-currencies'
import type { Gateway } from '../gateway.ts'
import type { StripeOptions } from '../gateway-options.ts'
import { ensureCustomer, ensurePlan, expireCheckout, startCheckout } from './stripe-checkout.ts'
import { API_VERSION, createContext, marked } from './stripe-client.ts'
import { reading, unlessGone, writing } from './stripe-errors.ts'
import { EVENT_TYPES, verifyEvent } from './stripe-events.ts'
import { fetchFacts, listDisputes, listPayments, listRefunds } from './stripe-facts.ts'
import { charge, forgetMethod, refund } from './stripe-payments.ts'
import {
  cancelAtEnd,
  changePlan,
  endNow,
  managePaymentMethod,
  previewChange,
  resume,
} from './stripe-subscriptions.ts'

/** Stripe by its SDK, with its own subscriptions, retries and hosted pages. */
export function createStripe(options: StripeOptions): Gateway {
  const context = createContext(options)
  const { stripe } = context
  return {
    name: 'stripe',
    isLive: options.isLive,
    capabilities: {
      keepsSchedule: true,
      chargesSavedCards: true,
      registersWebhooks: true,
      listsEverything: true,
      currencies: GATEWAY_CURRENCIES.stripe,
    },
    check: async () => {
      await reading(() => stripe.prices.list({ limit: 1 }))
    },
    ensureCustomer: (customer, known) => ensureCustomer(context, customer, known),
    ensurePlan: plan => ensurePlan(context, plan),
    startCheckout: input => startCheckout(context, input),
    expireCheckout: id => expireCheckout(context, id),
    previewChange: (id, change) => previewChange(context, id, change),
    changePlan: (key, id, change) => changePlan(context, key, id, change),
    cancelAtEnd: id => cancelAtEnd(context, id),
    resume: id => resume(context, id),
    endNow: id => endNow(context, id),
    managePaymentMethod: ({ customerExternalId, returnUrl }) =>
      managePaymentMethod(context, customerExternalId, returnUrl),
    forgetMethod: id => forgetMethod(context, id),
    charge: input => charge(context, input),
    refund: (key, id, amount) => refund(context, key, id, amount),
    fetchFacts: subject => fetchFacts(context, subject),
    listPayments: since => listPayments(context, since),
    listRefunds: since => listRefunds(context, since),
    listDisputes: since => listDisputes(context, since),
    verifyEvent: (headers, raw) => verifyEvent(context, headers, raw),
    registerWebhook: async url => {
      const endpoint = await writing(() =>
        stripe.webhookEndpoints.create({
          url,
          enabled_events: EVENT_TYPES,
          api_version: API_VERSION,
          metadata: marked(context, {}),
        }),
      )
      return { externalId: endpoint.id, secret: endpoint.secret ?? null }
    },
    removeWebhook: id => unlessGone(() => stripe.webhookEndpoints.del(id)),
  }
}
