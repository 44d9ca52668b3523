import { DAY_MS, MINUTE_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import { type Card, refusalOf } from '../shared/cards.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { requireChargeable } from './amounts.ts'
import { priceOf } from './catalog.ts'
import { attach, createCard, createCustomer, createSetupIntent } from './customers.ts'
import { refuse } from './errors.ts'
import { asList, type Includable, listOf } from './lists.ts'
import { AUTHENTICATION_FAILED, attempt, createIntent, failIntent } from './payments.ts'
import {
  add,
  all,
  change,
  find,
  get,
  make,
  mergeMetadata,
  newId,
  route,
  type StripeState,
} from './state.ts'
import { subscribe } from './subscriptions.ts'

type Params = Stripe.Checkout.SessionCreateParams

interface Purchase {
  params: Params
  lines: { price: Stripe.Price; quantity: number; isMade: boolean }[]
}

export interface Payment {
  card: Card
  /** How the payer answers the bank's question. */
  authentication?: 'pass' | 'fail'
}

export type Outcome = 'paid' | 'pending' | 'refused'

export type Checkout = ReturnType<typeof createCheckout>

/** Hosted checkout sessions: subscription, payment and setup. */
export function createCheckout(state: StripeState) {
  const purchases = new Map<string, Purchase>()
  state.afterIntent.push(intent => finishAsync(state, intent))

  function create(params: Params): Stripe.Checkout.Session {
    const lines = (params.line_items ?? []).map(line => ({
      price: priceOf(state, line as { price?: string }),
      quantity: line.quantity ?? 1,
      isMade: line.price_data !== undefined,
    }))
    validate(state, params, lines)
    const session = composeSession(state, params, lines)
    purchases.set(session.id, { params, lines })
    state.core.clock.at(session.expires_at * 1000, () => {
      if (session.status === 'open') expire(state, session)
    })
    return add(state, session)
  }

  function pay(id: string, payment: Payment): Outcome {
    const session = get<Stripe.Checkout.Session>(state, 'checkout.session', id)
    const purchase = purchases.get(id)
    if (session.status !== 'open' || !purchase) throw refuse(`The session is ${session.status}.`)
    return complete(state, session, purchase, payment)
  }

  const includable: Record<string, Includable> = {
    'checkout.session.line_items': ({ id }) => lineItems(String(id), purchases.get(String(id))),
  }
  const routes: Record<string, Handler> = {
    'GET /v1/checkout/sessions': listOf(state, 'checkout.session'),
    'POST /v1/checkout/sessions': route<Params>(create),
    'GET /v1/checkout/sessions/{id}': call => get(state, 'checkout.session', call.params.id),
    'POST /v1/checkout/sessions/{id}/expire': call => {
      const session = get<Stripe.Checkout.Session>(state, 'checkout.session', call.params.id)
      if (session.status === 'open') return expire(state, session)
      throw refuse(`Only open sessions can be expired; this one is ${session.status}.`)
    },
  }
  return { routes, includable, pay }
}

function validate(state: StripeState, params: Params, lines: Purchase['lines']) {
  const { mode, customer } = params
  if (!mode) throw refuse('You must pass mode.', 'parameter_missing', 'mode')
  if (!params.success_url) throw refuse('You must pass success_url.', undefined, 'success_url')
  if (customer) get(state, 'customer', customer)
  const wait = (params.expires_at ?? Infinity) * 1000 - state.core.clock.now()
  if (wait < 29 * MINUTE_MS || (wait > DAY_MS && wait !== Infinity)) {
    throw refuse('expires_at must be 30 minutes to 24 hours away.', undefined, 'expires_at')
  }
  if (mode !== 'setup') return validateLines(mode, lines)
  if (params.currency || params.allowed_payment_method_types) return
  throw refuse('Setup mode needs currency or types of methods.', undefined, 'currency')
}

function validateLines(mode: string, lines: Purchase['lines']) {
  const currency = lines[0]?.price.currency
  if (currency === undefined) throw refuse('You must pass line_items.', undefined, 'line_items')
  const recurring = lines.filter(({ price }) => price.recurring).length
  if (recurring !== (mode === 'subscription' ? lines.length : 0)) {
    throw refuse(`The prices do not fit mode ${mode}.`, undefined, 'line_items')
  }
  if (lines.some(({ price, isMade }) => !price.active && !isMade)) {
    throw refuse('The price specified is inactive.', undefined, 'line_items[0][price]')
  }
  requireChargeable(sumOf(lines), currency)
}

const sumOf = (lines: Purchase['lines']) =>
  lines.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * quantity, 0)

function composeSession(state: StripeState, params: Params, lines: Purchase['lines']) {
  const id = newId('cs_test')
  const isSetup = params.mode === 'setup'
  const amount = isSetup ? null : sumOf(lines)
  return make<Stripe.Checkout.Session>('Checkout.Session', {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: state.seconds(),
    currency: params.currency ?? lines[0]?.price.currency ?? null,
    customer: params.customer ?? null,
    customer_email: params.customer_email ?? null,
    expires_at: params.expires_at ?? state.seconds() + DAY_MS / 1000,
    locale: params.locale ?? null,
    metadata: mergeMetadata(null, params.metadata),
    mode: params.mode,
    payment_method_types: ['card'],
    payment_status: isSetup ? 'no_payment_required' : 'unpaid',
    setup_intent: isSetup ? setupFor(state, params).id : null,
    status: 'open',
    success_url: params.success_url ?? null,
    ui_mode: params.ui_mode ?? 'hosted_page',
    url: `${state.url()}/pay/${id}`,
  })
}

function setupFor(state: StripeState, params: Params): Stripe.SetupIntent {
  return createSetupIntent(state, {
    ...(params.customer && { customer: params.customer }),
    metadata: params.setup_intent_data?.metadata,
  })
}

function lineItems(id: string, purchase: Purchase | undefined) {
  const items = (purchase?.lines ?? []).map(({ price, quantity }) => {
    const amount = (price.unit_amount ?? 0) * quantity
    return make<Stripe.LineItem>('LineItem', {
      id: newId('li'),
      object: 'item',
      amount_subtotal: amount,
      amount_total: amount,
      currency: price.currency,
      price,
      quantity,
    })
  })
  return asList(items, `/v1/checkout/sessions/${id}/line_items`)
}

function expire(state: StripeState, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  return change(state, 'checkout.session.expired', session, { status: 'expired', url: null })
}

function complete(
  state: StripeState,
  session: Stripe.Checkout.Session,
  purchase: Purchase,
  payment: Payment,
): Outcome {
  const method = createCard(state, payment.card)
  if (session.mode === 'setup') return completeSetup(state, session, method)
  if (session.mode === 'payment') return completePayment(state, session, purchase, payment, method)
  return completeSubscription(state, session, purchase, payment, method)
}

function completeSetup(
  state: StripeState,
  session: Stripe.Checkout.Session,
  method: Stripe.PaymentMethod,
): Outcome {
  const intent = get<Stripe.SetupIntent>(state, 'setup_intent', session.setup_intent)
  if (session.customer) attach(state, method, session.customer as string)
  change(state, 'setup_intent.succeeded', intent, {
    status: 'succeeded',
    payment_method: method.id,
  })
  change(state, 'checkout.session.completed', session, { status: 'complete', url: null })
  return 'paid'
}

function completePayment(
  state: StripeState,
  session: Stripe.Checkout.Session,
  { params }: Purchase,
  payment: Payment,
  method: Stripe.PaymentMethod,
): Outcome {
  const data = params.payment_intent_data
  const isSaved = data?.setup_future_usage !== undefined
  const intent = createIntent(state, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    customer: session.customer as string | null,
    metadata: data?.metadata,
    description: data?.description ?? null,
    setup_future_usage: data?.setup_future_usage ?? null,
  })
  if (isSaved && session.customer) attach(state, method, session.customer as string)
  intent.payment_method = method.id
  session.payment_intent = intent.id
  tryCard(state, intent, payment)
  const status = intent.status as string
  if (status !== 'succeeded' && status !== 'processing') return 'refused'
  const isPaid = status === 'succeeded'
  change(state, 'checkout.session.completed', session, {
    status: 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    url: null,
  })
  return isPaid ? 'paid' : 'pending'
}

function tryCard(state: StripeState, intent: Stripe.PaymentIntent, payment: Payment): void {
  const isRefusing = payment.card === 'requires_3ds' && payment.authentication === 'fail'
  if (isRefusing) failIntent(state, intent, AUTHENTICATION_FAILED)
  else attempt(state, intent, 'authenticated')
}

function completeSubscription(
  state: StripeState,
  session: Stripe.Checkout.Session,
  { params, lines }: Purchase,
  payment: Payment,
  method: Stripe.PaymentMethod,
): Outcome {
  const line = lines[0]
  if (!line) throw refuse('The session has no line.')
  const customer = (session.customer as string | null) ?? newCustomer(state, session)
  session.customer = customer
  const isRefusing = payment.card === 'requires_3ds' && payment.authentication === 'fail'
  if (isRefusing || refusalOf(payment.card, true)) {
    const amount = session.amount_total ?? 0
    const intent = createIntent(state, { amount, currency: line.price.currency, customer })
    intent.payment_method = method.id
    tryCard(state, intent, payment)
    return 'refused'
  }
  attach(state, method, customer)
  const subscription = subscribe(
    state,
    { ...line, customer, method: method.id, metadata: params.subscription_data?.metadata },
    'authenticated',
  )
  const isPaid = subscription.status === 'active'
  change(state, 'checkout.session.completed', session, {
    status: 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
  })
  return isPaid ? 'paid' : 'pending'
}

/** Sessions without a customer make one, also for people who have one already. */
function newCustomer(state: StripeState, session: Stripe.Checkout.Session): string {
  const email = session.customer_email
  return createCustomer(state, { ...(email && { email }) }).id
}

/** Payments whose outcome is known later. */
function finishAsync(state: StripeState, intent: Stripe.PaymentIntent): void {
  const invoice = state.invoiceOfIntent.get(intent.id)
  const session = all<Stripe.Checkout.Session>(state, 'checkout.session').find(
    ({ payment_intent: own, invoice: first }) =>
      own === intent.id || (invoice !== undefined && first === invoice),
  )
  if (session?.status !== 'complete' || session.payment_status === 'paid') return
  if (intent.status === 'succeeded') {
    const type = 'checkout.session.async_payment_succeeded'
    change(state, type, session, { payment_status: 'paid' })
  } else change(state, 'checkout.session.async_payment_failed', session, {})
}

/** A payment that needs the payer, from the link in the intent or in the invoice. */
export function answerBank(
  state: StripeState,
  intentId: string,
  authentication: 'pass' | 'fail',
): Outcome {
  const intent = get<Stripe.PaymentIntent>(state, 'payment_intent', intentId)
  if (intent.status !== 'requires_action') throw refuse(`The payment is ${intent.status}.`)
  tryCard(state, intent, { card: 'requires_3ds', authentication })
  return (intent.status as string) === 'succeeded' ? 'paid' : 'refused'
}

export const findSession = (state: StripeState, id: string) =>
  find<Stripe.Checkout.Session>(state, 'checkout.session', id)
