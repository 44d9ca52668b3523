import { HOUR_MS } from '@coffer/contract/durations'
import type Stripe from 'stripe'
import { nextPeriodEnd } from '../shared/periods.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { proportion } from './amounts.ts'
import { fail, refuse } from './errors.ts'
import { collect, composeInvoice, createInvoice, finalize, voidInvoice } from './invoices.ts'
import { change, type DraftLine, get, mergeMetadata, route, type StripeState } from './state.ts'
import { composeItem, end, itemOf, planRenewal, regularLine, requireLive } from './subscriptions.ts'

/** How long a change of plan waits for its payment. */
const PENDING_MS = 23 * HOUR_MS

/** All that may come with `pending_if_incomplete`. */
const WITH_PENDING = [
  ...['expand', 'payment_behavior', 'proration_behavior', 'proration_date', 'items'],
  ...['billing_cycle_anchor', 'trial_end', 'trial_from_plan', 'add_invoice_items'],
]

export function subscriptionChangeRoutes(state: StripeState): Record<string, Handler> {
  return {
    'POST /v1/subscriptions/{id}': route<Stripe.SubscriptionUpdateParams>((body, call) =>
      update(state, get(state, 'subscription', call.params.id), body),
    ),
    'POST /v1/invoices/create_preview': route<Stripe.InvoiceCreatePreviewParams>(body =>
      preview(state, body),
    ),
  }
}

function update(
  state: StripeState,
  subscription: Stripe.Subscription,
  body: Stripe.SubscriptionUpdateParams,
): Stripe.Subscription {
  requireLive(subscription)
  if (body.payment_behavior === 'pending_if_incomplete') {
    const other = Object.keys(body).find(name => !WITH_PENDING.includes(name))
    if (other) throw refuse(`${other} is not allowed with pending_if_incomplete`, undefined, other)
  }
  const changes = plainChanges(state, subscription, body)
  if (Object.keys(changes).length > 0) {
    change(state, 'customer.subscription.updated', subscription, changes)
  }
  planCancellation(state, subscription)
  if (body.items) changePlan(state, subscription, body)
  return subscription
}

function plainChanges(
  state: StripeState,
  subscription: Stripe.Subscription,
  body: Stripe.SubscriptionUpdateParams,
): Partial<Stripe.Subscription> {
  const changes: Partial<Stripe.Subscription> = {}
  if (body.metadata !== undefined) {
    changes.metadata = mergeMetadata(subscription.metadata, body.metadata)
  }
  if (body.default_payment_method !== undefined) {
    get(state, 'payment_method', body.default_payment_method)
    changes.default_payment_method = body.default_payment_method
  }
  if (body.pause_collection !== undefined) {
    const pause = body.pause_collection || null
    changes.pause_collection = pause && { resumes_at: null, ...(pause as { behavior: 'void' }) }
  }
  return { ...changes, ...cancellationChanges(state, subscription, body) }
}

function cancellationChanges(
  state: StripeState,
  subscription: Stripe.Subscription,
  { cancel_at_period_end: atEnd, cancel_at: at }: Stripe.SubscriptionUpdateParams,
): Partial<Stripe.Subscription> {
  if (atEnd !== undefined && at !== undefined)
    throw refuse('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  // Clearing the flag leaves an end that was set by its date.
  if (atEnd === false && !subscription.cancel_at_period_end) return {}
  if (atEnd !== undefined) {
    return {
      cancel_at_period_end: atEnd,
      cancel_at: atEnd ? itemOf(subscription).current_period_end : null,
      canceled_at: atEnd ? state.seconds() : null,
    }
  }
  if (at === undefined) return {}
  const time = typeof at === 'number' ? at : null
  return { cancel_at: time, canceled_at: time === null ? null : state.seconds() }
}

function planCancellation(state: StripeState, subscription: Stripe.Subscription) {
  const at = subscription.cancel_at
  if (at === null || subscription.cancel_at_period_end) return
  state.core.clock.at(at * 1000, () => {
    if (subscription.cancel_at !== at || subscription.ended_at !== null) return
    end(state, subscription, 'cancellation_requested')
  })
}

interface Change {
  lines: DraftLine[]
  item: Stripe.SubscriptionItem
  /** A new interval begins a new period today. */
  anchor: number
}

/** The lines of a change of plan, and the item after it. */
function reckon(
  state: StripeState,
  subscription: Stripe.Subscription,
  wanted: { id?: string; price?: string; quantity?: number },
  date: number | undefined,
): Change {
  const old = itemOf(subscription)
  if (wanted.id !== old.id) throw refuse('items[0][id] must be the item that is replaced.')
  const price = get<Stripe.Price>(state, 'price', wanted.price ?? old.price.id)
  if (price.currency !== subscription.currency) throw refuse('The currency is another.')
  if (!price.active) throw refuse('The price specified is inactive.', undefined, 'items[0][price]')
  const quantity = wanted.quantity ?? old.quantity ?? 1
  const now = date ?? state.seconds()
  if (now < old.current_period_start || now > old.current_period_end)
    throw refuse(
      'The proration date is outside of the current period.',
      undefined,
      'proration_date',
    )
  const credit = prorated(old.price, old.quantity ?? 1, { now, item: old }, 'Unused time')
  const unused = { ...credit, amount: -credit.amount }
  if (isSameInterval(old.price, price)) {
    const charge = prorated(price, quantity, { now, item: old }, 'Remaining time')
    const item = { ...old, price, quantity, plan: { id: price.id, object: 'plan' } }
    const anchor = subscription.billing_cycle_anchor
    return { lines: [unused, charge], item: item as Stripe.SubscriptionItem, anchor }
  }
  const anchor = state.seconds()
  const start = anchor
  const item = composeItem(state, subscription.id, { price, quantity, id: old.id, start, anchor })
  return { lines: [unused, regularLine(item)], item, anchor }
}

function prorated(
  price: Stripe.Price,
  quantity: number,
  { now, item }: { now: number; item: Stripe.SubscriptionItem },
  description: string,
): DraftLine {
  const { current_period_start: start, current_period_end: until } = item
  const full = (price.unit_amount ?? 0) * quantity
  return {
    amount: proportion(full, until - now, until - start),
    description,
    price,
    quantity,
    period: { start: now, end: until },
    isProration: true,
  }
}

function isSameInterval(a: Stripe.Price, b: Stripe.Price): boolean {
  const text = ({ recurring }: Stripe.Price) =>
    `${recurring?.interval_count} ${recurring?.interval}`
  return text(a) === text(b)
}

function changePlan(
  state: StripeState,
  subscription: Stripe.Subscription,
  body: Stripe.SubscriptionUpdateParams,
) {
  const wanted = body.items?.[0] ?? {}
  const changed = reckon(state, subscription, wanted, body.proration_date)
  const apply = () => applyChange(state, subscription, changed)
  const behavior = body.proration_behavior ?? 'create_prorations'
  const isNewPeriod = changed.anchor !== subscription.billing_cycle_anchor
  if (behavior === 'none' && !isNewPeriod) return apply()
  if (behavior === 'create_prorations' && !isNewPeriod) {
    const waiting = state.pendingLines.get(subscription.id) ?? []
    state.pendingLines.set(subscription.id, [...waiting, ...changed.lines])
    return apply()
  }
  const lines = behavior === 'none' ? changed.lines.slice(1) : changed.lines
  invoiceChange(state, subscription, { ...changed, lines }, body.payment_behavior, apply)
}

function invoiceChange(
  state: StripeState,
  subscription: Stripe.Subscription,
  changed: Change,
  behavior: Stripe.SubscriptionUpdateParams.PaymentBehavior | undefined,
  apply: () => void,
) {
  const isAfterPayment = behavior === 'pending_if_incomplete' || behavior === 'error_if_incomplete'
  if (!isAfterPayment) apply()
  const { lines } = changed
  const invoice = createInvoice(state, { subscription, reason: 'subscription_update', lines })
  finalize(state, invoice)
  if (isAfterPayment) state.pendingChanges.set(invoice.id, apply)
  collect(state, invoice, 'off_session')
  if (!isAfterPayment || (invoice.status as string) === 'paid') return
  if (behavior === 'pending_if_incomplete') return hold(state, subscription, invoice, changed)
  voidInvoice(state, invoice)
  throw fail(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'The payment of the change failed.',
  })
}

function applyChange(state: StripeState, subscription: Stripe.Subscription, changed: Change): void {
  if (subscription.ended_at !== null) return
  const wasPending = subscription.pending_update !== null
  const isNewPeriod = changed.anchor !== subscription.billing_cycle_anchor
  const items = { ...subscription.items, data: [changed.item] }
  change(state, 'customer.subscription.updated', subscription, {
    items,
    billing_cycle_anchor: changed.anchor,
    pending_update: null,
  })
  if (isNewPeriod) planRenewal(state, subscription)
  if (wasPending) {
    change(state, 'customer.subscription.pending_update_applied', subscription, {})
  }
}

/** The bigger plan isn't given before it is paid. */
function hold(
  state: StripeState,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
  { item }: Change,
): void {
  const expiresAt = state.seconds() + PENDING_MS / 1000
  const pending = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: expiresAt,
    metadata: null,
    subscription_items: [item],
    trial_end: null,
    trial_from_plan: null,
  }
  change(state, 'customer.subscription.updated', subscription, {
    pending_update: pending as unknown as Stripe.Subscription.PendingUpdate,
  })
  state.core.clock.at(expiresAt * 1000, () => {
    if (invoice.status !== 'open') return
    voidInvoice(state, invoice)
    change(state, 'customer.subscription.pending_update_expired', subscription, {})
  })
}

function preview(state: StripeState, body: Stripe.InvoiceCreatePreviewParams): Stripe.Invoice {
  const subscription = get<Stripe.Subscription>(state, 'subscription', body.subscription)
  requireLive(subscription)
  const details = body.subscription_details
  const wanted = details?.items?.[0]
  const lines = wanted
    ? reckon(state, subscription, wanted, details?.proration_date).lines
    : [nextLine(subscription)]
  return composeInvoice(state, { subscription, reason: 'upcoming', lines })
}

function nextLine(subscription: Stripe.Subscription): DraftLine {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const interval = item.price.recurring ?? { interval: 'month', interval_count: 1 }
  const until = nextPeriodEnd(subscription.billing_cycle_anchor, start, interval)
  const next = { ...item, current_period_start: start, current_period_end: until }
  return regularLine(next)
}
