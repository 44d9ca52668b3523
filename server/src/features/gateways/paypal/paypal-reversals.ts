import type { Money } from '@coffer/contract/money'
import {
  type ListedDispute,
  type ListedRefund,
  type RemoteDispute,
  type RemotePayment,
  type RemoteRefund,
  reversalIdOf,
} from '../gateway.ts'
import { type PayPalContext, segment } from './paypal-api.ts'
import { money, refundedMoney, toDispute, toRefund, toSaleRefund } from './paypal-presenter.ts'
import { eventsOf } from './paypal-reads.ts'
import { captureOf, Dispute, type Event, Refund, SaleRefund } from './paypal-schemas.ts'

export const DISPUTE_EVENTS = 'CUSTOMER.DISPUTE.'
export const REVERSAL_EVENTS = ['PAYMENT.SALE.REVERSED', 'PAYMENT.CAPTURE.REVERSED'] as const

/** Whether refunds or reversals have taken a part of a payment with this state, or all of it. */
export const isReduced = (state: string | undefined): boolean =>
  /^(partially_refunded|refunded|reversed)$/i.test(state ?? '')

/**
 * Adds the refunds, disputes and the reversal of a payment. They are read from the list of events, as PayPal
 * does not list refunds of sales or disputes.
 * @param state PayPal's own
 */
export async function withReversals(
  context: PayPalContext,
  payment: RemotePayment,
  state: string | undefined,
): Promise<RemotePayment> {
  const { externalId: id, amount, currency } = payment
  const whole = { amount, currency }
  const refunds = new Map<string, RemoteRefund>()
  const disputes = new Map<string, RemoteDispute>()
  const takings = new Map<string, Taking>()
  for await (const event of eventsOf(context, `transaction_id=${segment(id)}`)) {
    const refund = refundIn(event, whole)
    if (refund?.paymentExternalId === id) refunds.set(refund.externalId, refund)
    for (const dispute of disputesIn(event, whole))
      if (dispute.paymentExternalId === id) addDispute(disputes, dispute)
    const taking = takingIn(event)
    if (taking?.paymentExternalId === id) takings.set(taking.key, taking)
  }
  const reversal = reversalOf(payment, state, [...refunds.values()], [...takings.values()])
  return {
    ...payment,
    refunds: [...refunds.values()],
    // A reversal is booked as far as disputes don't explain it, so they precede it.
    disputes: [...disputes.values(), ...(reversal ? [reversal] : [])],
  }
}

/** Money that PayPal took from a payment. */
interface Taking {
  /** The same for all events about it. */
  key: string
  paymentExternalId: string
  /** Undefined if the event names none. */
  money: Money | undefined
  createdAt: number
}

/** PayPal's samples name the payment of a reversal by a field, by a link, or by the id alone. */
function takingIn({ event_type, resource }: Event): Taking | undefined {
  if (event_type === 'PAYMENT.SALE.REVERSED') {
    const sale = SaleRefund.safeParse(resource).data
    return sale && takingOf(sale, sale.sale_id, sale.amount && refundedMoney(sale.amount))
  }
  if (event_type !== 'PAYMENT.CAPTURE.REVERSED') return undefined
  const refund = Refund.safeParse(resource).data
  return refund && takingOf(refund, captureOf(refund), refund.amount && money(refund.amount))
}

function takingOf(
  { id, create_time: createdAt = '' }: { id: string; create_time?: string | undefined },
  paymentId: string | undefined,
  amount: Money | undefined,
): Taking {
  return {
    key: `${id} ${createdAt}`,
    paymentExternalId: paymentId ?? id,
    money: amount,
    createdAt: Date.parse(createdAt) || 0,
  }
}

export const reversedPaymentOf = (event: Event): string | undefined =>
  takingIn(event)?.paymentExternalId

/**
 * Returns what PayPal took from a payment without a refund, as one entry: lost while the payment is reduced, won
 * once PayPal has returned it.
 */
function reversalOf(
  { externalId, amount, currency, paidAt }: RemotePayment,
  state: string | undefined,
  refunds: readonly RemoteRefund[],
  takings: readonly Taking[],
): RemoteDispute | undefined {
  if (takings.length === 0 && !/^reversed$/i.test(state ?? '')) return undefined
  const returned = refunds.filter(refund => refund.state !== 'failed')
  const left = returned.reduce((rest, refund) => rest - refund.amount, amount)
  const taken = takings.reduce((sum, taking) => sum + (taking.money?.amount ?? left), 0)
  const reversed = Math.min(takings.length === 0 ? left : taken, left)
  if (reversed <= 0) return undefined
  return {
    externalId: reversalIdOf(externalId),
    amount: reversed,
    currency,
    state: isReduced(state) ? 'lost' : 'won',
    createdAt: takings.length === 0 ? paidAt : Math.min(...takings.map(each => each.createdAt)),
  }
}

/** @param whole the amount of the payment, for a refund that names none */
export function refundIn({ event_type, resource }: Event, whole?: Money): ListedRefund | undefined {
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
export function disputesIn({ event_type, resource }: Event, whole?: Money): ListedDispute[] {
  if (!event_type.startsWith(DISPUTE_EVENTS)) return []
  const dispute = Dispute.safeParse(resource).data
  const amount = dispute?.dispute_amount ? money(dispute.dispute_amount) : whole
  if (!dispute || !amount) return []
  return (dispute.disputed_transactions ?? []).flatMap(({ seller_transaction_id: id }) =>
    id === undefined ? [] : [{ ...toDispute(dispute, amount), paymentExternalId: id }],
  )
}

/** Events are unordered, and a decision is final. */
export function addDispute<T extends RemoteDispute>(disputes: Map<string, T>, dispute: T): void {
  const known = disputes.get(dispute.externalId)
  if (!known || known.state === 'open') disputes.set(dispute.externalId, dispute)
}
