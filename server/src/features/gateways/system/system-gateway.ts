import { GATEWAY_CURRENCIES } from '@coffer/contract/gateway-currencies'
import { type Gateway, GatewayError, NO_FACTS } from '../gateway.ts'

async function refuse(): Promise<never> {
  throw new GatewayError('rejected', 'There is no such call without a gateway.', {
    code: 'not_supported',
  })
}

async function* nothing() {}

/** Payments from balances and by hand, without calls to other servers. */
export const systemGateway: Gateway = {
  name: 'system',
  isLive: true,
  capabilities: {
    keepsSchedule: false,
    chargesSavedCards: false,
    registersWebhooks: false,
    listsEverything: true,
    currencies: GATEWAY_CURRENCIES.system,
  },
  check: async () => undefined,
  ensureCustomer: async () => null,
  ensurePlan: async () => ({}),
  startCheckout: refuse,
  expireCheckout: async () => undefined,
  previewChange: async () => null,
  changePlan: refuse,
  cancelAtEnd: refuse,
  resume: refuse,
  endNow: refuse,
  managePaymentMethod: async () => null,
  forgetMethod: async () => undefined,
  charge: refuse,
  refund: refuse,
  fetchFacts: async () => NO_FACTS,
  listPayments: nothing,
  listRefunds: nothing,
  listDisputes: nothing,
  verifyEvent: refuse,
  registerWebhook: refuse,
  removeWebhook: refuse,
}
