import type { RemoteDispute, RemoteMethod, RemotePayment, RemoteRefund } from '../gateway.ts'
import { amountFrom } from '../wire-amounts.ts'
import {
  type Dispute,
  metadataOf,
  type Refund,
  savedCardOf,
  type Transaction,
} from './paystack-api.ts'

function stateOf({ status }: Transaction): RemotePayment['state'] {
  switch (status) {
    case 'success':
    case 'reversed':
    case 'reversal-pending':
      return 'succeeded'
    case 'failed':
      return 'failed'
    case 'abandoned':
    case 'ongoing':
      return 'created'
    default:
      return 'processing'
  }
}

/** Texts of banks for refusals that are permanent for the card. */
const HARD = /stolen|lost card|expired|pick ?up|restricted|do not retry|invalid card|not permitted/i

export const isHardRefusal = (reason: string | null | undefined): boolean => HARD.test(reason ?? '')

const time = (...texts: (string | null | undefined)[]): number => {
  const text = texts.find(each => each)
  return text ? Date.parse(text) : 0
}

/** A card is valid until the end of its month. */
const endOfMonth = (year: string | null | undefined, month: string | null | undefined) =>
  year && month ? Date.UTC(Number(year), Number(month), 1) : null

function toMethod(transaction: Transaction): RemoteMethod | null {
  const card = savedCardOf(transaction)
  if (!card) return null
  return {
    externalId: card.authorization_code,
    kind: card.channel === 'card' ? 'card' : 'other',
    brand: card.brand?.trim() || null,
    last4: card.last4 ?? null,
    payerEmail: transaction.customer?.email ?? null,
    signature: card.signature ?? null,
    expiresAt: endOfMonth(card.exp_year, card.exp_month),
  }
}

function stateOfRefund({ status }: Refund): RemoteRefund['state'] {
  if (status === 'failed') return 'failed'
  // A refund that needs attention is processed once the merchant adds the bank account of the payer.
  return status === 'processed' ? 'succeeded' : 'processing'
}

export const toRefund = (refund: Refund): RemoteRefund => ({
  externalId: String(refund.id),
  ...amountFrom('paystack', refund.amount, refund.currency),
  state: stateOfRefund(refund),
  createdAt: time(refund.createdAt, refund.created_at),
})

/** A dispute is lost by accepting it, or by not answering in time. */
function stateOfDispute({ status, resolution }: Dispute): RemoteDispute['state'] {
  if (status !== 'resolved') return 'open'
  return resolution === 'declined' ? 'won' : 'lost'
}

export const toDispute = (dispute: Dispute): RemoteDispute => ({
  externalId: String(dispute.id),
  ...amountFrom(
    'paystack',
    dispute.refund_amount ?? dispute.transaction.amount,
    dispute.currency ?? dispute.transaction.currency,
  ),
  state: stateOfDispute(dispute),
  createdAt: time(dispute.createdAt),
})

export function toPayment(
  transaction: Transaction,
  refunds: readonly Refund[],
  disputes: readonly Dispute[] = [],
): RemotePayment {
  const state = stateOf(transaction)
  const reason = transaction.gateway_response ?? null
  return {
    externalId: transaction.reference,
    ...amountFrom('paystack', transaction.amount, transaction.currency),
    reference: metadataOf(transaction.metadata)?.reference ?? null,
    subscriptionExternalId: null,
    invoiceExternalId: null,
    state,
    isHardDecline: state === 'failed' && isHardRefusal(reason),
    reason: state === 'failed' ? reason : null,
    actionUrl: null,
    paidAt: time(transaction.paid_at, transaction.transaction_date, transaction.created_at),
    period: null,
    refunds: refunds.map(toRefund),
    disputes: disputes.map(toDispute),
    method: state === 'succeeded' ? toMethod(transaction) : null,
  }
}
