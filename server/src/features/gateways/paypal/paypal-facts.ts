import { DAY_MS } from '@coffer/contract/durations'
import type { Money } from '@coffer/contract/money'
import type { z } from 'zod'
import {
  type ListedDispute,
  type ListedRefund,
  NO_FACTS,
  type RemoteDispute,
  type RemoteFacts,
  type RemotePayment,
  type RemoteRefund,
  type Subject,
} from '../gateway.ts'
import { parseAnswer } from '../gateway-answers.ts'
import { hasCode, isDecline, isMissing } from '../gateway-errors.ts'
import { isOurs, keyed, type PayPalContext, segment } from './paypal-api.ts'
import {
  fromCapture,
  fromSale,
  fromTransaction,
  money,
  refundedMoney,
  toDispute,
  toRefund,
  toSaleRefund,
  toSubscription,
} from './paypal-presenter.ts'
import {
  Capture,
  captureOf,
  Dispute,
  type Event,
  Events,
  linkOf,
  Order,
  Plan,
  Refund,
  Sale,
  SaleRefund,
  Subscription,
  type SubscriptionTransaction,
  SubscriptionTransactions,
} from './paypal-schemas.ts'

const PAGE = 100

const iso = (ms: number): string => new Date(ms).toISOString()

export async function get<S extends z.ZodType>(
  { http }: PayPalContext,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  return parseAnswer(schema, (await http({ method: 'GET', path })).body)
}

/** Undefined if PayPal has no such resource. */
export async function find<S extends z.ZodType>(
  context: PayPalContext,
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  try {
    return await get(context, path, schema)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function* eventsOf(context: PayPalContext, query: string): AsyncIterable<Event> {
  let path: string | undefined = `/v1/notifications/webhooks-events?page_size=${PAGE}&${query}`
  while (path !== undefined) {
    const page: z.output<typeof Events> = await get(context, path, Events)
    yield* page.events ?? []
    const next = linkOf(page.links, 'next')
    path = next === undefined ? undefined : pathOf(next)
  }
}

const pathOf = (href: string): string => {
  const { pathname, search } = new URL(href)
  return pathname + search
}

const DISPUTE_EVENTS = 'CUSTOMER.DISPUTE.'

/** The refunds and disputes of a payment. */
interface Reversals {
  refunds: readonly RemoteRefund[]
  disputes: readonly RemoteDispute[]
}

/** Reads reversals from the list of events, as PayPal does not list refunds of sales or disputes. */
async function fetchReversals(
  context: PayPalContext,
  id: string,
  amount: Money,
): Promise<Reversals> {
  const refunds = new Map<string, RemoteRefund>()
  const disputes = new Map<string, RemoteDispute>()
  for await (const event of eventsOf(context, `transaction_id=${segment(id)}`)) {
    const refund = refundIn(event, amount)
    if (refund?.paymentExternalId === id) refunds.set(refund.externalId, refund)
    for (const dispute of disputesIn(event, amount))
      if (dispute.paymentExternalId === id) addDispute(disputes, dispute)
  }
  return { refunds: [...refunds.values()], disputes: [...disputes.values()] }
}

/** @param whole the amount of the payment, for a refund that names none */
function refundIn({ event_type, resource }: Event, whole?: Money): ListedRefund | undefined {
  if (event_type === 'PAYMENT.SALE.REFUNDED') {
    const refund = SaleRefund.safeParse(resource).data
    const amount = refund?.amount ? refundedMoney(refund.amount) : whole
    if (!refund?.sale_id || !amount) return undefined
    return { ...toSaleRefund(refund, amount), paymentExternalId: refund.sale_id }
  }
  if (event_type !== 'PAYMENT.CAPTURE.REFUNDED') return undefined
  const refund = Refund.safeParse(resource).data
  const amount = refund?.amount ? money(refund.amount) : whole
  const paymentExternalId = refund && captureOf(refund)
  if (!paymentExternalId || !amount) return undefined
  return { ...toRefund(refund, amount), paymentExternalId }
}

/** @param whole the amount of the payment, for a dispute that names none */
function disputesIn({ event_type, resource }: Event, whole?: Money): ListedDispute[] {
  if (!event_type.startsWith(DISPUTE_EVENTS)) return []
  const dispute = Dispute.safeParse(resource).data
  const amount = dispute?.dispute_amount ? money(dispute.dispute_amount) : whole
  if (!dispute || !amount) return []
  return (dispute.disputed_transactions ?? []).flatMap(({ seller_transaction_id: id }) =>
    id === undefined ? [] : [{ ...toDispute(dispute, amount), paymentExternalId: id }],
  )
}

/** Events are unordered, and a decision is final. */
function addDispute<T extends RemoteDispute>(disputes: Map<string, T>, dispute: T): void {
  const known = disputes.get(dispute.externalId)
  if (!known || known.state === 'open') disputes.set(dispute.externalId, dispute)
}

const isRefunded = (state: string | undefined): boolean =>
  /^(partially_refunded|refunded|reversed)$/i.test(state ?? '')

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
  const subscription = await fetchRawSubscription(context, id)
  if (!isOurs(context, subscription.custom_id)) return NO_FACTS
  const payments: RemotePayment[] = []
  for (const transaction of await fetchTransactions(context, subscription)) {
    const payment = fromTransaction(transaction, subscription)
    payments.push(isRefunded(transaction.status) ? await withReversals(context, payment) : payment)
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

async function withReversals(
  context: PayPalContext,
  payment: RemotePayment,
): Promise<RemotePayment> {
  const { externalId, amount, currency } = payment
  return { ...payment, ...(await fetchReversals(context, externalId, { amount, currency })) }
}

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

function orderPayments({ purchase_units: units = [] }: Order): RemotePayment[] {
  return units.flatMap(({ payments, custom_id }) =>
    (payments?.captures ?? []).map(each =>
      fromCapture({ ...each, custom_id: each.custom_id ?? custom_id }),
    ),
  )
}

async function fetchOrder(context: PayPalContext, id: string): Promise<RemoteFacts> {
  const order = await find(context, orderPath(id), Order)
  // PayPal deletes orders that were not approved within hours.
  if (!order) return { ...NO_FACTS, checkout: { externalId: id, state: 'expired' } }
  const isOwn = order.purchase_units?.some(unit => isOurs(context, unit.custom_id)) ?? false
  if (!isOwn) return NO_FACTS
  const refusal = order.status === 'APPROVED' ? await capture(context, order) : undefined
  const current = order.status === 'APPROVED' ? await get(context, orderPath(id), Order) : order
  const payments: RemotePayment[] = []
  for (const payment of orderPayments(current)) payments.push(await withReversals(context, payment))
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
  const captured = await findCapture(context, id)
  if (captured) {
    if (!isOurs(context, captured.custom_id)) return NO_FACTS
    return { ...NO_FACTS, payments: [await withReversals(context, fromCapture(captured))] }
  }
  const sale = await findSale(context, id)
  if (!sale) return NO_FACTS
  if (sale.custom !== undefined && !isOurs(context, sale.custom)) return NO_FACTS
  return { ...NO_FACTS, payments: [await withReversals(context, fromSale(sale))] }
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
