import type Stripe from 'stripe'
import {
  type ListedDispute,
  type ListedRefund,
  NO_FACTS,
  type RemoteFacts,
  type RemoteMethod,
  type RemotePayment,
  type Subject,
} from '../gateway.ts'
import { idOf, isOurs, type StripeContext } from './stripe-client.ts'
import { reading } from './stripe-errors.ts'
import {
  subscriptionOf,
  toDispute,
  toInvoice,
  toMethod,
  toPayment,
  toRefund,
  toSubscription,
} from './stripe-presenter.ts'

/** Older invoices have been applied long ago. */
const LATEST_INVOICES = 12
const PAGE = 100

/** Reads a payment with its refunds and disputes; most are read with one call. */
export async function fetchPayment(
  { stripe }: StripeContext,
  id: string,
  invoice?: Stripe.Invoice,
): Promise<RemotePayment> {
  const expand = ['latest_charge.refunds']
  const intent = await reading(() => stripe.paymentIntents.retrieve(id, { expand }))
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const refunds = charge?.refunds?.has_more
    ? await reading(() => stripe.refunds.list({ payment_intent: id, limit: PAGE }))
    : charge?.refunds
  const disputes = charge?.disputed
    ? await reading(() => stripe.disputes.list({ payment_intent: id, limit: PAGE }))
    : undefined
  return toPayment({
    intent,
    charge: charge ?? undefined,
    invoice,
    refunds: refunds?.data ?? [],
    disputes: disputes?.data ?? [],
  })
}

const intentOf = ({ payment }: Stripe.InvoicePayment): string | null => idOf(payment.payment_intent)

/** Since API version 2025-03-31, an invoice has a list of payments; a long one is read separately. */
async function fetchInvoicePayments(
  context: StripeContext,
  invoice: Stripe.Invoice,
): Promise<RemotePayment[]> {
  const { stripe } = context
  const list =
    invoice.payments && !invoice.payments.has_more
      ? invoice.payments
      : await reading(() => stripe.invoicePayments.list({ invoice: invoice.id, limit: PAGE }))
  const ids = list.data.map(intentOf).filter(id => id !== null)
  return Promise.all(ids.map(id => fetchPayment(context, id, invoice)))
}

async function fetchSubscription(context: StripeContext, id: string): Promise<RemoteFacts> {
  const { stripe } = context
  const subscription = await reading(() => stripe.subscriptions.retrieve(id))
  if (!isOurs(context, subscription.metadata)) return NO_FACTS
  const list = await reading(() =>
    stripe.invoices.list({
      subscription: id,
      limit: LATEST_INVOICES,
      expand: ['data.payments'],
    }),
  )
  // A draft may still change or vanish, and uses the customer's credit only once it is final.
  const invoices = list.data.filter(({ status }) => status !== 'draft')
  const payments: RemotePayment[] = []
  for (const invoice of invoices) payments.push(...(await fetchInvoicePayments(context, invoice)))
  return {
    ...NO_FACTS,
    subscription: toSubscription({ subscription, invoices, payments }),
    payments,
    invoices: invoices.map(toInvoice),
    methods: methodsOf(payments),
    customerExternalId: idOf(subscription.customer),
  }
}

/** Each stored method once. */
function methodsOf(payments: readonly RemotePayment[]): RemoteMethod[] {
  const methods = payments.map(({ method }) => method).filter(method => method !== null)
  return [...new Map(methods.map(method => [method.externalId, method])).values()]
}

async function fetchSavedMethod(
  { stripe }: StripeContext,
  setupIntentId: string,
): Promise<RemoteMethod[]> {
  const intent = await reading(() => stripe.setupIntents.retrieve(setupIntentId))
  const id = idOf(intent.payment_method)
  if (intent.status !== 'succeeded' || id === null) return []
  const method = await reading(() => stripe.paymentMethods.retrieve(id))
  // Once it is removed, no customer has it.
  return method.customer === null ? [] : [toMethod(method.id, method.type, method.card)]
}

function checkoutStateOf({ status }: Stripe.Checkout.Session) {
  if (status === 'complete') return 'completed'
  return status === 'expired' ? 'expired' : 'open'
}

async function fetchCheckout(context: StripeContext, id: string): Promise<RemoteFacts> {
  const { stripe } = context
  const session = await reading(() => stripe.checkout.sessions.retrieve(id))
  if (!isOurs(context, session.metadata)) return NO_FACTS
  const subscriptionId = idOf(session.subscription)
  const paymentId = idOf(session.payment_intent)
  const setupId = idOf(session.setup_intent)
  const facts = subscriptionId ? await fetchSubscription(context, subscriptionId) : NO_FACTS
  const payment = paymentId ? [await fetchPayment(context, paymentId)] : []
  const saved = setupId ? await fetchSavedMethod(context, setupId) : []
  return {
    ...facts,
    checkout: { externalId: id, state: checkoutStateOf(session) },
    payments: [...facts.payments, ...payment],
    methods: [...facts.methods, ...methodsOf(payment), ...saved],
    customerExternalId: idOf(session.customer),
  }
}

/** The invoice that a payment pays; undefined for payments without an invoice at Stripe. */
async function fetchInvoiceOf({ stripe }: StripeContext, intentId: string) {
  const list = await reading(() =>
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intentId },
      limit: 1,
    }),
  )
  const id = list.data[0] && idOf(list.data[0].invoice)
  return id ? reading(() => stripe.invoices.retrieve(id)) : undefined
}

async function fetchSinglePayment(context: StripeContext, id: string): Promise<RemoteFacts> {
  const invoice = await fetchInvoiceOf(context, id)
  const payment = await fetchPayment(context, id, invoice)
  return { ...NO_FACTS, payments: [payment], methods: methodsOf([payment]) }
}

const READERS = {
  checkout: fetchCheckout,
  subscription: fetchSubscription,
  payment: fetchSinglePayment,
}

export const fetchFacts = (
  context: StripeContext,
  { kind, externalId }: Subject,
): Promise<RemoteFacts> => READERS[kind](context, externalId)

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  return reading(async () => {
    const all: T[] = []
    for await (const each of list) all.push(each)
    return all
  })
}

/** Our invoices by payment, as payments of invoices do not carry our mark. */
async function invoicesByIntent(context: StripeContext, created: { gte: number }) {
  const { stripe } = context
  const invoices = await collect(stripe.invoices.list({ created, limit: PAGE }))
  const ours = new Map(
    invoices
      .filter(each => isOurs(context, each.parent?.subscription_details?.metadata))
      .filter(each => subscriptionOf(each) !== null)
      .map(each => [each.id, each] as const),
  )
  const payments = await collect(stripe.invoicePayments.list({ created, limit: PAGE }))
  return new Map(
    payments.flatMap(each => {
      const intent = intentOf(each)
      const invoice = ours.get(idOf(each.invoice) ?? '')
      return intent !== null && invoice ? [[intent, invoice] as const] : []
    }),
  )
}

/** Lists our payments since a time; the number of calls depends only on the number of pages. */
export async function* listPayments(
  context: StripeContext,
  since: number,
): AsyncIterable<RemotePayment> {
  const { stripe } = context
  const created = { gte: Math.floor(since / 1000) }
  const invoiceOf = await invoicesByIntent(context, created)
  const intents = await collect(stripe.paymentIntents.list({ created, limit: PAGE }))
  for (const intent of intents) {
    const invoice = invoiceOf.get(intent.id)
    if (!invoice && !isOurs(context, intent.metadata)) continue
    yield toPayment({ intent, charge: undefined, invoice, refunds: [], disputes: [] })
  }
}

/** Refunds or disputes, each with the payment that it is about. */
async function* withPayments<T extends Pick<Stripe.Refund, 'payment_intent'>, R>(
  list: AsyncIterable<T>,
  present: (reversal: T) => R,
): AsyncIterable<R & { paymentExternalId: string }> {
  for (const reversal of await collect(list)) {
    const paymentExternalId = idOf(reversal.payment_intent)
    if (paymentExternalId !== null) yield { ...present(reversal), paymentExternalId }
  }
}

const createdSince = (since: number) => ({
  created: { gte: Math.floor(since / 1000) },
  limit: PAGE,
})

export async function* listRefunds(
  { stripe }: StripeContext,
  since: number,
): AsyncIterable<ListedRefund> {
  yield* withPayments(stripe.refunds.list(createdSince(since)), toRefund)
}

export async function* listDisputes(
  { stripe }: StripeContext,
  since: number,
): AsyncIterable<ListedDispute> {
  yield* withPayments(stripe.disputes.list(createdSince(since)), toDispute)
}
