import type { Money } from '@coffer/contract/money'
import type Stripe from 'stripe'
import {
  type ChargeInput,
  GatewayError,
  type RemotePayment,
  type RemoteRefund,
} from '../gateway.ts'
import { integerOf } from '../wire-amounts.ts'
import { marked, type StripeContext } from './stripe-client.ts'
import { charging, reading, unlessGone, writing } from './stripe-errors.ts'
import { fetchPayment } from './stripe-facts.ts'
import { toRefund } from './stripe-presenter.ts'

const createIntent = (context: StripeContext, input: ChargeInput): Promise<Stripe.PaymentIntent> =>
  charging(() =>
    context.stripe.paymentIntents.create(
      {
        amount: integerOf('stripe', input),
        currency: input.currency.toLowerCase(),
        ...(input.customer.externalId !== null && { customer: input.customer.externalId }),
        payment_method: input.methodExternalId,
        allowed_payment_method_types: ['card'],
        description: input.description,
        metadata: marked(context, { reference: input.key }),
      },
      { idempotencyKey: `charge:${input.key}` },
    ),
  )

/** Charges without the user, or else starts a confirmation on a page of their bank. */
async function confirmIntent(
  { stripe }: StripeContext,
  id: string,
  { key, methodExternalId, returnUrl }: ChargeInput,
): Promise<void> {
  const confirm = (params: Stripe.PaymentIntentConfirmParams, idempotencyKey: string) =>
    charging(() => stripe.paymentIntents.confirm(id, params, { idempotencyKey }))
  try {
    await confirm({ off_session: true }, `confirm:${key}`)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'action_required') throw error
    // The refusal removed the card from the payment.
    const params = { payment_method: methodExternalId, return_url: returnUrl }
    await confirm(params, `confirm-on-page:${key}`)
  }
}

/** Charges a stored card in two steps, so that its id is known before money can move. */
export async function charge(context: StripeContext, input: ChargeInput): Promise<RemotePayment> {
  const intent = await createIntent(context, input)
  await input.onCreated(intent.id)
  await confirmIntent(context, intent.id, input)
  const payment = await fetchPayment(context, intent.id)
  if (payment.state === 'action_required')
    throw new GatewayError('action_required', 'The bank asks for a confirmation.', {
      code: 'authentication_required',
      ...(payment.actionUrl !== null && { actionUrl: payment.actionUrl }),
    })
  return payment
}

/** Removes a stored card, unless Stripe doesn't have it any more. */
export const forgetMethod = ({ stripe }: StripeContext, id: string): Promise<void> =>
  unlessGone(async () => {
    const { customer } = await stripe.paymentMethods.retrieve(id)
    if (customer !== null) await stripe.paymentMethods.detach(id)
  })

/** Finds the refund of an earlier call, as Stripe forgets idempotency keys after a day. */
const findRefund = (
  { stripe }: StripeContext,
  key: string,
  paymentExternalId: string,
): Promise<Stripe.Refund | undefined> =>
  reading(async () => {
    for await (const each of stripe.refunds.list({ payment_intent: paymentExternalId, limit: 100 }))
      if (each.metadata?.reference === key) return each
    return undefined
  })

export async function refund(
  context: StripeContext,
  key: string,
  paymentExternalId: string,
  amount: Money,
): Promise<RemoteRefund> {
  const { stripe } = context
  const earlier = await findRefund(context, key, paymentExternalId)
  if (earlier) return toRefund(earlier)
  const made = await writing(() =>
    stripe.refunds.create(
      {
        payment_intent: paymentExternalId,
        amount: integerOf('stripe', amount),
        metadata: marked(context, { reference: key }),
      },
      { idempotencyKey: `refund:${key}` },
    ),
  )
  return toRefund(made)
}
