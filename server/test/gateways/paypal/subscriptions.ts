import { type Card, refusalOf } from '../shared/cards.ts'
import { randomId } from '../shared/ids.ts'
import type { Call, Handler } from '../shared/simulator-server.ts'
import {
  agreementOf,
  attempt,
  begin,
  nextCycleAt,
  planCycle,
  salesOf,
  setStatus,
} from './billing.ts'
import { refuse } from './errors.ts'
import { type Money, toMinor } from './money.ts'
import {
  emit,
  linkTo,
  need,
  type PayPalState,
  type Plan,
  type PlanTerms,
  type Sale,
  type Subscription,
  timeNow,
} from './state.ts'

export function subscriptionRoutes(state: PayPalState): Record<string, Handler> {
  const path = '/v1/billing/subscriptions'
  const find = ({ params, call }: Call) => need(state.subscriptions, params.id, call)
  return {
    [`POST ${path}`]: call => create(state, call),
    [`GET ${path}/{id}`]: find,
    [`POST ${path}/{id}/revise`]: call => revise(state, find(call), call),
    [`POST ${path}/{id}/suspend`]: call => suspend(state, find(call), call),
    [`POST ${path}/{id}/cancel`]: call => cancel(state, find(call), call),
    [`POST ${path}/{id}/activate`]: call => activate(state, find(call), call),
    [`POST ${path}/{id}/capture`]: call => captureOutstanding(state, find(call), call),
    [`GET ${path}/{id}/transactions`]: call => ({
      transactions: transactionsOf(state, find(call), call),
      total_items: salesOf(state, find(call).id).length,
      total_pages: 1,
    }),
  }
}

interface Creation {
  plan_id: string
  start_time?: string
  quantity?: string
  custom_id?: string
  subscriber?: object
  plan?: Partial<PlanTerms>
  application_context?: { return_url?: string; cancel_url?: string }
}

function create(state: PayPalState, { body, call }: Call) {
  const wanted = body as unknown as Creation
  const plan = need(state.plans, wanted.plan_id, 'GET /v1/billing/plans/{id}')
  if (plan.status !== 'ACTIVE') throw refuse(call, 'PLAN_STATUS_INVALID')
  const id = randomId('I-', 12)
  const subscription = {
    id,
    plan_id: plan.id,
    status: 'APPROVAL_PENDING',
    status_update_time: timeNow(state),
    start_time: wanted.start_time ?? timeNow(state),
    quantity: wanted.quantity ?? '1',
    ...(wanted.custom_id !== undefined && { custom_id: wanted.custom_id }),
    ...(wanted.subscriber && { subscriber: wanted.subscriber }),
    plan_overridden: wanted.plan !== undefined,
    create_time: timeNow(state),
    links: [
      linkTo(state, 'approve', `/pay/${id}`),
      linkTo(state, 'self', `/v1/billing/subscriptions/${id}`),
    ],
  } as Subscription
  state.subscriptions.set(id, subscription)
  state.agreements.set(id, {
    terms: mergeTerms(plan, wanted.plan),
    payer: 'ok',
    returnUrl: wanted.application_context?.return_url ?? '',
    cancelUrl: wanted.application_context?.cancel_url ?? '',
  })
  emit(state, 'BILLING.SUBSCRIPTION.CREATED', subscription)
  return subscription
}

/** A subscription may override prices and preferences of its plan. */
function mergeTerms(plan: Plan, override: Partial<PlanTerms> = {}): PlanTerms {
  const cycles = plan.billing_cycles.map(cycle => ({
    ...cycle,
    ...override.billing_cycles?.find(one => one.sequence === cycle.sequence),
  }))
  const preferences = { ...plan.payment_preferences, ...override.payment_preferences }
  // Without an override the plan's own object is kept, so that its new prices apply.
  return override.billing_cycles || override.payment_preferences
    ? { billing_cycles: cycles, payment_preferences: preferences }
    : plan
}

/** @returns whether the payer could approve it */
export function approve(state: PayPalState, id: string, payer: Card): boolean {
  const subscription = need(state.subscriptions, id, 'GET /v1/billing/subscriptions/{id}')
  if (subscription.status !== 'APPROVAL_PENDING') {
    throw refuse('POST /v1/billing/subscriptions/{id}/activate', 'SUBSCRIPTION_STATUS_INVALID')
  }
  if (refusalOf(payer, true)) return false
  agreementOf(state, subscription).payer = payer
  subscription.subscriber = {
    ...subscription.subscriber,
    payer_id: '2J6QB8YJQSJRJ',
    email_address: 'payer@example.com',
  }
  subscription.links = [linkTo(state, 'self', `/v1/billing/subscriptions/${id}`)]
  begin(state, subscription)
  return true
}

function suspend(state: PayPalState, subscription: Subscription, { body, call }: Call) {
  if (subscription.status !== 'ACTIVE') throw refuse(call, 'SUBSCRIPTION_STATUS_INVALID')
  setStatus(state, subscription, 'SUSPENDED', body.reason as string)
  delete subscription.billing_info?.next_billing_time
  emit(state, 'BILLING.SUBSCRIPTION.SUSPENDED', subscription)
}

function cancel(state: PayPalState, subscription: Subscription, { body, call }: Call) {
  const { status } = subscription
  if (status !== 'ACTIVE' && status !== 'SUSPENDED') {
    throw refuse(call, 'SUBSCRIPTION_STATUS_INVALID')
  }
  setStatus(state, subscription, 'CANCELLED', body.reason as string)
  delete subscription.billing_info?.next_billing_time
  emit(state, 'BILLING.SUBSCRIPTION.CANCELLED', subscription)
}

/** Not after a suspension for payments that failed. */
function activate(state: PayPalState, subscription: Subscription, { body, call }: Call) {
  if (subscription.status !== 'SUSPENDED') throw refuse(call, 'SUBSCRIPTION_STATUS_INVALID')
  const { terms } = agreementOf(state, subscription)
  const threshold = terms.payment_preferences.payment_failure_threshold ?? 0
  const failed = subscription.billing_info?.failed_payments_count ?? 0
  if (threshold > 0 && failed >= threshold) throw refuse(call, 'SUBSCRIPTION_CANNOT_BE_ACTIVATED')
  setStatus(state, subscription, 'ACTIVE', body.reason as string | undefined)
  planCycle(state, subscription, nextCycleAt(state, subscription))
  emit(state, 'BILLING.SUBSCRIPTION.RE-ACTIVATED', subscription)
}

function captureOutstanding(state: PayPalState, subscription: Subscription, { body, call }: Call) {
  const amount = body.amount as Money
  const owed = subscription.billing_info?.outstanding_balance
  if (!owed || toMinor(owed) === 0) throw refuse(call, 'ZERO_OUTSTANDING_BALANCE')
  if (toMinor(amount) > toMinor(owed)) throw refuse(call, 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE')
  attempt(state, subscription, amount, 0, 0)
  const sale = salesOf(state, subscription.id).at(-1)
  return sale && asTransaction(sale)
}

/** The payer has to agree, on the page that the answer links to. */
function revise(state: PayPalState, subscription: Subscription, { body, call }: Call) {
  const plan = need(state.plans, body.plan_id as string, 'GET /v1/billing/plans/{id}')
  const old = need(state.plans, subscription.plan_id, 'GET /v1/billing/plans/{id}')
  if (plan.product_id !== old.product_id) throw refuse(call, 'PLAN_PRODUCT_NOT_COMPATIBLE')
  const agreement = agreementOf(state, subscription)
  agreement.nextPlan = plan
  const link = linkTo(state, 'approve', `/pay/${subscription.id}?revise=${plan.id}`)
  return { plan_id: plan.id, plan_overridden: false, links: [link] }
}

function transactionsOf(state: PayPalState, subscription: Subscription, { query }: Call) {
  const from = Date.parse(String(query.start_time))
  const until = Date.parse(String(query.end_time))
  return salesOf(state, subscription.id)
    .filter(({ create_time: time }) => Date.parse(time) >= from && Date.parse(time) <= until)
    .map(asTransaction)
}

const STATUSES: Record<Sale['state'], string> = {
  completed: 'COMPLETED',
  partially_refunded: 'PARTIALLY_REFUNDED',
  pending: 'PENDING',
  refunded: 'REFUNDED',
  denied: 'DECLINED',
}

function asTransaction({ id, state, amount, create_time: time }: Sale) {
  const gross = { currency_code: amount.currency, value: amount.total }
  return {
    id,
    status: STATUSES[state],
    amount_with_breakdown: { gross_amount: gross },
    payer_email: 'payer@example.com',
    time,
  }
}
