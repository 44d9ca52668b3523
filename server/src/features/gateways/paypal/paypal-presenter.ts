import { addIntervals, type Interval } from '@coffer/contract/billing-periods'
import type { Money } from '@coffer/contract/money'
import type {
  RemoteDispute,
  RemotePayment,
  RemoteRefund,
  RemoteStatus,
  RemoteSubscription,
} from '../gateway.ts'
import { amountFrom } from '../wire-amounts.ts'
import { readCustomId } from './paypal-api.ts'
import type {
  Capture,
  Dispute,
  Plan,
  Refund,
  Sale,
  SaleRefund,
  Subscription,
  SubscriptionTransaction,
} from './paypal-schemas.ts'

/** The reason of our own suspensions, which distinguishes a cancelled subscription from an unpaid one. */
export const CANCELLED_NOTE = 'Cancelled by the customer, until the paid time ends.'

const time = (text: string | undefined): number | null => (text ? Date.parse(text) : null)

export const money = ({ currency_code, value }: { currency_code: string; value: string }): Money =>
  amountFrom('paypal', value, currency_code)

const saleMoney = ({ total, currency }: Sale['amount']): Money =>
  amountFrom('paypal', total, currency)

/** The amount of a refund of a sale, which events have with a negative sign. */
export const refundedMoney = ({ total, currency }: Sale['amount']): Money =>
  saleMoney({ total: total.replace('-', ''), currency })

const STATES: Record<string, RemotePayment['state']> = {
  COMPLETED: 'succeeded',
  PARTIALLY_REFUNDED: 'succeeded',
  REFUNDED: 'succeeded',
  REVERSED: 'succeeded',
  PENDING: 'processing',
  DECLINED: 'failed',
  DENIED: 'failed',
  FAILED: 'failed',
}

const paymentState = (state: string | undefined): RemotePayment['state'] =>
  STATES[(state ?? '').toUpperCase()] ?? 'processing'

const BASE = {
  invoiceExternalId: null,
  isHardDecline: false,
  actionUrl: null,
  period: null,
  refunds: [],
  disputes: [],
  method: null,
} as const

const refundState = (state: string | undefined): RemoteRefund['state'] => {
  const known = (state ?? 'COMPLETED').toUpperCase()
  if (known === 'COMPLETED') return 'succeeded'
  return known === 'PENDING' ? 'processing' : 'failed'
}

export const toRefund = (refund: Refund, amount: Money): RemoteRefund => ({
  externalId: refund.id,
  ...amount,
  state: refundState(refund.status),
  createdAt: time(refund.create_time) ?? 0,
})

export const toSaleRefund = (refund: SaleRefund, amount: Money): RemoteRefund => ({
  externalId: refund.id,
  ...amount,
  state: refundState(refund.state),
  createdAt: time(refund.create_time) ?? 0,
})

/** The outcomes that take money from the seller. After `NONE`, another dispute continues. */
const LOST = /^(RESOLVED_BUYER_FAVOU?R|ACCEPTED)$/

/** @param disputed the amount that the payer asks for; a decision may take less */
export function toDispute(dispute: Dispute, disputed: Money): RemoteDispute {
  const { outcome_code: outcome, amount_refunded: refunded } = dispute.dispute_outcome ?? {}
  const taken = refunded ? money(refunded) : disputed
  const isLost = LOST.test(outcome ?? '') && taken.amount > 0
  return {
    externalId: dispute.dispute_id,
    ...(isLost ? taken : disputed),
    state: outcome === undefined ? 'open' : isLost ? 'lost' : 'won',
    createdAt: time(dispute.create_time) ?? 0,
    ...(outcome !== undefined && { decidedAt: time(dispute.update_time) ?? undefined }),
  }
}

export function fromCapture(capture: Capture): RemotePayment {
  const state = paymentState(capture.status)
  return {
    ...BASE,
    externalId: capture.id,
    ...money(capture.amount),
    reference: readCustomId(capture.custom_id)?.reference ?? null,
    subscriptionExternalId: null,
    state,
    reason: state === 'failed' ? (capture.status ?? null) : null,
    paidAt: time(capture.create_time) ?? 0,
  }
}

export function fromSale(sale: Sale): RemotePayment {
  const state = paymentState(sale.state)
  return {
    ...BASE,
    externalId: sale.id,
    ...saleMoney(sale.amount),
    reference: readCustomId(sale.custom)?.reference ?? null,
    subscriptionExternalId: sale.billing_agreement_id ?? null,
    state,
    reason: state === 'failed' ? sale.state : null,
    paidAt: time(sale.create_time) ?? 0,
  }
}

export function fromTransaction(
  transaction: SubscriptionTransaction,
  subscription: Subscription,
): RemotePayment {
  const state = paymentState(transaction.status)
  return {
    ...BASE,
    externalId: transaction.id,
    ...money(transaction.amount_with_breakdown.gross_amount),
    reference: readCustomId(subscription.custom_id)?.reference ?? null,
    subscriptionExternalId: subscription.id,
    state,
    reason: state === 'failed' ? (transaction.status ?? null) : null,
    paidAt: Date.parse(transaction.time),
  }
}

const regularCycle = (plan: Plan | undefined) =>
  plan?.billing_cycles?.find(({ tenure_type }) => tenure_type === 'REGULAR')

const intervalOf = (plan: Plan | undefined): Interval =>
  regularCycle(plan)?.frequency.interval_unit === 'YEAR' ? 'year' : 'month'

interface SubscriptionParts {
  subscription: Subscription
  plan: Plan | undefined
  payments: readonly RemotePayment[]
  now: number
}

/** PayPal may charge some hours before a period begins. */
const EARLY_MS = 86_400_000

/** Month ends may differ by some days between PayPal and us. */
const SHIFT_MS = 5 * EARLY_MS
/** PayPal repeats refused payments for some ten days. */
const RETRIES_MS = 14 * EARLY_MS

/** The end of the period that a payment pays, counted from the start of the schedule. */
function periodEndOf(paidAt: number, startsAt: number, interval: Interval): number {
  let count = 0
  while (addIntervals(startsAt, interval, count) <= paidAt + EARLY_MS) count += 1
  return addIntervals(startsAt, interval, count)
}

interface PaidTime {
  /** Null if PayPal doesn't know it. */
  startsAt: number | null
  endsAt: number | null
  isPaid: boolean
}

/**
 * The paid period. The time before a schedule's start is paid already; it began with the period of the plan
 * that the schedule replaces. PayPal's clock can be ahead: a schedule with a payment has started.
 */
function paidTime({ subscription, plan, payments, now }: SubscriptionParts): PaidTime {
  const begins = time(subscription.start_time)
  const paid = payments.filter(({ state }) => state === 'succeeded').map(({ paidAt }) => paidAt)
  const last = paid.length > 0 ? Math.max(...paid) : null
  const isAhead = begins !== null && begins > Math.max(now, last ?? now)
  if (isAhead) return { startsAt: null, endsAt: begins, isPaid: true }
  // Before the start of a schedule, the time was paid by the plan that it replaces.
  if (last === null) return { startsAt: null, endsAt: begins, isPaid: false }
  const next = time(subscription.billing_info?.next_billing_time)
  const end = periodEndOf(last, begins ?? last, intervalOf(plan))
  // PayPal's own time is exact, but it moves on although a payment was refused.
  const endsAt = next !== null && Math.abs(next - end) < SHIFT_MS ? next : end
  return { startsAt: last, endsAt, isPaid: true }
}

/** A subscription counts as active only once a payment is found, whatever status PayPal returns. */
function statusOf({ subscription, now }: SubscriptionParts, paid: PaidTime): RemoteStatus {
  const isOver = paid.endsAt === null || paid.endsAt <= now
  switch (subscription.status) {
    case 'ACTIVE':
      return paid.isPaid ? 'active' : 'inactive'
    case 'SUSPENDED':
      return isOurSuspension(subscription) ? 'cancelled' : 'active'
    case 'CANCELLED':
      return isOver ? 'completed' : 'cancelled'
    case 'EXPIRED':
      return 'completed'
    default:
      return 'inactive'
  }
}

const isOurSuspension = ({ status, status_change_note }: Subscription): boolean =>
  status === 'SUSPENDED' && status_change_note === CANCELLED_NOTE

const isUnpaid = (subscription: Subscription): boolean =>
  subscription.status === 'SUSPENDED' && !isOurSuspension(subscription)

/** Whether the paid time is over and no payment is on its way, such as after one that was denied. */
const isOverdue = ({ subscription, payments, now }: SubscriptionParts, { endsAt }: PaidTime) =>
  subscription.status === 'ACTIVE' &&
  endsAt !== null &&
  endsAt + EARLY_MS < now &&
  !payments.some(({ state }) => state === 'processing')

const isLate = (parts: SubscriptionParts, paid: PaidTime): boolean =>
  isUnpaid(parts.subscription) ||
  isOverdue(parts, paid) ||
  (parts.subscription.billing_info?.failed_payments_count ?? 0) > 0

function unpaidSince(parts: SubscriptionParts, paid: PaidTime): number | null {
  const { subscription } = parts
  if (isUnpaid(subscription)) return time(subscription.status_update_time)
  return isOverdue(parts, paid) && paid.endsAt !== null ? paid.endsAt + RETRIES_MS : null
}

export function toSubscription(parts: SubscriptionParts): RemoteSubscription {
  const { subscription, plan } = parts
  const paid = paidTime(parts)
  const status = statusOf(parts, paid)
  const custom = readCustomId(subscription.custom_id)
  const price = regularCycle(plan)?.pricing_scheme?.fixed_price
  const isEnded = status === 'completed'
  return {
    externalId: subscription.id,
    reference: custom?.reference ?? null,
    status,
    paymentState: isLate(parts, paid) ? 'past_due' : 'ok',
    gatewayStatus: subscription.status,
    statusChangedAt: time(subscription.status_update_time),
    planId: custom?.planId ?? null,
    price: price ? money(price) : null,
    periodStartsAt: paid.startsAt,
    periodEndsAt: paid.endsAt,
    endsAt: status === 'cancelled' ? paid.endsAt : null,
    endedAt: isEnded ? (paid.endsAt ?? time(subscription.status_update_time)) : null,
    unpaidSince: unpaidSince(parts, paid),
  }
}
