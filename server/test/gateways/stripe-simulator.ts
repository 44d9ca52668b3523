import { DAY_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import type { StatementLine } from './shared/bank-statement.ts'
import type { Card } from './shared/cards.ts'
import type { Fields } from './shared/description.ts'
import type { OutgoingEvent } from './shared/event-queue.ts'
import { randomId } from './shared/ids.ts'
import { parseForm } from './shared/request-texts.ts'
import {
  type Call,
  controlsOf,
  createCore,
  type GatewayRules,
  type Handler,
  listen,
  type SimulatorOptions,
} from './shared/simulator-server.ts'
import { catalogRoutes } from './stripe/catalog.ts'
import { answerBank, type Checkout, createCheckout, type Payment } from './stripe/checkout.ts'
import { customerRoutes, replaceCard } from './stripe/customers.ts'
import { fail } from './stripe/errors.ts'
import { payInvoice } from './stripe/hosted-invoice.ts'
import { creditInvoice, includableLists, invoiceRoutes, payOutside } from './stripe/invoices.ts'
import { expand } from './stripe/lists.ts'
import { stripePage } from './stripe/pages.ts'
import { paymentRoutes } from './stripe/payments.ts'
import { closeDispute, dispute, failRefund, refundRoutes, statement } from './stripe/refunds.ts'
import {
  all,
  createState,
  description,
  get,
  type StripeOptions,
  type StripeState,
} from './stripe/state.ts'
import { subscriptionChangeRoutes } from './stripe/subscription-changes.ts'
import { subscriptionRoutes } from './stripe/subscriptions.ts'
import { receiversOf, signature, webhookRoutes } from './stripe/webhooks.ts'

const KEPT_MS = DAY_MS

export type StripeSimulator = Awaited<ReturnType<typeof startStripeSimulator>>

/** Stripe on this machine, with state, to which a real SDK can be pointed. */
export async function startStripeSimulator(
  options: SimulatorOptions & Partial<StripeOptions> = {},
) {
  const secretKey = randomId('sk_test_', 24)
  const webhookSecret = randomId('whsec_', 24)
  const headers = ({ body }: OutgoingEvent) => ({
    'stripe-signature': signature(body, state.sentAt(), webhookSecret),
  })
  const core = createCore(options, headers, () => receiversOf(state))
  let url = ''
  const state = createState(core, {
    retryDays: options.retryDays ?? [3, 5, 7],
    afterRetries: options.afterRetries ?? 'cancel',
    url: () => url,
  })
  const checkout = createCheckout(state)
  const server = await listen(core, rulesOf(state, checkout, secretKey), options.port)
  url = server.url

  return {
    ...controlsOf(core, server),
    secretKey,
    publicKey: secretKey.replace('sk_', 'pk_'),
    webhookSecret,
    /** Signs a body as this gateway would, now or at another second, with one or more secrets. */
    sign: (body: string, seconds = state.seconds(), ...secrets: string[]) =>
      signature(body, seconds, ...(secrets.length > 0 ? secrets : [webhookSecret])),
    events: () => all(state, 'event'),
    payments: (): StatementLine[] => statement(state),
    /** Ids for `setCard`. */
    savedCards: () => all(state, 'payment_method').map(({ id }) => id),
    ...people(state, checkout),
  }
}

/** Acts of people at Stripe: payers, their banks, and the owner of the account. */
function people(state: StripeState, checkout: Checkout) {
  return {
    /** Pays a checkout, an open invoice or an intent that a bank must confirm; `bps_…` chooses another card. */
    pay(id: string, payment: Payment = { card: 'ok' }) {
      const outcome = payById(state, checkout, id, payment)
      void state.core.events.flush()
      return outcome
    },
    /** From now on a saved card behaves like this. */
    setCard(methodId: string, card: Card) {
      get(state, 'payment_method', methodId)
      state.cards.set(methodId, card)
    },
    /** Whether a saved card can still be charged. */
    isSaved: (methodId: string) =>
      get<Stripe.PaymentMethod>(state, 'payment_method', methodId).customer !== null,
    /** The setting of the account for subscriptions whose retries are over. */
    setAfterRetries(outcome: StripeOptions['afterRetries']) {
      state.afterRetries = outcome
    },
    /** The owner marks an open invoice as paid. */
    payOutside: (invoiceId: string) => payOutside(state, get(state, 'invoice', invoiceId)),
    /** The owner writes a credit note for a part of an open invoice. */
    creditInvoice: (invoiceId: string, amount: number) =>
      creditInvoice(state, get(state, 'invoice', invoiceId), amount),
    failRefund: (id: string) => failRefund(state, id),
    dispute: (intentId: string) => dispute(state, intentId),
    /** “Delete all test data”; answers to idempotency keys stay. */
    deleteData() {
      for (const { object } of [...state.resources.values()])
        if (object !== 'webhook_endpoint') state.resourcesOf.delete(object)
      for (const [id, { object }] of state.resources)
        if (object !== 'webhook_endpoint') state.resources.delete(id)
    },
    closeDispute: (id: string, outcome: 'won' | 'lost') => closeDispute(state, id, outcome),
  }
}

function payById(state: StripeState, checkout: Checkout, id: string, payment: Payment) {
  if (id.startsWith('in_')) return payInvoice(state, id, payment)
  if (id.startsWith('pi_')) return answerBank(state, id, payment.authentication ?? 'pass')
  if (id.startsWith('bps_')) {
    const { customer } = get(state, 'billing_portal.session', id) as unknown as Fields
    replaceCard(state, String(customer), payment.card)
    return 'paid'
  }
  return checkout.pay(id, payment)
}

function rulesOf(state: StripeState, checkout: Checkout, secretKey: string): GatewayRules {
  const routes: Record<string, Handler> = {
    'GET /v1/balance': () => ({ object: 'balance', livemode: false, available: [], pending: [] }),
    ...catalogRoutes(state),
    ...customerRoutes(state),
    ...checkout.routes,
    ...invoiceRoutes(state),
    ...paymentRoutes(state),
    ...refundRoutes(state),
    ...subscriptionRoutes(state),
    ...subscriptionChangeRoutes(state),
    ...webhookRoutes(state),
  }
  const includable = { ...includableLists(state), ...checkout.includable }
  const withExpand =
    (handler: Handler): Handler =>
    call =>
      expand(state, includable, handler(call), call.query.expand ?? call.body.expand)
  return {
    description,
    parseBody: parseForm,
    parseQuery: parseForm,
    authenticate: ({ headers }, areKeysRevoked) => {
      if (headers.authorization === `Bearer ${secretKey}` && !areKeysRevoked) return
      const message = 'Invalid API Key provided.'
      throw fail(401, { type: 'invalid_request_error', message }, { isEarly: true })
    },
    routes: Object.fromEntries(
      Object.entries(routes).map(([call, handler]) => [call, withExpand(handler)]),
    ),
    page: stripePage(state, checkout),
    idempotency,
    statusOf: () => 200,
    errors,
  }
}

function idempotency({ call, headers }: Call) {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || !call.startsWith('POST ')) return undefined
  return { key, keepMs: KEPT_MS }
}

const errors: GatewayRules['errors'] = {
  unknownCall: call =>
    fail(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call}).` }),
  invalid: problems => {
    const message = problems.join('; ')
    return fail(
      400,
      { type: 'invalid_request_error', code: 'parameter_unknown', message },
      { isEarly: true },
    )
  },
  keyReused: key => {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}`
    return fail(400, { type: 'idempotency_error', message }, { isEarly: true })
  },
  internal: () => fail(500, { type: 'api_error', message: 'An unknown error occurred.' }),
  limited: seconds =>
    fail(
      429,
      { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
      { headers: { 'retry-after': String(seconds) } },
    ),
}
