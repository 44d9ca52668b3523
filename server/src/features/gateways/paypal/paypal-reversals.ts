import type { Money } from '@coffer/contract/money'
import type {
  ListedDispute,
  ListedRefund,
  RemoteDispute,
  RemotePayment,
  RemoteRefund,
} from '../gateway.ts'
import { reversalIdOf, sumOf } from '../reversals.rules.ts'
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
 * @param readAt before the state was read
 */
export async function withReversals(
  context: PayPalContext,
  payment: RemotePayment,
  { state, readAt }: { state: string | undefined; readAt: number },
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
  const listed = { refunds: [...refunds.values()], takings: [...takings.values()] }
  const reversal = reversalOf(payment, { state, readAt, ...listed })
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

interface Read {
  state: string | undefined
  readAt: number
  refunds: readonly RemoteRefund[]
  takings: readonly Taking[]
}

/**
 * Returns what PayPal took from a payment without a refund, as one entry: lost while the payment is reduced, won
 * once PayPal has returned it. Undefined if nothing is left of the payment and PayPal lists no reason but refunds.
 */
function reversalOf(
  { externalId, amount, currency, paidAt }: RemotePayment,
  { state, readAt, refunds, takings }: Read,
): RemoteDispute | undefined {
  const made = refunds.filter(refund => refund.state !== 'failed')
  const left = amount - sumOf(made)
  const isReversed = /^reversed$/i.test(state ?? '')
  const isWhole = isReversed || /^refunded$/i.test(state ?? '')
  const listed =
    takings.length === 0 && isReversed
      ? [{ amount: left, createdAt: paidAt }]
      : takings.map(({ money: taken, createdAt }) => ({ amount: taken?.amount ?? left, createdAt }))
  if (listed.length === 0 && isWhole) return undefined
  const kept = withoutReturned(amount, made, listed)
  return {
    externalId: reversalIdOf(externalId),
    amount: Math.min(sumOf(kept), left) || amount,
    currency,
    state: isReduced(state) && (kept.length > 0 || listed.length === 0) ? 'lost' : 'won',
    createdAt: listed.length === 0 ? paidAt : Math.min(...listed.map(each => each.createdAt)),
    reversal: { takings: kept, isWhole, readAt },
  }
}

/** Money that PayPal had taken could not be refunded, so a refund of it shows that PayPal had returned it. */
function withoutReturned<T extends Dated>(
  amount: number,
  refunds: readonly Dated[],
  takings: readonly T[],
): T[] {
  return takings.filter(
    taking =>
      !refunds.some(({ createdAt }) => {
        const before = [...refunds, ...takings].filter(each => each.createdAt <= createdAt)
        return taking.createdAt <= createdAt && sumOf(before) > amount
      }),
  )
}

interface Dated {
  amount: number
  createdAt: number
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
