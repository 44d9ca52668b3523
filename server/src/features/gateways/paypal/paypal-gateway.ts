import { GATEWAY_CURRENCIES } from '@coffer/contract/gateway-currencies'
import type { Gateway } from '../gateway.ts'
import { notSupported, parseAnswer } from '../gateway-answers.ts'
import { isMissing } from '../gateway-errors.ts'
import type { PayPalOptions } from '../gateway-options.ts'
import { cancelAtEnd, endNow, ensurePlan, refund, resume, startCheckout } from './paypal-actions.ts'
import { createPayPalContext, segment } from './paypal-api.ts'
import { EVENT_TYPES, verifyEvent } from './paypal-events.ts'
import { fetchFacts, get, listDisputes, listPayments, listRefunds } from './paypal-facts.ts'
import { Created, Webhooks } from './paypal-schemas.ts'

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
    registerWebhook: async url => {
      const path = '/v1/notifications/webhooks'
      // PayPal registers each address once.
      const registered = (await get(context, path, Webhooks)).webhooks ?? []
      const known = registered.find(webhook => webhook.url === url)
      if (known) return { externalId: known.id, secret: null }
      const { body } = await context.http({
        method: 'POST',
        path,
        body: { url, event_types: EVENT_TYPES.map(name => ({ name })) },
      })
      return { externalId: parseAnswer(Created, body).id, secret: null }
    },
    removeWebhook: async id => {
      const path = `/v1/notifications/webhooks/${segment(id)}`
      await context.http({ method: 'DELETE', path }).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
  }
}
