import type { StatementLine } from '../shared/bank-statement.ts'
import type { Call, Handler } from '../shared/simulator-server.ts'
import { fail, refuse } from './errors.ts'
import { fromMinor, issueOf, type Money, toMinor, toTotal } from './money.ts'
import {
  type Capture,
  emit,
  linkTo,
  need,
  type PayPalState,
  type Refund,
  type Sale,
  timeNow,
  transactionId,
} from './state.ts'

export function refundRoutes(state: PayPalState): Record<string, Handler> {
  return {
    'POST /v2/payments/captures/{capture_id}/refund': call => refundCapture(state, call),
    'GET /v2/payments/refunds/{refund_id}': ({ params, call }) =>
      shownRefund(need(state.refunds, params.refund_id, call)),
    'GET /v1/payments/sale/{sale_id}': ({ params, call }) =>
      need(state.sales, params.sale_id, call),
    'POST /v1/payments/sale/{sale_id}/refund': call => refundSale(state, call),
  }
}

const sumFor = (paymentId: string, refunds: readonly Refund[]): number =>
  refunds
    .filter(refund => refund.paymentId === paymentId && refund.status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + toMinor(amount), 0)

export const reversedOf = ({ reversals }: PayPalState, paymentId: string): number =>
  sumFor(paymentId, reversals)

/** The sum of the refunds and reversals of a payment. */
const refundedOf = (state: PayPalState, paymentId: string): number =>
  sumFor(paymentId, [...state.refunds.values()]) + reversedOf(state, paymentId)

function addRefund(state: PayPalState, paymentId: string, amount: Money): Refund {
  const id = transactionId()
  const refund: Refund = {
    id,
    status: 'COMPLETED',
    amount,
    paymentId,
    create_time: timeNow(state),
    update_time: timeNow(state),
    links: [linkTo(state, 'self', `/v2/payments/refunds/${id}`)],
  }
  state.refunds.set(id, refund)
  return refund
}

const shownRefund = ({ paymentId: _, ...refund }: Refund) => refund

function refundCapture(state: PayPalState, { params, body, call }: Call) {
  const capture = need(state.captures, params.capture_id, call)
  const given = body.amount as Money | undefined
  const left = toMinor(capture.amount) - refundedOf(state, capture.id)
  const issue = captureIssue(capture, given, left)
  if (issue) throw refuse(call, issue)
  const amount = given ?? fromMinor(left, capture.amount.currency_code)
  const refund = addRefund(state, capture.id, amount)
  capture.status = toMinor(amount) === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.update_time = timeNow(state)
  emit(state, 'PAYMENT.CAPTURE.REFUNDED', withCapture(state, refund, capture))
  return shownRefund(refund)
}

function captureIssue(capture: Capture, given: Money | undefined, left: number) {
  if (capture.status === 'PENDING') return 'PENDING_CAPTURE'
  if (left === 0) return 'CAPTURE_FULLY_REFUNDED'
  if (given === undefined) return undefined
  if (given.currency_code !== capture.amount.currency_code) {
    return 'REFUND_CAPTURE_CURRENCY_MISMATCH'
  }
  return issueOf(given) ?? (toMinor(given) > left ? 'REFUND_AMOUNT_EXCEEDED' : undefined)
}

/** The event of a refund names its capture by a link only. */
function withCapture(state: PayPalState, refund: Refund, capture: Capture) {
  const up = linkTo(state, 'up', `/v2/payments/captures/${capture.id}`)
  const { custom_id: custom } = capture
  const links = [...(refund.links ?? []), up]
  return { ...shownRefund(refund), ...(custom !== undefined && { custom_id: custom }), links }
}

function refundSale(state: PayPalState, { params, body, call }: Call) {
  const sale = need(state.sales, params.sale_id, call)
  const full: Money = { currency_code: sale.amount.currency, value: sale.amount.total }
  const left = toMinor(full) - refundedOf(state, sale.id)
  const given = body.amount as { total: string; currency: string } | undefined
  const asked = given && { currency_code: given.currency, value: given.total }
  const amount = asked ?? fromMinor(left, full.currency_code)
  const isRefundable = sale.state === 'completed' || sale.state === 'partially_refunded'
  const isPossible = isRefundable && !issueOf(amount) && toMinor(amount) <= left
  if (!isPossible || amount.currency_code !== full.currency_code) {
    throw fail(400, [{ field: 'amount', issue: `At most ${left} of ${call} can be refunded` }])
  }
  const refund = addRefund(state, sale.id, amount)
  sale.state = toMinor(amount) === left ? 'refunded' : 'partially_refunded'
  const answer = detailedRefund(refund, sale)
  const { total, currency: code } = answer.amount
  // PayPal's published sample of this event has a negative amount.
  emit(state, 'PAYMENT.SALE.REFUNDED', {
    ...answer,
    amount: { total: `-${total}`, currency: code },
  })
  return answer
}

function detailedRefund(refund: Refund, sale: Sale) {
  return {
    id: refund.id,
    amount: toTotal(refund.amount),
    state: 'completed',
    sale_id: sale.id,
    parent_payment: sale.parent_payment,
    ...(sale.custom !== undefined && { custom: sale.custom }),
    create_time: refund.create_time,
    update_time: refund.create_time,
    links: refund.links ?? [],
  }
}

/** The payer disputes a payment at PayPal or the bank. @returns the dispute's id */
export function dispute(state: PayPalState, paymentId: string): string {
  const id = `PP-D-${transactionId()}`
  emit(state, 'CUSTOMER.DISPUTE.CREATED', {
    ...disputeOf(state, id, paymentId),
    status: 'OPEN',
  })
  return id
}

function disputeOf(state: PayPalState, id: string, paymentId: string) {
  return {
    dispute_id: id,
    create_time: timeNow(state),
    update_time: timeNow(state),
    disputed_transactions: [{ seller_transaction_id: paymentId }],
    dispute_amount: amountOf(state, paymentId),
    reason: 'UNAUTHORISED',
  }
}

function amountOf(state: PayPalState, paymentId: string): Money {
  const sale = state.sales.get(paymentId)
  if (sale) return { currency_code: sale.amount.currency, value: sale.amount.total }
  return need(state.captures, paymentId, 'GET /v2/payments/captures/{capture_id}').amount
}

/** @param amount minor units that the decision takes from the merchant; undefined for all that is left */
export function closeDispute(
  state: PayPalState,
  id: string,
  paymentId: string,
  outcome: 'won' | 'lost',
  amount?: number,
): void {
  const { currency_code: currency } = amountOf(state, paymentId)
  const whole = leftOf(state, paymentId) + reversedOf(state, paymentId)
  const decision =
    outcome === 'won'
      ? { outcome_code: 'RESOLVED_SELLER_FAVOUR' }
      : {
          outcome_code: 'RESOLVED_BUYER_FAVOUR',
          amount_refunded: fromMinor(amount ?? whole, currency),
        }
  emit(state, 'CUSTOMER.DISPUTE.RESOLVED', {
    ...disputeOf(state, id, paymentId),
    status: 'RESOLVED',
    dispute_outcome: decision,
  })
  if (outcome === 'lost') reverse(state, paymentId, amount)
  else cancelReversal(state, paymentId)
}

const leftOf = (state: PayPalState, paymentId: string): number =>
  toMinor(amountOf(state, paymentId)) - refundedOf(state, paymentId)

/**
 * PayPal takes a payment from the merchant, with or without a dispute. The events are those of PayPal's
 * published samples: a sale with a negative amount, and a refund that names its capture by a link.
 * @param amount minor units; undefined for all that is left
 */
export function reverse(state: PayPalState, paymentId: string, amount?: number): void {
  const left = leftOf(state, paymentId)
  const taken = amount ?? left
  if (taken <= 0 || taken > left) return
  const { currency_code: currency } = amountOf(state, paymentId)
  const isWhole = taken === left
  const id = transactionId()
  const reversal: Refund = {
    id,
    status: 'COMPLETED',
    amount: fromMinor(taken, currency),
    paymentId,
    create_time: timeNow(state),
    update_time: timeNow(state),
    links: [linkTo(state, 'self', `/v2/payments/refunds/${id}`)],
  }
  state.reversals.push(reversal)
  const sale = state.sales.get(paymentId)
  if (sale) {
    sale.state = isWhole ? 'refunded' : 'partially_refunded'
    const total = `-${reversal.amount.value}`
    const { create_time } = reversal
    const event = { ...sale, state: 'completed', create_time, amount: { total, currency } }
    emit(state, 'PAYMENT.SALE.REVERSED', event)
  }
  const capture = state.captures.get(paymentId)
  if (capture) {
    capture.status = isWhole ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    emit(state, 'PAYMENT.CAPTURE.REVERSED', withCapture(state, reversal, capture))
  }
}

/** PayPal returns the money of a reversal, of which no event is published. */
export function cancelReversal(state: PayPalState, paymentId: string): void {
  state.reversals = state.reversals.filter(each => each.paymentId !== paymentId)
  const isRefunded = refundedOf(state, paymentId) > 0
  const sale = state.sales.get(paymentId)
  if (sale) sale.state = isRefunded ? 'partially_refunded' : 'completed'
  const capture = state.captures.get(paymentId)
  if (capture) capture.status = isRefunded ? 'PARTIALLY_REFUNDED' : 'COMPLETED'
}

const SALE_STATES: Record<Sale['state'], StatementLine['state']> = {
  completed: 'succeeded',
  partially_refunded: 'succeeded',
  refunded: 'succeeded',
  pending: 'pending',
  denied: 'failed',
}

const CAPTURE_STATES: Record<Capture['status'], StatementLine['state']> = {
  COMPLETED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
  PENDING: 'pending',
  DECLINED: 'failed',
}

export function statement(state: PayPalState): StatementLine[] {
  const line = (
    kind: StatementLine['kind'],
    one: { id: string; create_time: string },
    amount: Money,
    lineState: StatementLine['state'],
  ): StatementLine => ({
    id: one.id,
    kind,
    amount: toMinor(amount),
    currency: amount.currency_code,
    state: lineState,
    at: Date.parse(one.create_time),
  })
  return [
    ...[...state.sales.values()].map(sale => {
      const amount = { currency_code: sale.amount.currency, value: sale.amount.total }
      return line('payment', sale, amount, SALE_STATES[sale.state])
    }),
    ...[...state.captures.values()].map(one =>
      line('payment', one, one.amount, CAPTURE_STATES[one.status]),
    ),
    ...[...state.refunds.values()].map(one => ({
      ...line('refund', one, one.amount, one.status === 'FAILED' ? 'failed' : 'succeeded'),
      paymentId: one.paymentId,
    })),
  ]
}
