import { GATEWAY_CURRENCIES } from '@coffer/contract/gateway-currencies'
import { type Gateway, GatewayError } from '../gateway.ts'
import { notSupported } from '../gateway-answers.ts'
import type { PaystackOptions } from '../gateway-options.ts'
import { createPaystackContext } from './paystack-api.ts'
import { verifyEvent } from './paystack-events.ts'
import { fetchFacts, listDisputes, listPayments, listRefunds } from './paystack-facts.ts'
import { charge, refund, startCheckout } from './paystack-payments.ts'

const nothing = async () => undefined

async function refuse(): Promise<never> {
  throw notSupported('Paystack has no such call.')
}

const NOT_THERE = /not.?found|404|invalid/i

/**
 * Paystack by HTTP. It only stores cards and charges them. The schedule is ours, as its events do
 * not identify its own subscriptions.
 */
export function createPaystack(options: PaystackOptions): Gateway {
  const context = createPaystackContext(options)
  return {
    name: 'paystack',
    isLive: options.isLive,
    capabilities: {
      keepsSchedule: false,
      chargesSavedCards: true,
      registersWebhooks: false,
      listsEverything: true,
      currencies: GATEWAY_CURRENCIES.paystack,
    },
    check: async () => {
      await context.http({ method: 'GET', path: '/balance' })
    },
    ensureCustomer: async () => null,
    ensurePlan: async () => ({}),
    startCheckout: async input => startCheckout(context, input),
    expireCheckout: nothing,
    previewChange: async () => null,
    changePlan: refuse,
    cancelAtEnd: nothing,
    resume: nothing,
    endNow: nothing,
    managePaymentMethod: async () => null,
    forgetMethod: async authorization_code => {
      const path = '/customer/authorization/deactivate'
      try {
        await context.http({ method: 'POST', path, body: { authorization_code } })
      } catch (error) {
        const isGone = error instanceof GatewayError && NOT_THERE.test(error.message)
        if (!isGone) throw error
      }
    },
    charge: input => charge(context, input),
    refund: (key, id, amount) => refund(context, key, id, amount),
    fetchFacts: subject => fetchFacts(context, subject),
    listPayments: since => listPayments(context, since),
    listRefunds: since => listRefunds(context, since),
    listDisputes: since => listDisputes(context, since),
    verifyEvent: (headers, raw) => verifyEvent(context, headers, raw),
    registerWebhook: refuse,
    removeWebhook: nothing,
  }
}
