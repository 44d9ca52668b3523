import { DAY_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import type {
  RemoteDispute,
  RemoteInvoice,
  RemoteMethod,
  RemotePayment,
  RemoteRefund,
  RemoteStatus,
  RemoteSubscription,
} from '../gateway.ts'
import { amountFrom } from '../wire-amounts.ts'
import { idOf, msOf } from './stripe-client.ts'
import { isHardRefusal } from './stripe-errors.ts'

const ENDED: readonly Stripe.Subscription.Status[] = ['canceled', 'incomplete_expired']

function statusOf(subscription: Stripe.Subscription): RemoteStatus {
  const { status, ended_at, cancel_at, cancel_at_period_end } = subscription
  if (ended_at !== null || ENDED.includes(status)) return 'completed'
  if (status === 'incomplete') return 'inactive'
  return cancel_at_period_end || cancel_at !== null ? 'cancelled' : 'active'
}

const LATE: readonly Stripe.Subscription.Status[] = ['past_due', 'paused', 'unpaid']

function endOf({ cancel_at, cancel_at_period_end }: Stripe.Subscription, periodEnd: number | null) {
  if (cancel_at !== null) return msOf(cancel_at)
  return cancel_at_period_end ? periodEnd : null
}

function priceOf(item: Stripe.SubscriptionItem | undefined): RemoteSubscription['price'] {
  if (!item || item.price.unit_amount === null) return null
  return amountFrom('stripe', item.price.unit_amount * (item.quantity ?? 1), item.price.currency)
}

function paymentStateOf({ status }: Stripe.Subscription, isWaiting: boolean) {
  if (isWaiting) return 'action_required'
  return LATE.includes(status) ? 'past_due' : 'ok'
}

/** Stripe leaves the status unchanged while it collects nothing. */
const gatewayStatusOf = ({ status, pause_collection }: Stripe.Subscription): string =>
  status === 'active' && pause_collection !== null ? 'paused' : status

/** The states in which an account may leave a subscription whose retries are over. */
const LEFT: readonly Stripe.Subscription.Status[] = ['past_due', 'unpaid']
/** Stripe doesn't repeat a payment that waits for its bank, so it gets as long as retries usually take. */
const CONFIRMATION_MS = 14 * DAY_MS

interface SubscriptionParts {
  subscription: Stripe.Subscription
  invoices: readonly Stripe.Invoice[]
  payments: readonly RemotePayment[]
}

/** When Stripe stopped collecting an invoice, by its last attempt; undefined if it is paid or tried again. */
function lastAttemptAt(invoice: Stripe.Invoice, payments: readonly RemotePayment[]) {
  const { status, attempted, next_payment_attempt: next } = invoice
  if (status !== 'open' || !attempted || next !== null) return undefined
  const last = payments.filter(each => each.invoiceExternalId === invoice.id)
  const isWaiting = last.some(({ state }) => state === 'action_required')
  const at = Math.max(msOf(invoice.created), ...last.map(({ paidAt }) => paidAt))
  return at + (isWaiting ? CONFIRMATION_MS : 0)
}

function unpaidSince({ subscription, invoices, payments }: SubscriptionParts): number | null {
  if (!LEFT.includes(subscription.status)) return null
  const times = invoices.map(invoice => lastAttemptAt(invoice, payments))
  const known = times.filter(at => at !== undefined)
  return known.length === 0 ? null : Math.min(...known)
}

function isWaitingForUser({ invoices, payments }: SubscriptionParts): boolean {
  const open = new Set(invoices.filter(({ status }) => status === 'open').map(({ id }) => id))
  return payments.some(
    ({ state, invoiceExternalId }) =>
      state === 'action_required' && open.has(invoiceExternalId ?? ''),
  )
}

/** @param parts with the latest invoices of the subscription, and their payments */
export function toSubscription(parts: SubscriptionParts): RemoteSubscription {
  const { subscription } = parts
  const [item] = subscription.items.data
  // Since API version 2025-03-31, items have the period.
  const periodEndsAt = item ? msOf(item.current_period_end) : null
  return {
    externalId: subscription.id,
    reference: subscription.metadata.reference ?? null,
    status: statusOf(subscription),
    paymentState: paymentStateOf(subscription, isWaitingForUser(parts)),
    gatewayStatus: gatewayStatusOf(subscription),
    statusChangedAt: null,
    planId: item?.price.metadata.plan ?? null,
    price: priceOf(item),
    periodStartsAt: item ? msOf(item.current_period_start) : null,
    periodEndsAt,
    endsAt: endOf(subscription, periodEndsAt),
    endedAt: subscription.ended_at === null ? null : msOf(subscription.ended_at),
    unpaidSince: unpaidSince(parts),
  }
}

/** The subscription of an invoice; since API version 2025-03-31 under `parent`. */
export const subscriptionOf = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription)

const INVOICE_STATES = ['open', 'paid', 'void', 'uncollectible'] as const

/** The part of the total that is in no line, such as a discount or a tax that Stripe adds. */
function restOfTotal({ total, lines }: Stripe.Invoice) {
  const amount = lines.data.reduce((rest, line) => rest - line.amount, total)
  return { amount, description: amount < 0 ? 'Discount' : 'Other charges' }
}

export function toInvoice(invoice: Stripe.Invoice): RemoteInvoice {
  const { currency } = invoice
  const money = (value: number) => amountFrom('stripe', value, currency)
  const state = INVOICE_STATES.find(each => each === invoice.status) ?? 'open'
  // Credit is a negative balance of the customer.
  const creditUsed = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance
  const lines = invoice.lines.data.map(line => ({
    ...money(line.amount),
    description: line.description ?? '',
    period: { startsAt: msOf(line.period.start), endsAt: msOf(line.period.end) },
  }))
  const rest = restOfTotal(invoice)
  return {
    externalId: invoice.id,
    subscriptionExternalId: subscriptionOf(invoice),
    state,
    ...money(invoice.total),
    creditUsed: money(creditUsed).amount,
    credited: money(invoice.pre_payment_credit_notes_amount).amount,
    lines: rest.amount === 0 ? lines : [...lines, { ...rest, ...money(rest.amount), period: null }],
    createdAt: msOf(invoice.created),
  }
}

export function toRefund(refund: Stripe.Refund): RemoteRefund {
  const isFailed = refund.status === 'failed' || refund.status === 'canceled'
  const done = refund.status === 'succeeded' ? 'succeeded' : 'processing'
  return {
    externalId: refund.id,
    ...amountFrom('stripe', refund.amount, refund.currency),
    state: isFailed ? 'failed' : done,
    createdAt: msOf(refund.created),
  }
}

export function toDispute(dispute: Stripe.Dispute): RemoteDispute {
  const isWon = ['won', 'warning_closed', 'prevented'].includes(dispute.status)
  return {
    externalId: dispute.id,
    ...amountFrom('stripe', dispute.amount, dispute.currency),
    state: isWon ? 'won' : dispute.status === 'lost' ? 'lost' : 'open',
    createdAt: msOf(dispute.created),
  }
}

interface Card {
  brand?: string | null
  last4?: string | null
  exp_month: number
  exp_year: number
}

/** A card is valid until the end of its month. */
const endOfMonth = ({ exp_year, exp_month }: Card): number => Date.UTC(exp_year, exp_month, 1)

export function toMethod(id: string, type: string, card: Card | null | undefined): RemoteMethod {
  const kind = type === 'card' || type === 'paypal' ? type : 'other'
  return {
    externalId: id,
    kind,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    payerEmail: null,
    signature: null,
    expiresAt: card ? endOfMonth(card) : null,
  }
}

function stateOf({ status, last_payment_error }: Stripe.PaymentIntent): RemotePayment['state'] {
  switch (status) {
    case 'succeeded':
      return 'succeeded'
    case 'requires_action':
      return 'action_required'
    case 'canceled':
      return 'cancelled'
    case 'requires_payment_method':
      return last_payment_error ? 'failed' : 'created'
    case 'requires_confirmation':
      return 'created'
    default:
      return 'processing'
  }
}

export interface PaymentParts {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge | undefined
  invoice: Stripe.Invoice | undefined
  refunds: readonly Stripe.Refund[]
  disputes: readonly Stripe.Dispute[]
}

/** A card that may be charged again was stored with the payment, once it has succeeded. */
function methodOf({ intent, charge, invoice }: PaymentParts): RemoteMethod | null {
  const isStored =
    intent.status === 'succeeded' &&
    (invoice !== undefined || intent.setup_future_usage === 'off_session')
  const details = charge?.payment_method_details
  if (!isStored || !charge?.payment_method || !details) return null
  return toMethod(charge.payment_method, details.type, details.card as Card | undefined)
}

function periodOf(invoice: Stripe.Invoice | undefined): RemotePayment['period'] {
  const periods = invoice?.lines.data.map(line => line.period) ?? []
  const last = periods.toSorted((a, b) => b.end - a.end)[0]
  return last ? { startsAt: msOf(last.start), endsAt: msOf(last.end) } : null
}

export function toPayment(parts: PaymentParts): RemotePayment {
  const { intent, charge, invoice } = parts
  const refusal = intent.last_payment_error
  const state = stateOf(intent)
  const redirect = intent.next_action?.redirect_to_url?.url ?? null
  return {
    externalId: intent.id,
    ...amountFrom('stripe', intent.amount, intent.currency),
    reference: intent.metadata.reference ?? null,
    subscriptionExternalId: invoice ? subscriptionOf(invoice) : null,
    invoiceExternalId: invoice?.id ?? null,
    state,
    isHardDecline: state === 'failed' && refusal !== null && isHardRefusal(refusal),
    reason: refusal?.decline_code ?? refusal?.code ?? null,
    actionUrl: state === 'action_required' ? (invoice?.hosted_invoice_url ?? redirect) : null,
    paidAt: msOf(charge?.created ?? intent.created),
    period: periodOf(invoice),
    refunds: parts.refunds.map(toRefund),
    disputes: parts.disputes.map(toDispute),
    method: methodOf(parts),
  }
}
