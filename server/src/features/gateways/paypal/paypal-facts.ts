import { DAY_MS } from '@coffer/contract/durations'
import {
  type ListedDispute,
  type ListedRefund,
  NO_FACTS,
  type RemoteFacts,
  type RemotePayment,
  type Subject,
} from '../gateway.ts'
import { hasCode, isDecline } from '../gateway-errors.ts'
import { reversalIdOf } from '../reversals.rules.ts'
import { isOurs, keyed, type PayPalContext, segment } from './paypal-api.ts'
import { fromCapture, fromSale, fromTransaction, toSubscription } from './paypal-presenter.ts'
import { eventsOf, find, get } from './paypal-reads.ts'
import {
  addDispute,
  DISPUTE_EVENTS,
  disputesIn,
  isReduced,
  REVERSAL_EVENTS,
  refundIn,
  reversedPaymentOf,
  withReversals,
} from './paypal-reversals.ts'
import {
  Capture,
  type Event,
  Order,
  Plan,
  Sale,
  Subscription,
  type SubscriptionTransaction,
  SubscriptionTransactions,
} from './paypal-schemas.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

async function fetchTransactions(
  context: PayPalContext,
  { id, create_time, start_time }: Subscription,
): Promise<SubscriptionTransaction[]> {
  const now = context.options.now()
  const begun = Date.parse(create_time ?? start_time ?? '') || now
  const query = `start_time=${iso(begun - DAY_MS)}&end_time=${iso(now + DAY_MS)}`
  const path = `/v1/billing/subscriptions/${segment(id)}/transactions?${query}`
  return (await get(context, path, SubscriptionTransactions)).transactions ?? []
}

export const fetchRawSubscription = (context: PayPalContext, id: string): Promise<Subscription> =>
  get(context, `/v1/billing/subscriptions/${segment(id)}`, Subscription)

async function fetchSubscription(context: PayPalContext, id: string): Promise<RemoteFacts> {
  const readAt = context.options.now()
  const subscription = await fetchRawSubscription(context, id)
  if (!isOurs(context, subscription.custom_id)) return NO_FACTS
  const payments: RemotePayment[] = []
  for (const transaction of await fetchTransactions(context, subscription)) {
    const payment = fromTransaction(transaction, subscription)
    const { status: state } = transaction
    const isWhole = !isReduced(state)
    payments.push(isWhole ? payment : await withReversals(context, payment, { state, readAt }))
  }
  const { plan_id: planId } = subscription
  const plan = planId
    ? await find(context, `/v1/billing/plans/${segment(planId)}`, Plan)
    : undefined
  const now = context.options.now()
  return {
    ...NO_FACTS,
    subscription: toSubscription({ subscription, plan, payments, now }),
    payments,
    customerExternalId: subscription.subscriber?.payer_id ?? null,
  }
}

const orderPath = (id: string): string => `/v2/checkout/orders/${segment(id)}`

/**
 * Captures an approved order, as approval moves no money. The key lets several processes call it, and
 * names the approval, because a refusal is repeated for its key.
 * @returns the code of a refusal, after which the payer can approve it again with other means
 */
async function capture(context: PayPalContext, order: Order): Promise<string | undefined> {
  const { id, update_time: approvedAt = '' } = order
  try {
    await context.http({
      method: 'POST',
      path: `${orderPath(id)}/capture`,
      body: {},
      ...keyed(`capture-${id}-${approvedAt}`),
    })
  } catch (error) {
    if (isDecline(error)) return error.code
    if (!hasCode(error, 'ORDER_ALREADY_CAPTURED')) throw error
  }
  return undefined
}

const ORDER_STATES = { COMPLETED: 'completed', VOIDED: 'expired' } as const

const orderState = ({ status }: Order) =>
  ORDER_STATES[status as keyof typeof ORDER_STATES] ?? ('open' as const)

function capturesOf({ purchase_units: units = [] }: Order): Capture[] {
  return units.flatMap(({ payments, custom_id }) =>
    (payments?.captures ?? []).map(each => ({ ...each, custom_id: each.custom_id ?? custom_id })),
  )
}

const ofCapture = (
  context: PayPalContext,
  capture: Capture,
  readAt: number,
): Promise<RemotePayment> =>
  withReversals(context, fromCapture(capture), { state: capture.status, readAt })

async function fetchOrder(context: PayPalContext, id: string): Promise<RemoteFacts> {
  const readAt = context.options.now()
  const order = await find(context, orderPath(id), Order)
  // PayPal deletes orders that were not approved within hours.
  if (!order) return { ...NO_FACTS, checkout: { externalId: id, state: 'expired' } }
  const isOwn = order.purchase_units?.some(unit => isOurs(context, unit.custom_id)) ?? false
  if (!isOwn) return NO_FACTS
  const refusal = order.status === 'APPROVED' ? await capture(context, order) : undefined
  const current = order.status === 'APPROVED' ? await get(context, orderPath(id), Order) : order
  const payments: RemotePayment[] = []
  for (const captured of capturesOf(current))
    payments.push(await ofCapture(context, captured, readAt))
  const checkout = {
    externalId: id,
    state: orderState(current),
    ...(refusal !== undefined && { refusal }),
  }
  return { ...NO_FACTS, checkout, payments }
}

const isSubscriptionId = (id: string): boolean => id.startsWith('I-')

async function fetchCheckout(context: PayPalContext, id: string): Promise<RemoteFacts> {
  if (!isSubscriptionId(id)) return fetchOrder(context, id)
  const facts = await fetchSubscription(context, id)
  const status = facts.subscription?.gatewayStatus
  if (status === undefined) return facts
  const isOpen = status === 'APPROVAL_PENDING' || status === 'APPROVED'
  return { ...facts, checkout: { externalId: id, state: isOpen ? 'open' : 'completed' } }
}

const findCapture = (context: PayPalContext, id: string) =>
  find(context, `/v2/payments/captures/${segment(id)}`, Capture)

export const findSale = (context: PayPalContext, id: string) =>
  find(context, `/v1/payments/sale/${segment(id)}`, Sale)

async function fetchPayment(context: PayPalContext, id: string): Promise<RemoteFacts> {
  const readAt = context.options.now()
  const captured = await findCapture(context, id)
  if (captured) {
    if (!isOurs(context, captured.custom_id)) return NO_FACTS
    return { ...NO_FACTS, payments: [await ofCapture(context, captured, readAt)] }
  }
  const sale = await findSale(context, id)
  if (!sale) return NO_FACTS
  if (sale.custom !== undefined && !isOurs(context, sale.custom)) return NO_FACTS
  const { state } = sale
  return {
    ...NO_FACTS,
    payments: [await withReversals(context, fromSale(sale), { state, readAt })],
  }
}

const READERS = {
  checkout: fetchCheckout,
  subscription: fetchSubscription,
  payment: fetchPayment,
}

/** Reads a subject. An order that the payer approved is captured first. */
export const fetchFacts = (
  context: PayPalContext,
  { kind, externalId }: Subject,
): Promise<RemoteFacts> => READERS[kind](context, externalId)

function paymentOf({
  event_type,
  resource,
}: Event): [RemotePayment, string | undefined] | undefined {
  if (event_type === 'PAYMENT.SALE.COMPLETED') {
    const sale = Sale.safeParse(resource).data
    return sale && [fromSale(sale), sale.custom]
  }
  const captured = Capture.safeParse(resource).data
  return captured && [fromCapture(captured), captured.custom_id]
}

const sinceTime = ({ options }: PayPalContext, since: number): string =>
  `start_time=${iso(since)}&end_time=${iso(options.now() + DAY_MS)}`

/** Lists payments from the events that PayPal has sent, which it keeps for 30 days. */
export async function* listPayments(
  context: PayPalContext,
  since: number,
): AsyncIterable<RemotePayment> {
  const seen = new Set<string>()
  for await (const event of eventsOf(context, sinceTime(context, since))) {
    if (!/^PAYMENT\.(SALE|CAPTURE)\.COMPLETED$/.test(event.event_type)) continue
    const [payment, custom] = paymentOf(event) ?? []
    if (!payment || seen.has(payment.externalId) || !isOurs(context, custom)) continue
    seen.add(payment.externalId)
    yield payment
  }
}

/** Lists disputes from the events that PayPal has sent, see `listPayments`. */
export async function* listDisputes(
  context: PayPalContext,
  since: number,
): AsyncIterable<ListedDispute> {
  const disputes = new Map<string, ListedDispute>()
  for (const outcome of ['CREATED', 'UPDATED', 'RESOLVED']) {
    const query = `${sinceTime(context, since)}&event_type=${DISPUTE_EVENTS}${outcome}`
    for await (const event of eventsOf(context, query))
      for (const dispute of disputesIn(event)) addDispute(disputes, dispute)
  }
  yield* disputes.values()
  yield* listReversals(context, since)
}

/** Lists reversals as they are now, as PayPal sends no event of one that it has cancelled. */
async function* listReversals(context: PayPalContext, since: number): AsyncIterable<ListedDispute> {
  for (const paymentExternalId of await findReversed(context, since)) {
    const { payments } = await fetchPayment(context, paymentExternalId)
    const reversals = payments
      .flatMap(({ disputes }) => disputes)
      .filter(({ externalId }) => externalId === reversalIdOf(paymentExternalId))
    for (const reversal of reversals) yield { ...reversal, paymentExternalId }
  }
}

/** The ids of payments with a reversal since a time. */
async function findReversed(context: PayPalContext, since: number): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const type of REVERSAL_EVENTS) {
    const query = `${sinceTime(context, since)}&event_type=${type}`
    for await (const event of eventsOf(context, query)) {
      const id = reversedPaymentOf(event)
      if (id !== undefined) ids.add(id)
    }
  }
  return ids
}

/** Lists refunds from the events that PayPal has sent, see `listPayments`. */
export async function* listRefunds(
  context: PayPalContext,
  since: number,
): AsyncIterable<ListedRefund> {
  const seen = new Set<string>()
  for (const type of ['PAYMENT.SALE.REFUNDED', 'PAYMENT.CAPTURE.REFUNDED']) {
    const query = `${sinceTime(context, since)}&event_type=${type}`
    for await (const event of eventsOf(context, query)) {
      const refund = refundIn(event)
      if (!refund || seen.has(refund.externalId)) continue
      seen.add(refund.externalId)
      yield refund
    }
  }
}
