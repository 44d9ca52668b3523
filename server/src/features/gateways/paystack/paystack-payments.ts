import { createHash } from 'node:crypto'
import type { Money } from '@coffer/contract/money'
import { z } from 'zod'
import {
  type ChargeInput,
  type CheckoutInput,
  GatewayError,
  type RemotePayment,
  type RemoteRefund,
  type StartedCheckout,
} from '../gateway.ts'
import { notSupported, parseAnswer } from '../gateway-answers.ts'
import { hasCode } from '../gateway-errors.ts'
import { integerOf } from '../wire-amounts.ts'
import {
  DUPLICATE,
  metadataOf,
  of,
  type PaystackContext,
  type PaystackMetadata,
  Refund,
  Transaction,
} from './paystack-api.ts'
import { findTransaction, refundsOf } from './paystack-facts.ts'
import { isHardRefusal, toPayment, toRefund } from './paystack-presenter.ts'

const REFERENCE_LENGTH = 10
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'
const MAX_REFERENCES = 5

/** Derives a reference of 10 alphanumerics from a key and the number of the attempt. */
function referenceOf({ options }: PaystackContext, key: string, attempt: number): string {
  const digest = createHash('sha256').update(`${options.installation}:${key}:${attempt}`).digest()
  return [...digest.subarray(0, REFERENCE_LENGTH)]
    .map(byte => ALPHABET[byte % ALPHABET.length])
    .join('')
}

/** Calls with references of a key until Paystack accepts one as unused. */
async function withReference<T>(
  context: PaystackContext,
  key: string,
  call: (reference: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < MAX_REFERENCES; attempt += 1)
    try {
      return await call(referenceOf(context, key, attempt))
    } catch (error) {
      if (!hasCode(error, DUPLICATE)) throw error
    }
  throw new GatewayError('unavailable', 'No free reference was found.', { code: DUPLICATE })
}

const metadataFor = (
  { options }: PaystackContext,
  reference: string,
  kind: PaystackMetadata['kind'],
): PaystackMetadata => ({ installation: options.installation, reference, kind })

/** A bank that needs the payer's confirmation answers with a page instead of a transaction. */
const Charged = of(
  z.union([z.object({ paused: z.literal(true), authorization_url: z.string() }), Transaction]),
)

const Started = of(z.object({ authorization_url: z.string(), reference: z.string() }))

const dueOf = ({ due, plan }: CheckoutInput): Money => {
  const amount = due ?? plan
  if (!amount) throw notSupported('Paystack stores a card with a first payment.')
  return amount
}

/** No money moves before the payer opens the page, so another reference is safe after a failure. */
export function startCheckout(
  context: PaystackContext,
  input: CheckoutInput,
): Promise<StartedCheckout> {
  const due = dueOf(input)
  const metadata = {
    ...metadataFor(context, input.id, 'checkout'),
    cancel_action: input.cancelUrl,
  }
  return withReference(context, `checkout:${input.id}`, async reference => {
    const { body } = await context.http({
      method: 'POST',
      path: '/transaction/initialize',
      body: {
        email: input.customer.email,
        amount: integerOf('paystack', due),
        currency: due.currency,
        reference,
        callback_url: input.successUrl,
        channels: ['card'],
        metadata,
      },
    })
    const { data } = parseAnswer(Started, body)
    return { externalId: data.reference, url: data.authorization_url }
  })
}

/** Reads the charge of an earlier call with this key; undefined if the reference is another's. */
async function findOwnCharge(context: PaystackContext, reference: string, key: string) {
  const transaction = await findTransaction(context, reference)
  if (!transaction)
    throw new GatewayError('unknown', 'The reference is used, but its payment is not known yet.', {
      code: 'in_progress',
    })
  return metadataOf(transaction.metadata)?.reference === key ? transaction : undefined
}

/** Messages that say that a card is inactive, or belongs to another email. */
const ABOUT_CARD = /authori[sz]ation/i

/** Paystack has no code for cards that it doesn't charge any more. */
function refusalOf(error: unknown): unknown {
  const isOfCard =
    error instanceof GatewayError && error.kind === 'rejected' && ABOUT_CARD.test(error.message)
  return isOfCard
    ? new GatewayError('hard_declined', error.message, { code: 'invalid_authorization' })
    : error
}

async function sendCharge(context: PaystackContext, input: ChargeInput, reference: string) {
  await input.onCreated(reference)
  try {
    const { body } = await context.http({
      method: 'POST',
      path: '/transaction/charge_authorization',
      body: {
        email: input.customer.email,
        amount: integerOf('paystack', input),
        currency: input.currency,
        authorization_code: input.methodExternalId,
        reference,
        metadata: JSON.stringify(metadataFor(context, input.key, 'charge')),
      },
    })
    return parseAnswer(Charged, body).data
  } catch (error) {
    if (!hasCode(error, DUPLICATE)) throw refusalOf(error)
    const own = await findOwnCharge(context, reference, input.key)
    if (own) return own
    throw error
  }
}

const confirmationNeeded = (details: { actionUrl?: string }) =>
  new GatewayError('action_required', 'The bank asks for a confirmation.', {
    code: 'authentication_required',
    ...details,
  })

/** Charges a stored card. A reference that another charge uses leads to the next one. */
export async function charge(context: PaystackContext, input: ChargeInput): Promise<RemotePayment> {
  const transaction = await withReference(context, `charge:${input.key}`, reference =>
    sendCharge(context, input, reference),
  )
  if ('paused' in transaction)
    throw confirmationNeeded({ actionUrl: transaction.authorization_url })
  const payment = toPayment(transaction, [])
  // An earlier call began it, and only its answer had the address of the bank's page.
  if (payment.state === 'created') throw confirmationNeeded({})
  const reason = payment.reason ?? transaction.status
  if (payment.state === 'failed')
    throw new GatewayError(isHardRefusal(reason) ? 'hard_declined' : 'declined', reason, {
      code: reason,
    })
  return payment
}

/** Refunds a payment. Refunds have no idempotency key, so `merchant_note` identifies earlier ones. */
export async function refund(
  context: PaystackContext,
  key: string,
  paymentExternalId: string,
  amount: Money,
): Promise<RemoteRefund> {
  const merchantNote = `${context.options.installation}:${key}`
  const transaction = await findTransaction(context, paymentExternalId)
  if (!transaction)
    throw new GatewayError('rejected', 'There is no such payment.', { code: 'not_found' })
  const earlier = (await refundsOf(context, transaction)).find(
    ({ merchant_note }) => merchant_note === merchantNote,
  )
  if (earlier) return toRefund(earlier)
  const { body } = await context.http({
    method: 'POST',
    path: '/refund',
    body: {
      transaction: paymentExternalId,
      amount: integerOf('paystack', amount),
      currency: amount.currency,
      merchant_note: merchantNote,
    },
  })
  return toRefund(parseAnswer(of(Refund), body).data)
}
