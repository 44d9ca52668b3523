import type Stripe from 'stripe'
import type { StatementLine } from '../shared/bank-statement.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { refuse } from './errors.ts'
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

export function refundRoutes(state: StripeState): Record<string, Handler> {
  return {
    'GET /v1/refunds': listOf(state, 'refund'),
    'POST /v1/refunds': route<Stripe.RefundCreateParams>(body => refund(state, body)),
    'GET /v1/refunds/{id}': call => get(state, 'refund', call.params.id),
    'GET /v1/disputes': listOf(state, 'dispute'),
    'GET /v1/disputes/{id}': call => get(state, 'dispute', call.params.id),
  }
}

function refund(state: StripeState, body: Stripe.RefundCreateParams): Stripe.Refund {
  const charge = chargeOf(state, body)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw refuse(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  }
  const amount = body.amount ?? left
  if (amount <= 0 || amount > left) {
    throw refuse(`Refund amount (${amount}) is greater than unrefunded amount (${left})`)
  }
  if (charge.disputed) throw refuse('The charge is disputed.', 'charge_disputed')
  const made = make<Stripe.Refund>('Refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: state.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    metadata: mergeMetadata(null, body.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: body.reason ?? null,
    status: 'succeeded',
  })
  add(state, made)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emit(state, 'refund.created', made)
  emit(state, 'charge.refunded', charge)
  return made
}

function chargeOf(state: StripeState, body: Stripe.RefundCreateParams): Stripe.Charge {
  if (body.charge) return get<Stripe.Charge>(state, 'charge', body.charge)
  const intent = get<Stripe.PaymentIntent>(state, 'payment_intent', body.payment_intent)
  const charge = find<Stripe.Charge>(state, 'charge', intent.latest_charge)
  if (charge?.paid) return charge
  throw refuse(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
}

/** The bank sends a refund back, which can happen weeks later. */
export function failRefund(state: StripeState, id: string): void {
  const failed = get<Stripe.Refund>(state, 'refund', id)
  const charge = get<Stripe.Charge>(state, 'charge', failed.charge)
  charge.amount_refunded -= failed.amount
  charge.refunded = false
  change(state, 'refund.failed', failed, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
}

/** The payer disputes a payment at the bank. @returns the dispute's id */
export function dispute(state: StripeState, intentId: string): string {
  const intent = get<Stripe.PaymentIntent>(state, 'payment_intent', intentId)
  const charge = get<Stripe.Charge>(state, 'charge', intent.latest_charge)
  const made = make<Stripe.Dispute>('Dispute', {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: state.seconds(),
    currency: charge.currency,
    intended_submission_method: null,
    metadata: {},
    payment_intent: intent.id,
    reason: 'general',
    status: 'needs_response',
  })
  charge.disputed = true
  add(state, made)
  emit(state, 'charge.dispute.created', made)
  emit(state, 'charge.dispute.funds_withdrawn', made)
  return made.id
}

export function closeDispute(state: StripeState, id: string, outcome: 'won' | 'lost'): void {
  const closed = get<Stripe.Dispute>(state, 'dispute', id)
  change(state, 'charge.dispute.closed', closed, { status: outcome })
  if (outcome === 'won') emit(state, 'charge.dispute.funds_reinstated', closed)
}

export function statement(state: StripeState): StatementLine[] {
  const payments = all<Stripe.Charge>(state, 'charge')
    .filter(charge => charge.paid)
    .map(
      (charge): StatementLine => ({
        id: String(charge.payment_intent),
        kind: 'payment',
        amount: charge.amount,
        currency: charge.currency.toUpperCase(),
        state: 'succeeded',
        at: charge.created * 1000,
      }),
    )
  const refunds = all<Stripe.Refund>(state, 'refund').map(
    (made): StatementLine => ({
      id: made.id,
      kind: 'refund',
      amount: made.amount,
      currency: made.currency.toUpperCase(),
      state: made.status === 'failed' ? 'failed' : 'succeeded',
      at: made.created * 1000,
      paymentId: String(made.payment_intent),
    }),
  )
  return [...payments, ...refunds]
}
