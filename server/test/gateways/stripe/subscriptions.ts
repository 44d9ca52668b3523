import { HOUR_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import { nextPeriodEnd } from '../shared/periods.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { refuse } from './errors.ts'
import { collect, createInvoice, finalize, subscriptionOf, voidInvoice } from './invoices.ts'
import { asList, listOf } from './lists.ts'
import type { Presence } from './payments.ts'
import {
  add,
  all,
  change,
  type DraftLine,
  emit,
  get,
  make,
  mergeMetadata,
  missing,
  newId,
  route,
  type StripeState,
} from './state.ts'

/** Invoices of renewals stay drafts for an hour. */
const DRAFT_MS = HOUR_MS

export function subscriptionRoutes(state: StripeState): Record<string, Handler> {
  state.afterInvoice.push((invoice, outcome) => follow(state, invoice, outcome))
  return {
    'GET /v1/subscriptions': listOf(state, 'subscription', {
      filters: { status: hasStatus },
      hidden: (subscription: Stripe.Subscription, query) =>
        query.status === undefined && subscription.status === 'canceled',
    }),
    'GET /v1/subscriptions/{id}': call => get(state, 'subscription', call.params.id),
    'DELETE /v1/subscriptions/{id}': route<Stripe.SubscriptionCancelParams>((body, call) => {
      const subscription = get<Stripe.Subscription>(state, 'subscription', call.params.id)
      // An ended subscription counts as gone.
      if (subscription.ended_at !== null) throw missing('subscription', subscription.id)
      end(state, subscription, 'cancellation_requested', body?.cancellation_details)
      return subscription
    }),
  }
}

function hasStatus(subscription: { status?: unknown }, status: string): boolean {
  const ended = ['canceled', 'incomplete_expired']
  if (status === 'all') return true
  if (status === 'ended') return ended.includes(String(subscription.status))
  return subscription.status === status
}

export function requireLive(subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.ended_at === null) return subscription
  throw refuse('A canceled subscription can only update its cancellation_details and metadata.')
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`${subscription.id} has no item`)
  return item
}

interface NewSubscription {
  customer: string
  price: Stripe.Price
  quantity: number
  method: string
  metadata: unknown
}

/** Begins with an unpaid invoice, and is active once that is paid. */
export function subscribe(
  state: StripeState,
  { customer, price, quantity, method, metadata }: NewSubscription,
  presence: Presence,
): Stripe.Subscription {
  if (!price.recurring) throw refuse('The price is not recurring.', undefined, 'line_items')
  const now = state.seconds()
  const id = newId('sub')
  const item = composeItem(state, id, { price, quantity, start: now, anchor: now })
  const subscription = make<Stripe.Subscription>('Subscription', {
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    billing_mode: { type: 'flexible' },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    default_payment_method: method,
    items: asList([item], `/v1/subscription_items?subscription=${id}`),
    metadata: mergeMetadata(null, metadata),
    start_date: now,
    status: 'incomplete',
  })
  add(state, subscription)
  const line = regularLine(item)
  const invoice = createInvoice(state, {
    subscription,
    reason: 'subscription_create',
    lines: [line],
  })
  emit(state, 'customer.subscription.created', subscription)
  finalize(state, invoice)
  collect(state, invoice, presence, method)
  return subscription
}

interface ItemParts {
  price: Stripe.Price
  quantity: number
  start: number
  anchor: number
  id?: string
}

export function composeItem(
  state: StripeState,
  subscription: string,
  { price, quantity, start, anchor, id }: ItemParts,
): Stripe.SubscriptionItem {
  const interval = price.recurring ?? { interval: 'month', interval_count: 1 }
  return make<Stripe.SubscriptionItem>('SubscriptionItem', {
    id: id ?? newId('si'),
    object: 'subscription_item',
    created: state.seconds(),
    current_period_start: start,
    current_period_end: nextPeriodEnd(anchor, start, interval),
    metadata: {},
    plan: { id: price.id, object: 'plan' },
    price,
    quantity,
    subscription,
  })
}

export function regularLine(item: Stripe.SubscriptionItem): DraftLine {
  const quantity = item.quantity ?? 1
  return {
    amount: (item.price.unit_amount ?? 0) * quantity,
    description: `${quantity} × subscription`,
    price: item.price,
    quantity,
    period: { start: item.current_period_start, end: item.current_period_end },
    isProration: false,
  }
}

/** Renews, or ends, at the end of the period that runs now. */
export function planRenewal(state: StripeState, subscription: Stripe.Subscription): void {
  const end = itemOf(subscription).current_period_end
  state.core.clock.at(end * 1000, () => {
    if (itemOf(subscription).current_period_end === end) renew(state, subscription)
  })
}

function renew(state: StripeState, subscription: Stripe.Subscription) {
  if (subscription.ended_at !== null) return
  if (subscription.cancel_at_period_end) {
    return end(state, subscription, 'cancellation_requested')
  }
  const item = itemOf(subscription)
  const before = item.current_period_end
  item.current_period_start = before
  item.current_period_end = nextPeriodEnd(
    subscription.billing_cycle_anchor,
    before,
    item.price.recurring ?? { interval: 'month', interval_count: 1 },
  )
  const waiting = state.pendingLines.get(subscription.id) ?? []
  state.pendingLines.delete(subscription.id)
  const lines = [...waiting, regularLine(item)]
  const invoice = createInvoice(state, { subscription, reason: 'subscription_cycle', lines })
  emit(state, 'customer.subscription.updated', subscription, { latest_invoice: null })
  state.core.clock.at(state.core.clock.now() + DRAFT_MS, () => settle(state, subscription, invoice))
  planRenewal(state, subscription)
}

function settle(
  state: StripeState,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  if (subscription.status === 'unpaid' || subscription.ended_at !== null) return
  const paused = subscription.pause_collection?.behavior
  if (paused === 'keep_as_draft') return
  finalize(state, invoice)
  if (paused === 'void') voidInvoice(state, invoice)
  else if (paused === 'mark_uncollectible') {
    change(state, 'invoice.marked_uncollectible', invoice, { status: 'uncollectible' })
  } else collect(state, invoice, 'off_session')
}

type EndReason = 'cancellation_requested' | 'payment_failed'

export function end(
  state: StripeState,
  subscription: Stripe.Subscription,
  reason: EndReason,
  details: object = {},
) {
  const now = state.seconds()
  for (const invoice of all<Stripe.Invoice>(state, 'invoice'))
    if (subscriptionOf(state, invoice) === subscription) stopCollecting(invoice)
  const cancellation = { comment: null, feedback: null, feedback_option: null, reason, ...details }
  change(state, 'customer.subscription.deleted', subscription, {
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: cancellation as Stripe.Subscription.CancellationDetails,
    pending_update: null,
  })
}

/** An open invoice can still be paid on its page, but is not charged any more. */
function stopCollecting(invoice: Stripe.Invoice): void {
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
}

/** The subscription after its invoice was paid, or refused. */
function follow(state: StripeState, invoice: Stripe.Invoice, outcome: 'paid' | 'failed') {
  const apply = state.pendingChanges.get(invoice.id)
  if (apply) {
    if (outcome === 'paid') apply()
    return
  }
  const subscription = subscriptionOf(state, invoice)
  if (!subscription || subscription.ended_at !== null) return
  if (outcome === 'paid') return activate(state, subscription)
  if (subscription.status === 'incomplete') return
  if (invoice.next_payment_attempt === null) return endUnpaid(state, subscription)
  if (subscription.status !== 'past_due') setStatus(state, subscription, 'past_due')
}

function activate(state: StripeState, subscription: Stripe.Subscription): void {
  if (subscription.status === 'incomplete') planRenewal(state, subscription)
  if (subscription.status !== 'active') setStatus(state, subscription, 'active')
}

function endUnpaid(state: StripeState, subscription: Stripe.Subscription): void {
  if (state.afterRetries === 'cancel') end(state, subscription, 'payment_failed')
  else setStatus(state, subscription, state.afterRetries)
}

function setStatus(
  state: StripeState,
  subscription: Stripe.Subscription,
  status: Stripe.Subscription.Status,
): void {
  change(state, 'customer.subscription.updated', subscription, { status })
}
