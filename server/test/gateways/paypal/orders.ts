import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { type Card, isPending, refusalOf } from '../shared/cards.ts'
import type { Fields } from '../shared/description.ts'
import type { Call, Handler } from '../shared/simulator-server.ts'
import { refuse } from './errors.ts'
import { issueOf } from './money.ts'
import {
  type Capture,
  emit,
  linkTo,
  need,
  type Order,
  type PayPalState,
  timeNow,
  transactionId,
} from './state.ts'

const PENDING_MS = 3 * DAY_MS
/** An order that is not approved in this time is deleted. */
const KEPT_MS = 6 * HOUR_MS

export function orderRoutes(state: PayPalState): Record<string, Handler> {
  return {
    'POST /v2/checkout/orders': call => create(state, call),
    'GET /v2/checkout/orders/{id}': ({ params, call }) => need(state.orders, params.id, call),
    'POST /v2/checkout/orders/{id}/capture': call => capture(state, call),
    'GET /v2/payments/captures/{capture_id}': ({ params, call }) =>
      need(state.captures, params.capture_id, call),
  }
}

function create(state: PayPalState, { body, headers, call }: Call) {
  const wanted = body as unknown as Order
  if (wanted.intent !== 'CAPTURE') throw refuse(call, 'UNSUPPORTED_INTENT')
  for (const unit of wanted.purchase_units) {
    const issue = issueOf(unit.amount)
    if (issue) throw refuse(call, issue)
  }
  const id = transactionId()
  const order: Order = {
    id,
    intent: wanted.intent,
    status: wanted.payment_source?.paypal ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    purchase_units: wanted.purchase_units.map(unit => ({ reference_id: 'default', ...unit })),
    ...(wanted.payment_source && { payment_source: { paypal: {} } }),
    create_time: timeNow(state),
    links: [
      linkTo(state, 'self', `/v2/checkout/orders/${id}`),
      linkTo(state, wanted.payment_source ? 'payer-action' : 'approve', `/pay/${id}`),
    ],
  }
  state.orders.set(id, order)
  returnUrls.set(order, contextOf(body))
  state.core.clock.at(state.core.clock.now() + KEPT_MS, () => {
    if (order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED') {
      state.orders.delete(id)
    }
  })
  if (headers.prefer === 'return=representation') return order
  const { status, links } = order
  return { id, status, links }
}

interface Context {
  return_url?: string
  cancel_url?: string
}

const returnUrls = new WeakMap<Order, Context>()

export const urlsOf = (order: Order): Context => returnUrls.get(order) ?? {}

function contextOf({ payment_source: source, application_context: old }: Fields): Context {
  const { paypal } = (source ?? {}) as { paypal?: { experience_context?: Context } }
  return paypal?.experience_context ?? (old as Context | undefined) ?? {}
}

/** The payer agrees; no money moves yet. */
export function approveOrder(state: PayPalState, id: string, payer: Card): void {
  const order = need(state.orders, id, 'GET /v2/checkout/orders/{id}')
  if (order.status === 'COMPLETED') {
    throw refuse('POST /v2/checkout/orders/{id}/capture', 'ORDER_ALREADY_CAPTURED')
  }
  order.status = 'APPROVED'
  order.update_time = timeNow(state)
  order.payer = { payer_id: '2J6QB8YJQSJRJ', email_address: 'payer@example.com' }
  state.orderPayers.set(id, payer)
  emit(state, 'CHECKOUT.ORDER.APPROVED', order)
}

function capture(state: PayPalState, { params, call }: Call) {
  const order = need(state.orders, params.id, call)
  if (order.status === 'COMPLETED') throw refuse(call, 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') throw refuse(call, 'ORDER_NOT_APPROVED')
  const payer = state.orderPayers.get(order.id) ?? 'ok'
  const [unit] = order.purchase_units
  if (!unit) throw refuse(call, 'ORDER_NOT_APPROVED')
  if (refusalOf(payer, true)) {
    order.status = 'PAYER_ACTION_REQUIRED'
    throw refuse(call, 'INSTRUMENT_DECLINED', [linkTo(state, 'payer-action', `/pay/${order.id}`)])
  }
  if (isUsed(state, unit.invoice_id)) throw refuse(call, 'DUPLICATE_INVOICE_ID')
  const made = addCapture(state, order, isPending(payer) ? 'PENDING' : 'COMPLETED')
  if (made.status === 'PENDING') settleLater(state, made, payer)
  order.status = 'COMPLETED'
  order.purchase_units = [{ ...unit, payments: { captures: [made] } }]
  emit(state, `PAYMENT.CAPTURE.${made.status}`, made)
  return order
}

function isUsed(state: PayPalState, invoiceId: unknown): boolean {
  if (invoiceId === undefined) return false
  return [...state.captures.values()].some(one => one.invoice_id === invoiceId)
}

function addCapture(state: PayPalState, order: Order, status: Capture['status']): Capture {
  const [unit] = order.purchase_units
  const id = transactionId()
  const made = {
    id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: unit?.amount,
    ...(unit?.custom_id !== undefined && { custom_id: unit.custom_id }),
    ...(unit?.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
    final_capture: true,
    create_time: timeNow(state),
    update_time: timeNow(state),
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [linkTo(state, 'self', `/v2/payments/captures/${id}`)],
  } as unknown as Capture
  state.captures.set(id, made)
  return made
}

function settleLater(state: PayPalState, made: Capture & { status_details?: object }, payer: Card) {
  state.core.clock.at(state.core.clock.now() + PENDING_MS, () => {
    delete made.status_details
    made.status = payer === 'pending' ? 'COMPLETED' : 'DECLINED'
    made.update_time = timeNow(state)
    const outcome = payer === 'pending' ? 'COMPLETED' : 'DENIED'
    emit(state, `PAYMENT.CAPTURE.${outcome}`, made)
  })
}
