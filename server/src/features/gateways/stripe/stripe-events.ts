import type { IncomingHttpHeaders } from 'node:http'
import Stripe from 'stripe'
import { GatewayError, type GatewayEvent, type Subject } from '../gateway.ts'
import { idOf, isOurs, type StripeContext } from './stripe-client.ts'
import { subscriptionOf } from './stripe-presenter.ts'

/** The events that a webhook is registered for. */
export const EVENT_TYPES: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'setup_intent.succeeded',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

const MAX_AGE_SECONDS = 300

const payment = (id: string | { id: string } | null): Subject | undefined => {
  const externalId = idOf(id)
  return externalId === null ? undefined : { kind: 'payment', externalId }
}

/** The subject of an event; undefined for other installations and for types that change nothing. */
function subjectOf(
  context: StripeContext,
  { data: { object } }: Stripe.Event,
): Subject | undefined {
  switch (object.object) {
    case 'checkout.session':
      return isOurs(context, object.metadata)
        ? { kind: 'checkout', externalId: object.id }
        : undefined
    case 'subscription':
      return isOurs(context, object.metadata)
        ? { kind: 'subscription', externalId: object.id }
        : undefined
    case 'invoice': {
      const externalId = subscriptionOf(object)
      const isOwn = isOurs(context, object.parent?.subscription_details?.metadata)
      return isOwn && externalId !== null ? { kind: 'subscription', externalId } : undefined
    }
    case 'payment_intent':
      return isOurs(context, object.metadata) ? payment(object.id) : undefined
    // These carry no mark where an invoice was paid: the sync looks for a payment of ours.
    case 'charge':
    case 'refund':
    case 'dispute':
      return payment(object.payment_intent)
    default:
      return undefined
  }
}

export async function verifyEvent(
  context: StripeContext,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): Promise<GatewayEvent> {
  const { stripe, options } = context
  const signature = headers['stripe-signature']
  if (options.webhookSecret === undefined)
    throw new GatewayError('rejected', 'There is no webhook secret.', { code: 'no_webhook_secret' })
  if (typeof signature !== 'string')
    throw new GatewayError('rejected', 'The signature is missing.', { code: 'signature' })
  try {
    const { webhookSecret } = options
    const event = stripe.webhooks.constructEvent(
      raw,
      signature,
      webhookSecret,
      MAX_AGE_SECONDS,
      undefined,
      options.now(),
    )
    return {
      externalId: event.id,
      type: event.type,
      isLive: event.livemode,
      subject: subjectOf(context, event),
      body: event,
    }
  } catch (error) {
    const isForged =
      error instanceof Stripe.errors.StripeSignatureVerificationError ||
      error instanceof SyntaxError
    if (!isForged) throw error
    throw new GatewayError('rejected', 'The signature is not valid.', { code: 'signature' })
  }
}
