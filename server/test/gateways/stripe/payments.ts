import { DAY_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import { type Card, isPending, type Refusal, refusalOf } from '../shared/cards.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { requireChargeable } from './amounts.ts'
import { fail, refuse } from './errors.ts'
import { listOf } from './lists.ts'
import {
  add,
  all,
  change,
  emit,
  find,
  get,
  make,
  mergeMetadata,
  newId,
  route,
  type StripeState,
} from './state.ts'

/** The time until a bank settles a pending payment. */
const PENDING_MS = 3 * DAY_MS

/** Whether the payer is absent, present, or present and confirmed by the bank. */
export type Presence = 'off_session' | 'on_session' | 'authenticated'

export function paymentRoutes(state: StripeState): Record<string, Handler> {
  return {
    'GET /v1/payment_intents': listOf(state, 'payment_intent'),
    'POST /v1/payment_intents': route<Stripe.PaymentIntentCreateParams>(body => {
      const intent = createIntent(state, body)
      return body.confirm ? confirm(state, intent, body) : intent
    }),
    'GET /v1/payment_intents/{id}': call => get(state, 'payment_intent', call.params.id),
    'POST /v1/payment_intents/{id}/confirm': route<Stripe.PaymentIntentConfirmParams>(
      (body, call) => confirm(state, get(state, 'payment_intent', call.params.id), body),
    ),
    'POST /v1/payment_intents/{id}/cancel': route<Stripe.PaymentIntentCancelParams>((body, call) =>
      cancelIntent(state, get(state, 'payment_intent', call.params.id), body),
    ),
    'GET /v1/charges/{id}': call => get(state, 'charge', call.params.id),
  }
}

interface NewIntent {
  amount: number
  currency: string
  customer?: string | null
  payment_method?: string | null
  metadata?: unknown
  description?: string | null
  setup_future_usage?: string | null
}

export function createIntent(state: StripeState, body: NewIntent): Stripe.PaymentIntent {
  requireChargeable(body.amount, body.currency)
  if (body.customer) get(state, 'customer', body.customer, 'customer')
  if (body.payment_method) requireOwn(state, body.payment_method, body.customer)
  const id = newId('pi')
  const intent = make<Stripe.PaymentIntent>('PaymentIntent', {
    id,
    object: 'payment_intent',
    amount: body.amount,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('s')}`,
    confirmation_method: 'automatic',
    created: state.seconds(),
    currency: body.currency.toLowerCase(),
    customer: body.customer ?? null,
    description: body.description ?? null,
    metadata: mergeMetadata(null, body.metadata),
    payment_method: body.payment_method ?? null,
    payment_method_types: ['card'],
    setup_future_usage: body.setup_future_usage ?? null,
    status: body.payment_method ? 'requires_confirmation' : 'requires_payment_method',
  })
  add(state, intent)
  emit(state, 'payment_intent.created', intent)
  return intent
}

function requireOwn(state: StripeState, methodId: string, customer: string | null | undefined) {
  const method = get<Stripe.PaymentMethod>(state, 'payment_method', methodId, 'payment_method')
  if (method.customer === null || method.customer === customer) return
  throw refuse('The payment method belongs to another customer.', undefined, 'payment_method')
}

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

interface Confirmation {
  payment_method?: string
  off_session?: unknown
  return_url?: string
}

/** Refusals answer 402; the intent holds the reason as well. */
function confirm(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  { payment_method: given, off_session: isOff, return_url: returnUrl }: Confirmation,
): Stripe.PaymentIntent {
  if (!CONFIRMABLE.includes(intent.status)) {
    throw fail(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent's status is ${intent.status}.`,
      payment_intent: structuredClone(intent),
    })
  }
  const methodId = given ?? lastMethodOf(intent)
  if (!methodId) throw refuse('You must provide a payment method.', undefined, 'payment_method')
  requireOwn(state, methodId, intent.customer as string | null)
  intent.payment_method = methodId
  attempt(state, intent, isOff ? 'off_session' : 'on_session', returnUrl)
  const error = intent.last_payment_error
  if (intent.status !== 'requires_payment_method' || !error) return intent
  const { payment_method: _, ...rest } = error as unknown as Record<string, string>
  throw fail(402, {
    ...(rest as { type: 'card_error'; message: string }),
    payment_intent: structuredClone(intent),
  })
}

function lastMethodOf(intent: Stripe.PaymentIntent): string | undefined {
  const failed = intent.last_payment_error?.payment_method?.id
  return (intent.payment_method as string | null) ?? failed
}

function cardOf(state: StripeState, methodId: unknown): Card {
  return state.cards.get(String(methodId)) ?? 'ok'
}

/** Tries to charge the intent's card. */
export function attempt(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  presence: Presence,
  returnUrl?: string,
) {
  const card = cardOf(state, intent.payment_method)
  const refusal = refusalOf(card, isFirstUse(state, intent.payment_method))
  if (refusal) return failIntent(state, intent, refusal)
  if (card === 'requires_3ds' && presence === 'off_session') {
    return failIntent(state, intent, AUTHENTICATION_REQUIRED)
  }
  if (card === 'requires_3ds' && presence === 'on_session') {
    return requireAction(state, intent, returnUrl)
  }
  if (isPending(card)) return holdIntent(state, intent, card)
  succeed(state, intent)
}

function isFirstUse(state: StripeState, methodId: unknown): boolean {
  return !all<Stripe.Charge>(state, 'charge').some(
    charge => charge.payment_method === methodId && charge.paid,
  )
}

const AUTHENTICATION_REQUIRED: Refusal = {
  code: 'authentication_required',
  reason: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  final: false,
}

export const AUTHENTICATION_FAILED: Refusal = {
  code: 'payment_intent_authentication_failure',
  reason: 'authentication_required',
  message: 'The provided payment method has failed authentication.',
  final: false,
}

function requireAction(state: StripeState, intent: Stripe.PaymentIntent, returnUrl?: string): void {
  change(state, 'payment_intent.requires_action', intent, {
    status: 'requires_action',
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: {
        return_url: returnUrl ?? null,
        url: `${state.url()}/pay/${intent.id}`,
      },
    } as Stripe.PaymentIntent.NextAction,
  })
}

function holdIntent(state: StripeState, intent: Stripe.PaymentIntent, card: Card): void {
  change(state, 'payment_intent.processing', intent, { status: 'processing' })
  state.core.clock.at(state.core.clock.now() + PENDING_MS, () => {
    if (intent.status !== 'processing') return
    if (card === 'pending') succeed(state, intent)
    else failIntent(state, intent, { ...AUTHENTICATION_FAILED, code: 'card_declined' })
  })
}

function succeed(state: StripeState, intent: Stripe.PaymentIntent): void {
  const charge = createCharge(state, intent)
  emit(state, 'charge.succeeded', charge)
  change(state, 'payment_intent.succeeded', intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  })
  for (const listener of state.afterIntent) listener(intent)
}

export function failIntent(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  refusal: Refusal,
): void {
  const charge = createCharge(state, intent, refusal)
  emit(state, 'charge.failed', charge)
  const method = state.resources.get(String(intent.payment_method))
  const error = {
    type: 'card_error',
    code: refusal.code,
    decline_code: refusal.reason,
    message: refusal.message,
    charge: charge.id,
    ...(refusal.final && { advice_code: 'do_not_try_again' }),
    ...(method && { payment_method: structuredClone(method) }),
  }
  change(state, 'payment_intent.payment_failed', intent, {
    status: 'requires_payment_method',
    last_payment_error: error as unknown as Stripe.PaymentIntent.LastPaymentError,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
  })
  for (const listener of state.afterIntent) listener(intent)
}

function createCharge(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  refusal?: Refusal,
): Stripe.Charge {
  const isPaid = refusal === undefined
  const charge = make<Stripe.Charge>('Charge', {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    captured: isPaid,
    created: state.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    payment_method_details: detailsOf(state, intent.payment_method),
    status: isPaid ? 'succeeded' : 'failed',
  })
  return add(state, charge)
}

/** The card as it was when it was charged. */
function detailsOf(state: StripeState, methodId: unknown) {
  const method = find<Stripe.PaymentMethod>(state, 'payment_method', methodId)
  if (!method?.card) return { type: 'card' }
  const { brand, country, exp_month, exp_year, funding, last4 } = method.card
  const shown = { brand, country, exp_month, exp_year, funding, last4 }
  return { type: 'card', card: { ...shown, network: brand, amount_authorized: null } }
}

export function cancelIntent(
  state: StripeState,
  intent: Stripe.PaymentIntent,
  body: Stripe.PaymentIntentCancelParams = {},
): Stripe.PaymentIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw refuse(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
    )
  }
  return change(state, 'payment_intent.canceled', intent, {
    status: 'canceled',
    canceled_at: state.seconds(),
    cancellation_reason: body.cancellation_reason ?? null,
    next_action: null,
  })
}
