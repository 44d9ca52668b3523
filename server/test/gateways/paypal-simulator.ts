import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { agreementOf } from './paypal/billing.ts'
import { catalogRoutes } from './paypal/catalog.ts'
import { description, fail } from './paypal/errors.ts'
import { approveOrder, orderRoutes } from './paypal/orders.ts'
import { paypalPage } from './paypal/pages.ts'
import {
  cancelReversal,
  closeDispute,
  dispute,
  refundRoutes,
  reverse,
  reversedOf,
  statement,
} from './paypal/refunds.ts'
import { createState, need, type PayPalState } from './paypal/state.ts'
import { approve, subscriptionRoutes } from './paypal/subscriptions.ts'
import { createSigner, receiversOf, type Signer, webhookRoutes } from './paypal/webhooks.ts'
import type { StatementLine } from './shared/bank-statement.ts'
import type { Card } from './shared/cards.ts'
import { randomId } from './shared/ids.ts'
import { parseForm, parseJson, parseQuery } from './shared/request-texts.ts'
import {
  type Call,
  controlsOf,
  createCore,
  GatewayError,
  type GatewayRules,
  listen,
  type SimulatorOptions,
} from './shared/simulator-server.ts'

export type PayPalSimulator = Awaited<ReturnType<typeof startPayPalSimulator>>

/** PayPal on this machine, with state: subscriptions, orders, refunds, signed events. */
export async function startPayPalSimulator(options: SimulatorOptions = {}) {
  const clientId = randomId('A', 40)
  const clientSecret = randomId('E', 40)
  const webhookId = randomId('', 17)
  let url = ''
  const headers = ({ body }: { body: string }) => signer.headers(body, webhookId)
  const core = createCore(options, headers, () => receiversOf(state, signer))
  const state = createState(core, () => url)
  const signer = createSigner(state)
  const rules = rulesOf(state, signer, { clientId, clientSecret })
  const server = await listen(core, rules, options.port)
  url = server.url

  return {
    ...controlsOf(core, server),
    clientId,
    clientSecret,
    /** Of the deliveries to `webhookUrl`. */
    webhookId,
    quirks: state.quirks,
    /** Headers as this gateway would send them with a body. */
    sign: (body: string, id = webhookId) => signer.headers(body, id),
    replaceCertificate: signer.replaceCertificate,
    events: () => state.events,
    payments: (): StatementLine[] => statement(state),
    ...people(state),
  }
}

/** Acts of payers. */
function people(state: PayPalState) {
  return {
    /** Approves a subscription, which pays, or an order, which the merchant has to capture. */
    pay(id: string, { card }: { card: Card } = { card: 'ok' }) {
      const isOrder = state.orders.has(id)
      if (isOrder) approveOrder(state, id, card)
      const isApproved = isOrder || approve(state, id, card)
      void state.core.events.flush()
      return isApproved ? ('paid' as const) : ('refused' as const)
    },
    /** From now on the account that pays a subscription behaves like this. */
    setCard(subscriptionId: string, card: Card) {
      const call = 'GET /v1/billing/subscriptions/{id}'
      agreementOf(state, need(state.subscriptions, subscriptionId, call)).payer = card
    },
    dispute: (paymentId: string) => dispute(state, paymentId),
    /** As if the keys became those of another account. */
    deleteData() {
      const { products, plans, subscriptions, sales, orders, captures } = state
      for (const each of [products, plans, subscriptions, sales, orders, captures]) each.clear()
    },
    /** @param amount minor units that a lost dispute takes; undefined for all that is left */
    closeDispute: (id: string, paymentId: string, outcome: 'won' | 'lost', amount?: number) =>
      closeDispute(state, id, paymentId, outcome, amount),
    /** Takes a payment from the merchant without a dispute; an amount in minor units for a part of it. */
    reverse: (paymentId: string, amount?: number) => reverse(state, paymentId, amount),
    cancelReversal: (paymentId: string) => cancelReversal(state, paymentId),
    /** Minor units that reversals have taken from a payment. */
    reversed: (paymentId: string) => reversedOf(state, paymentId),
  }
}

const TOKEN = 'POST /v1/oauth2/token'
const TOKEN_MS = 9 * HOUR_MS

function rulesOf(
  state: PayPalState,
  signer: Signer,
  keys: { clientId: string; clientSecret: string },
): GatewayRules {
  const tokens = new Map<string, number>()
  const basic = Buffer.from(`${keys.clientId}:${keys.clientSecret}`).toString('base64')
  const now = () => state.core.clock.now()
  return {
    description,
    parseBody: (raw, call) => (call === TOKEN ? parseForm(raw) : parseJson(raw, malformed)),
    parseQuery,
    authenticate({ call, headers }, areKeysRevoked) {
      const { authorization = '' } = headers
      if (call === TOKEN) {
        if (authorization === `Basic ${basic}` && !areKeysRevoked) return
        throw invalidClient()
      }
      const until = tokens.get(authorization.replace('Bearer ', '')) ?? 0
      if (until > now() && !areKeysRevoked) return
      throw fail(401, [], { isEarly: true })
    },
    routes: {
      [TOKEN]: ({ body }) => {
        if (body.grant_type !== 'client_credentials') throw invalidClient()
        const token = randomId('A21AA', 40)
        tokens.set(token, now() + TOKEN_MS)
        return { access_token: token, token_type: 'Bearer', expires_in: TOKEN_MS / 1000 }
      },
      ...catalogRoutes(state),
      ...subscriptionRoutes(state),
      ...orderRoutes(state),
      ...refundRoutes(state),
      ...webhookRoutes(state, signer),
    },
    page: paypalPage(state),
    file: signer.file,
    idempotency,
    repeatedStatus: status => (status === 201 ? 200 : status),
    statusOf: call => STATUSES[call] ?? (NO_CONTENT.test(call) ? 204 : 200),
    errors,
  }
}

const malformed = () => fail(400, [{ issue: 'MALFORMED_REQUEST_JSON' }], { isEarly: true })

const invalidClient = () =>
  new GatewayError(
    401,
    { error: 'invalid_client', error_description: 'Client Authentication failed' },
    { isEarly: true },
  )

const STATUSES: Record<string, number> = {
  'POST /v1/catalogs/products': 201,
  'POST /v1/billing/plans': 201,
  'POST /v1/billing/subscriptions': 201,
  'POST /v2/checkout/orders': 201,
  'POST /v2/checkout/orders/{id}/capture': 201,
  'POST /v2/payments/captures/{capture_id}/refund': 201,
  'POST /v1/payments/sale/{sale_id}/refund': 201,
  'POST /v1/notifications/webhooks': 201,
  'POST /v1/notifications/webhooks-events/{event_id}/resend': 202,
}

const NO_CONTENT = /^DELETE |\/(suspend|cancel|activate|deactivate|update-pricing-schemes)$/

/** How long each family of calls remembers a request id. */
const KEPT_MS: [path: string, ms: number][] = [
  ['/v2/checkout/orders', 6 * HOUR_MS],
  ['/v1/billing/', 72 * HOUR_MS],
  ['/v1/catalogs/', 72 * HOUR_MS],
  ['/v2/payments/', 45 * DAY_MS],
  ['/v1/payments/sale/', 30 * DAY_MS],
]

function idempotency({ call, headers }: Call) {
  const key = headers['paypal-request-id']
  const path = call.split(' ')[1] ?? ''
  const kept = KEPT_MS.find(([prefix]) => path.startsWith(prefix))
  if (typeof key !== 'string' || !kept || !call.startsWith('POST ')) return undefined
  return { key: `${call} ${key}`, keepMs: kept[1] }
}

const errors: GatewayRules['errors'] = {
  unknownCall: () => fail(404),
  invalid: problems => {
    const details = problems.map(issue => ({
      issue: 'INVALID_PARAMETER_SYNTAX',
      description: issue,
    }))
    return fail(400, details, { isEarly: true })
  },
  keyReused: () => fail(400, [{ issue: 'INVALID_PARAMETER_VALUE' }], { isEarly: true }),
  internal: () => fail(500),
  limited: seconds => fail(429, [], { headers: { 'retry-after': String(seconds) } }),
}
