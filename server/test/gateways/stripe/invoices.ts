import { DAY_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import type { Handler } from '../shared/simulator-server.ts'
import { requireChargeable } from './amounts.ts'
import { refuse } from './errors.ts'
import { asList, type Includable, includedList, listOf } from './lists.ts'
import { attempt, cancelIntent, createIntent, type Presence } from './payments.ts'
import {
  add,
  all,
  change,
  type DraftLine,
  emit,
  find,
  get,
  isAnswer,
  make,
  newId,
  type StripeState,
} from './state.ts'

export function invoiceRoutes(state: StripeState): Record<string, Handler> {
  state.afterIntent.push(intent => settleByIntent(state, intent))
  return {
    'GET /v1/invoices': listOf(state, 'invoice', {
      filters: {
        subscription: (invoice, id: string) =>
          subscriptionIdOf(invoice as unknown as Stripe.Invoice) === id,
      },
    }),
    'GET /v1/invoices/{id}': call => get(state, 'invoice', call.params.id),
    'GET /v1/invoice_payments': listOf(state, 'invoice_payment'),
    'GET /v1/invoice_payments/{id}': call => get(state, 'invoice_payment', call.params.id),
    'POST /v1/invoices/{id}/void': call =>
      voidInvoice(state, get(state, 'invoice', call.params.id)),
    'POST /v1/invoices/{id}/mark_uncollectible': call =>
      change(
        state,
        'invoice.marked_uncollectible',
        requireOpen(get(state, 'invoice', call.params.id)),
        { status: 'uncollectible', auto_advance: false },
      ),
  }
}

/** Lists that are only in answers that ask for them. */
export function includableLists(state: StripeState): Record<string, Includable> {
  return {
    'charge.refunds': ({ id }) =>
      includedList(
        all<Stripe.Refund>(state, 'refund').filter(({ charge }) => charge === id),
        `/v1/charges/${id}/refunds`,
      ),
    'invoice.payments': ({ id }) =>
      includedList(paymentsOf(state, String(id)), '/v1/invoice_payments'),
  }
}

export function paymentsOf(state: StripeState, invoiceId: string): Stripe.InvoicePayment[] {
  return all<Stripe.InvoicePayment>(state, 'invoice_payment').filter(
    payment => payment.invoice === invoiceId,
  )
}

function subscriptionIdOf(invoice: Stripe.Invoice): string | undefined {
  return invoice.parent?.subscription_details?.subscription as string | undefined
}

export function subscriptionOf(
  state: StripeState,
  invoice: Stripe.Invoice,
): Stripe.Subscription | undefined {
  return find<Stripe.Subscription>(state, 'subscription', subscriptionIdOf(invoice))
}

export interface InvoiceDraft {
  subscription: Stripe.Subscription
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
  lines: DraftLine[]
}

/** Builds an invoice that is not stored yet. A credit of the customer reduces the amount due. */
export function composeInvoice(state: StripeState, draft: InvoiceDraft): Stripe.Invoice {
  const { subscription, reason, lines } = draft
  const id = newId(reason === 'upcoming' ? 'upcoming_in' : 'in')
  const customer = get<Stripe.Customer>(state, 'customer', subscription.customer)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const { due, endingBalance } = applyBalance(total, customer.balance, subscription.currency)
  return make<Stripe.Invoice>('Invoice', {
    id,
    object: 'invoice',
    amount_due: due,
    amount_remaining: due,
    auto_advance: reason !== 'upcoming',
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: state.seconds(),
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_tax_exempt: 'none',
    ending_balance: reason === 'upcoming' ? endingBalance : null,
    lines: asList(
      lines.map(line => invoiceLine(id, subscription, line)),
      `/v1/invoices/${id}/lines`,
    ),
    metadata: {},
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_start: Math.min(...lines.map(line => line.period.start)),
    period_end: Math.max(...lines.map(line => line.period.end)),
    starting_balance: customer.balance,
    status: 'draft',
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  })
}

function invoiceLine(invoice: string, subscription: Stripe.Subscription, line: DraftLine) {
  const { price } = line
  return make<Stripe.InvoiceLineItem>('InvoiceLineItem', {
    id: newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: subscription.currency,
    description: line.description,
    discountable: !line.isProration,
    invoice,
    metadata: subscription.metadata,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.isProration,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: subscription.items.data[0]?.id,
      },
    },
    period: line.period,
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: subscription.id,
    subtotal: line.amount,
  })
}

/** A negative balance is a credit; an amount too small to charge is added to the next invoice. */
function applyBalance(total: number, balance: number, currency: string) {
  const owed = total + balance
  if (owed <= 0) return { due: 0, endingBalance: owed }
  if (!isChargeable(owed, currency)) return { due: 0, endingBalance: owed }
  return { due: owed, endingBalance: 0 }
}

function isChargeable(amount: number, currency: string): boolean {
  try {
    requireChargeable(amount, currency)
    return true
  } catch (error) {
    if (isAnswer(error)) return false
    throw error
  }
}

export function createInvoice(state: StripeState, draft: InvoiceDraft): Stripe.Invoice {
  const invoice = add(state, composeInvoice(state, draft))
  draft.subscription.latest_invoice = invoice.id
  emit(state, 'invoice.created', invoice)
  return invoice
}

/** Numbers the invoice and applies the customer's credit. */
export function finalize(state: StripeState, invoice: Stripe.Invoice) {
  const customer = get<Stripe.Customer>(state, 'customer', invoice.customer)
  const { balance } = customer
  const { due, endingBalance } = applyBalance(invoice.total, balance, invoice.currency)
  const count = all<Stripe.Invoice>(state, 'invoice').filter(one => one.number !== null).length
  if (endingBalance !== balance) {
    change(state, 'customer.updated', customer, { balance: endingBalance })
  }
  change(state, 'invoice.finalized', invoice, {
    status: 'open',
    number: `SIMULATED-${String(count + 1).padStart(4, '0')}`,
    amount_due: due,
    amount_remaining: due,
    starting_balance: balance,
    ending_balance: endingBalance,
    effective_at: state.seconds(),
    hosted_invoice_url: `${state.url()}/pay/${invoice.id}`,
    status_transitions: { ...invoice.status_transitions, finalized_at: state.seconds() },
  })
}

/** Charges an open invoice. */
export function collect(
  state: StripeState,
  invoice: Stripe.Invoice,
  presence: Presence,
  methodId?: string,
) {
  if (invoice.status !== 'open') return
  if (invoice.amount_due === 0) return markPaid(state, invoice)
  const intent = intentOf(state, invoice)
  const method = methodId ?? methodFor(state, invoice)
  if (method === undefined) return markFailed(state, invoice)
  intent.payment_method = method
  // An invoice asks for the payer instead of refusing, even off session.
  attempt(state, intent, presence === 'authenticated' ? presence : 'on_session')
  if ((intent.status as string) !== 'requires_action') return
  emit(state, 'invoice.payment_action_required', invoice)
  markFailed(state, invoice)
}

function methodFor(state: StripeState, invoice: Stripe.Invoice): string | undefined {
  const own = subscriptionOf(state, invoice)?.default_payment_method
  const customer = get<Stripe.Customer>(state, 'customer', invoice.customer)
  return ((own ?? customer.invoice_settings.default_payment_method) as string | null) ?? undefined
}

/** One intent per invoice, tried again until it is paid. */
function intentOf(state: StripeState, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const known = paymentsOf(state, invoice.id).at(-1)?.payment.payment_intent
  if (known) return get<Stripe.PaymentIntent>(state, 'payment_intent', known)
  const intent = createIntent(state, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer as string,
    description: 'Subscription',
    setup_future_usage: 'off_session',
  })
  state.invoiceOfIntent.set(intent.id, invoice.id)
  const payment = make<Stripe.InvoicePayment>('InvoicePayment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_requested: invoice.amount_due,
    created: state.seconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  })
  add(state, payment)
  return intent
}

function settleByIntent(state: StripeState, intent: Stripe.PaymentIntent): void {
  const invoice = find<Stripe.Invoice>(state, 'invoice', state.invoiceOfIntent.get(intent.id))
  if (invoice?.status !== 'open') return
  if (intent.status === 'succeeded') markPaid(state, invoice)
  else markFailed(state, invoice)
}

function markPaid(state: StripeState, invoice: Stripe.Invoice): void {
  for (const payment of paymentsOf(state, invoice.id)) {
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_due
    payment.status_transitions.paid_at = state.seconds()
    emit(state, 'invoice_payment.paid', payment)
  }
  settle(state, invoice)
}

function settle(state: StripeState, invoice: Stripe.Invoice): void {
  change(state, 'invoice.paid', invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: state.seconds() },
  })
  emit(state, 'invoice.payment_succeeded', invoice)
  for (const listener of state.afterInvoice) listener(invoice, 'paid')
}

/** Tries again later, except while a change of plan waits for it. */
function markFailed(state: StripeState, invoice: Stripe.Invoice): void {
  const gap = state.retryDays[invoice.attempt_count]
  const isRepeated =
    gap !== undefined &&
    !state.pendingChanges.has(invoice.id) &&
    invoice.billing_reason !== 'subscription_create'
  const next = isRepeated ? state.seconds() + (gap * DAY_MS) / 1000 : null
  change(state, 'invoice.payment_failed', invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: next,
  })
  if (next !== null) {
    state.core.clock.at(next * 1000, () => {
      if (invoice.next_payment_attempt === next) collect(state, invoice, 'off_session')
    })
  }
  for (const listener of state.afterInvoice) listener(invoice, 'failed')
}

function requireOpen(invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status === 'open' || invoice.status === 'uncollectible') return invoice
  throw refuse(`The invoice is ${invoice.status}.`, 'invoice_not_editable')
}

/** Since API version 2019-12-03, a void invoice returns the balance that was applied to it. */
function returnBalance(state: StripeState, { customer: id, ...invoice }: Stripe.Invoice): void {
  const applied = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance
  if (applied === 0) return
  const customer = get<Stripe.Customer>(state, 'customer', id)
  change(state, 'customer.updated', customer, { balance: customer.balance - applied })
}

/** A change of plan is cancelled with the invoice that it waits for. */
function cancelPendingChange(state: StripeState, invoice: Stripe.Invoice): void {
  if (!state.pendingChanges.delete(invoice.id)) return
  const subscription = subscriptionOf(state, invoice)
  if (!subscription?.pending_update) return
  change(state, 'customer.subscription.updated', subscription, { pending_update: null })
}

function cancelPayments(state: StripeState, invoice: Stripe.Invoice): void {
  for (const { payment } of paymentsOf(state, invoice.id)) {
    const intent = find<Stripe.PaymentIntent>(state, 'payment_intent', payment.payment_intent)
    if (intent && intent.status !== 'canceled') {
      cancelIntent(state, intent, { cancellation_reason: 'void_invoice' as never })
    }
  }
}

/** Marked as paid in the dashboard: no payment intent pays it. */
export function payOutside(state: StripeState, invoice: Stripe.Invoice): void {
  requireOpen(invoice)
  cancelPayments(state, invoice)
  settle(state, invoice)
}

/** A credit note before the payment lowers the amount due; the invoice is paid once nothing is left. */
export function creditInvoice(state: StripeState, invoice: Stripe.Invoice, amount: number): void {
  requireOpen(invoice)
  change(state, 'invoice.updated', invoice, {
    amount_due: invoice.amount_due - amount,
    amount_remaining: invoice.amount_remaining - amount,
    pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
  })
  if (invoice.amount_due === 0) payOutside(state, invoice)
}

export function voidInvoice(state: StripeState, invoice: Stripe.Invoice): Stripe.Invoice {
  requireOpen(invoice)
  cancelPendingChange(state, invoice)
  cancelPayments(state, invoice)
  returnBalance(state, invoice)
  return change(state, 'invoice.voided', invoice, {
    status: 'void',
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: state.seconds() },
  })
}
