import { DAY_MS } from '@coffer/contract/durations'
import { isPending, refusalOf } from '../shared/cards.ts'
import { nextPeriodEnd } from '../shared/periods.ts'
import { fromMinor, type Money, toMinor, toTotal } from './money.ts'
import {
  type Agreement,
  emit,
  isoTime,
  linkTo,
  type PayPalState,
  type Sale,
  type Subscription,
  timeNow,
  transactionId,
} from './state.ts'

const PENDING_MS = 3 * DAY_MS
/** A failed cycle is tried twice more. */
const RETRY_MS = 5 * DAY_MS
const RETRIES = 2

export function agreementOf(state: PayPalState, subscription: Subscription): Agreement {
  const agreement = state.agreements.get(subscription.id)
  if (!agreement) throw new Error(`${subscription.id} has no agreement`)
  return agreement
}

function regularCycle({ terms }: Agreement) {
  const cycle = terms.billing_cycles.find(one => one.tenure_type === 'REGULAR')
  if (!cycle?.pricing_scheme?.fixed_price) throw new Error('The plan has no regular price')
  return { ...cycle, price: cycle.pricing_scheme.fixed_price }
}

export function priceOf(state: PayPalState, subscription: Subscription): Money {
  const { price } = regularCycle(agreementOf(state, subscription))
  return fromMinor(toMinor(price) * Number(subscription.quantity), price.currency_code)
}

export function setStatus(
  state: PayPalState,
  subscription: Subscription,
  status: Subscription['status'],
  note?: string,
): void {
  subscription.status = status
  subscription.status_update_time = timeNow(state)
  subscription.update_time = timeNow(state)
  if (note !== undefined) subscription.status_change_note = note
}

/** The approved subscription takes its setup fee and, once it has started, its first payment. */
export function begin(state: PayPalState, subscription: Subscription) {
  const agreement = agreementOf(state, subscription)
  const { price } = regularCycle(agreement)
  subscription.billing_info = {
    outstanding_balance: fromMinor(0, price.currency_code),
    cycle_executions: [
      { tenure_type: 'REGULAR', sequence: 1, cycles_completed: 0, cycles_remaining: 0 },
    ],
    failed_payments_count: 0,
  }
  setStatus(state, subscription, 'ACTIVE')
  emit(state, 'BILLING.SUBSCRIPTION.ACTIVATED', subscription)
  const fee = agreement.terms.payment_preferences.setup_fee
  if (fee && toMinor(fee) > 0) createSale(state, subscription, fee)
  const startsAt = Date.parse(subscription.start_time)
  if (startsAt > state.core.clock.now()) return planCycle(state, subscription, startsAt)
  billCycle(state, subscription)
}

/** The next cycle after now, reckoned from the start. */
export function nextCycleAt(state: PayPalState, subscription: Subscription): number {
  const { frequency } = regularCycle(agreementOf(state, subscription))
  const anchor = Date.parse(subscription.start_time) / 1000
  const now = Math.floor(state.core.clock.now() / 1000)
  if (anchor > now) return anchor * 1000
  const interval = {
    interval: frequency.interval_unit.toLowerCase(),
    interval_count: frequency.interval_count ?? 1,
  }
  return nextPeriodEnd(anchor, now, interval) * 1000
}

export function planCycle(state: PayPalState, subscription: Subscription, at: number): void {
  const info = subscription.billing_info
  if (!info) return
  info.next_billing_time = isoTime(at)
  state.core.clock.at(at, () => {
    const isDue = subscription.billing_info?.next_billing_time === isoTime(at)
    if (isDue && subscription.status === 'ACTIVE') billCycle(state, subscription)
  })
}

function billCycle(state: PayPalState, subscription: Subscription): void {
  const agreement = agreementOf(state, subscription)
  if (agreement.nextPlan) {
    agreement.terms = agreement.nextPlan
    subscription.plan_id = agreement.nextPlan.id
    delete agreement.nextPlan
    emit(state, 'BILLING.SUBSCRIPTION.UPDATED', subscription)
  }
  planCycle(state, subscription, nextCycleAt(state, subscription))
  const price = priceOf(state, subscription)
  const owed = subscription.billing_info?.outstanding_balance ?? price
  const isBilledTogether = agreement.terms.payment_preferences.auto_bill_outstanding ?? true
  const amount = toMinor(price) + (isBilledTogether ? toMinor(owed) : 0)
  attempt(state, subscription, fromMinor(amount, price.currency_code), toMinor(price), RETRIES)
}

/** @param added the amount that a failed attempt adds to the outstanding balance */
export function attempt(
  state: PayPalState,
  subscription: Subscription,
  amount: Money,
  added: number,
  retries: number,
): boolean {
  const { payer } = agreementOf(state, subscription)
  if (refusalOf(payer, !hasPaid(state, subscription))) {
    failPayment(state, subscription, { amount, added, retries })
    return false
  }
  const info = subscription.billing_info
  createSale(state, subscription, amount)
  if (!info) return true
  const paidOff = toMinor(amount) - added
  const rest = Math.max(0, toMinor(info.outstanding_balance) - paidOff)
  info.outstanding_balance = fromMinor(rest, amount.currency_code)
  info.failed_payments_count = 0
  info.last_payment = { amount, time: timeNow(state) }
  const [cycle] = info.cycle_executions
  if (cycle) cycle.cycles_completed = Number(cycle.cycles_completed) + 1
  return true
}

function hasPaid(state: PayPalState, { id }: Subscription): boolean {
  return salesOf(state, id).some(sale => sale.state !== 'denied')
}

/** Reads the stored sales, as events can lack the field. */
export function salesOf(state: PayPalState, subscriptionId: string): Sale[] {
  return [...state.sales.values()].filter(sale => sale.billing_agreement_id === subscriptionId)
}

function failPayment(
  state: PayPalState,
  subscription: Subscription,
  { amount, added, retries }: { amount: Money; added: number; retries: number },
) {
  const info = subscription.billing_info
  if (!info) return
  const owed = toMinor(info.outstanding_balance) + added
  info.outstanding_balance = fromMinor(owed, amount.currency_code)
  info.failed_payments_count += 1
  const nextAt = state.core.clock.now() + RETRY_MS
  info.last_failed_payment = {
    amount,
    time: timeNow(state),
    reason_code: 'PAYMENT_DENIED',
    ...(retries > 0 && { next_payment_retry_time: isoTime(nextAt) }),
  }
  addSale(state, subscription, amount, 'denied')
  emit(state, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', subscription)
  const { terms } = agreementOf(state, subscription)
  const threshold = terms.payment_preferences.payment_failure_threshold ?? 0
  if (threshold > 0 && info.failed_payments_count >= threshold) {
    setStatus(state, subscription, 'SUSPENDED', 'Too many payments failed')
    delete info.next_billing_time
    return emit(state, 'BILLING.SUBSCRIPTION.SUSPENDED', subscription)
  }
  if (retries > 0) state.core.clock.at(nextAt, () => retry(state, subscription, retries - 1))
}

function retry(state: PayPalState, subscription: Subscription, retries: number): void {
  const owed = subscription.billing_info?.outstanding_balance
  if (subscription.status !== 'ACTIVE' || !owed || toMinor(owed) === 0) return
  attempt(state, subscription, owed, 0, retries)
}

function createSale(state: PayPalState, subscription: Subscription, amount: Money) {
  const { payer } = agreementOf(state, subscription)
  const sale = addSale(state, subscription, amount, isPending(payer) ? 'pending' : 'completed')
  const announce = (type: string) => emit(state, type, shown(state, sale))
  if (sale.state === 'completed') return announce('PAYMENT.SALE.COMPLETED')
  announce('PAYMENT.SALE.PENDING')
  state.core.clock.at(state.core.clock.now() + PENDING_MS, () => {
    sale.state = payer === 'pending' ? 'completed' : 'denied'
    announce(payer === 'pending' ? 'PAYMENT.SALE.COMPLETED' : 'PAYMENT.SALE.DENIED')
  })
}

function addSale(
  state: PayPalState,
  subscription: Subscription,
  amount: Money,
  saleState: Sale['state'],
): Sale {
  const id = transactionId()
  const sale: Sale = {
    id,
    amount: toTotal(amount),
    payment_mode: 'INSTANT_TRANSFER',
    state: saleState,
    parent_payment: transactionId(),
    billing_agreement_id: subscription.id,
    ...(subscription.custom_id !== undefined && { custom: subscription.custom_id }),
    create_time: timeNow(state),
    update_time: timeNow(state),
    links: [linkTo(state, 'self', `/v1/payments/sale/${id}`)],
  }
  state.sales.set(id, sale)
  return sale
}

function shown({ quirks }: PayPalState, sale: Sale): Sale {
  if (!quirks.omitsAgreementId) return sale
  const { billing_agreement_id: _, ...rest } = sale
  return rest
}
