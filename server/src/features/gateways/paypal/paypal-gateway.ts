import { GATEWAY_CURRENCIES } from '@coffer/contract/gateway-currencies'
import type { Gateway } from '../gateway.ts'
import { notSupported } from '../gateway-answers.ts'
import type { PayPalOptions } from '../gateway-options.ts'
import { cancelAtEnd, endNow, ensurePlan, refund, resume, startCheckout } from './paypal-actions.ts'
import { createPayPalContext } from './paypal-api.ts'
import { verifyEvent } from './paypal-events.ts'
import { fetchFacts, listDisputes, listPayments, listRefunds } from './paypal-facts.ts'
import { registerWebhook, removeWebhook } from './paypal-webhooks.ts'

async function refuse(): Promise<never> {
  throw notSupported('PayPal has no such call.')
}

const AUTOPAY = 'myaccount/autopay'

/** PayPal by HTTP. Its subscriptions keep the schedule; its wallets can't be charged by us. */
export function createPayPal(options: PayPalOptions): Gateway {
  const context = createPayPalContext(options)
  return {
    name: 'paypal',
    isLive: options.isLive,
    capabilities: {
      keepsSchedule: true,
      chargesSavedCards: false,
      registersWebhooks: true,
      listsEverything: false,
      currencies: GATEWAY_CURRENCIES.paypal,
    },
    check: async () => {
      await context.http({ method: 'GET', path: '/v1/notifications/webhooks' })
    },
    ensureCustomer: async () => null,
    ensurePlan: plan => ensurePlan(context, plan),
    startCheckout: input => startCheckout(context, input),
    // PayPal's pages expire on their own.
    expireCheckout: async () => undefined,
    previewChange: async () => null,
    changePlan: refuse,
    cancelAtEnd: id => cancelAtEnd(context, id),
    resume: id => resume(context, id),
    endNow: id => endNow(context, id),
    managePaymentMethod: async () =>
      `https://www.${options.isLive ? '' : 'sandbox.'}paypal.com/${AUTOPAY}`,
    forgetMethod: async () => undefined,
    charge: refuse,
    refund: (key, id, amount) => refund(context, key, id, amount),
    fetchFacts: subject => fetchFacts(context, subject),
    listPayments: since => listPayments(context, since),
    listRefunds: since => listRefunds(context, since),
    listDisputes: since => listDisputes(context, since),
    verifyEvent: (headers, raw) => verifyEvent(context, headers, raw),
    registerWebhook: url => registerWebhook(context, url),
    removeWebhook: id => removeWebhook(context, id),
  }
}
