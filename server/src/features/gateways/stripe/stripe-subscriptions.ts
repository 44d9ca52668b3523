import type { Money } from '@coffer/contract/money'
import type Stripe from 'stripe'
import { GatewayError, type PlanChange, PREVIEW_EXPIRED } from '../gateway.ts'
import { amountFrom } from '../wire-amounts.ts'
import { priceOf } from './stripe-checkout.ts'
import { idOf, type StripeContext } from './stripe-client.ts'
import { reading, unlessGone, writing } from './stripe-errors.ts'
import { fetchPayment } from './stripe-facts.ts'

async function itemOf({ stripe }: StripeContext, id: string): Promise<Stripe.SubscriptionItem> {
  const subscription = await reading(() => stripe.subscriptions.retrieve(id))
  const [item] = subscription.items.data
  if (item) return item
  throw new GatewayError('rejected', 'The subscription has no price.', { code: 'plan_missing' })
}

/** The time of a change as Stripe counts it, which refuses those before the running period. */
function prorationDate(item: Stripe.SubscriptionItem, { at }: PlanChange): number {
  const seconds = Math.floor(at / 1000)
  if (seconds >= item.current_period_start) return seconds
  throw new GatewayError('rejected', 'The subscription was renewed since.', {
    code: PREVIEW_EXPIRED,
  })
}

/** The amount that Stripe would charge for a change; below zero for the credit that it would keep. */
export async function previewChange(
  context: StripeContext,
  id: string,
  change: PlanChange,
): Promise<Money> {
  const { stripe } = context
  const item = await itemOf(context, id)
  const price = await priceOf(context, change.plan)
  const invoice = await reading(() =>
    stripe.invoices.createPreview({
      subscription: id,
      subscription_details: {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        proration_date: prorationDate(item, change),
      },
    }),
  )
  const amount = invoice.total < 0 ? invoice.total : invoice.amount_due
  return amountFrom('stripe', amount, invoice.currency)
}

/**
 * Returns the error for a change that is pending because its invoice was not paid. A refused change is
 * cancelled by voiding its invoice, which would stay due for 23 hours. One that the payer can confirm keeps
 * it.
 */
async function refusePending(context: StripeContext, subscription: Stripe.Subscription) {
  const { stripe } = context
  const invoiceId = idOf(subscription.latest_invoice)
  if (invoiceId === null) return new GatewayError('declined', 'The payment failed.')
  const invoice = await reading(() => stripe.invoices.retrieve(invoiceId))
  const payments = await reading(() =>
    stripe.invoicePayments.list({ invoice: invoiceId, limit: 1 }),
  )
  const intentId = idOf(payments.data[0]?.payment.payment_intent)
  const payment = intentId === null ? undefined : await fetchPayment(context, intentId, invoice)
  const code = payment?.reason ? { code: payment.reason } : {}
  if (payment?.state === 'action_required' && payment.actionUrl)
    return new GatewayError('action_required', 'The bank asks for a confirmation.', {
      actionUrl: payment.actionUrl,
    })
  // A change that can't be cancelled ends by itself; the answer stays that its payment was refused.
  if (payment?.state !== 'processing')
    await unlessGone(() => stripe.invoices.voidInvoice(invoiceId)).catch(() => undefined)
  const kind = payment?.isHardDecline ? 'hard_declined' : 'declined'
  return new GatewayError(kind, 'The payment failed.', code)
}

/** Changes the plan; a more expensive one applies only once it is paid. */
export async function changePlan(
  context: StripeContext,
  key: string,
  id: string,
  change: PlanChange,
): Promise<void> {
  const { stripe } = context
  const item = await itemOf(context, id)
  const price = await priceOf(context, change.plan)
  if (item.price.id === price) return
  const subscription = await writing(() =>
    stripe.subscriptions.update(
      id,
      {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        proration_date: prorationDate(item, change),
        payment_behavior: 'pending_if_incomplete',
      },
      { idempotencyKey: `change:${key}` },
    ),
  )
  if (subscription.pending_update) throw await refusePending(context, subscription)
}

/** Sent without an idempotency key, as the same call must work again after cancel and resume. */
export async function cancelAtEnd({ stripe }: StripeContext, id: string): Promise<void> {
  await writing(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }))
}

/** An end may also be set as a date, which the flag does not clear. Stripe refuses both in one call. */
export async function resume({ stripe }: StripeContext, id: string): Promise<void> {
  const { cancel_at, cancel_at_period_end } = await reading(() => stripe.subscriptions.retrieve(id))
  const isByDate = cancel_at !== null && !cancel_at_period_end
  const change = isByDate ? { cancel_at: '' as const } : { cancel_at_period_end: false }
  await writing(() => stripe.subscriptions.update(id, change))
}

/** The most open invoices of a subscription that one call lists; most leave one. */
const OPEN_INVOICES = 100

/** Ends a subscription, and voids its open invoices, which nothing collects any more. */
export async function endNow({ stripe }: StripeContext, id: string): Promise<void> {
  const { ended_at } = await reading(() => stripe.subscriptions.retrieve(id))
  if (ended_at === null) await unlessGone(() => stripe.subscriptions.cancel(id))
  // Afterwards, as Stripe would continue a subscription whose invoice is void.
  const open = await reading(() =>
    stripe.invoices.list({ subscription: id, status: 'open', limit: OPEN_INVOICES }),
  )
  for (const invoice of open.data) await unlessGone(() => stripe.invoices.voidInvoice(invoice.id))
}

export async function managePaymentMethod(
  { stripe }: StripeContext,
  customer: string,
  returnUrl: string,
): Promise<string> {
  const session = await writing(() =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      flow_data: { type: 'payment_method_update' },
    }),
  )
  return session.url
}
