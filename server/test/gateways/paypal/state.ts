import type { Card } from '../shared/cards.ts'
import type { Fields } from '../shared/description.ts'
import { randomId } from '../shared/ids.ts'
import type { Core } from '../shared/simulator-server.ts'
import { description, missing } from './errors.ts'
import type { Money } from './money.ts'

export interface Link {
  href: string
  rel: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
}

interface Named {
  id: string
  create_time: string
  update_time?: string
  links?: Link[]
}

export interface Product extends Named {
  name: string
  type: string
}

export interface Cycle {
  sequence: number
  tenure_type: string
  total_cycles?: number
  frequency: { interval_unit: string; interval_count?: number }
  pricing_scheme?: { fixed_price?: Money }
}

export interface PlanTerms {
  billing_cycles: Cycle[]
  payment_preferences: {
    auto_bill_outstanding?: boolean
    setup_fee?: Money
    setup_fee_failure_action?: string
    payment_failure_threshold?: number
  }
}

export interface Plan extends Named, PlanTerms {
  product_id: string
  name: string
  status: string
}

export interface Subscription extends Named {
  plan_id: string
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED'
  status_change_note?: string
  status_update_time: string
  start_time: string
  quantity: string
  custom_id?: string
  plan_overridden: boolean
  subscriber?: Fields
  billing_info?: {
    outstanding_balance: Money
    cycle_executions: Fields[]
    last_payment?: { amount: Money; time: string }
    next_billing_time?: string
    failed_payments_count: number
    last_failed_payment?: Fields
  }
}

/** Parts of a subscription that PayPal doesn't show. */
export interface Agreement {
  terms: PlanTerms
  payer: Card
  returnUrl: string
  cancelUrl: string
  /** Approved for another plan, from the next cycle on. */
  nextPlan?: Plan
}

export interface Sale extends Named {
  state: 'completed' | 'partially_refunded' | 'pending' | 'refunded' | 'denied'
  amount: { total: string; currency: string }
  payment_mode: string
  parent_payment: string
  billing_agreement_id?: string
  custom?: string
}

export interface Order extends Named {
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  intent: string
  purchase_units: (Fields & { amount: Money })[]
  payment_source?: Fields
  payer?: Fields
}

export interface Capture extends Named {
  status: 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED'
  amount: Money
  custom_id?: string
  invoice_id?: string
}

export interface Refund extends Named {
  status: 'COMPLETED' | 'FAILED'
  amount: Money
  /** Of a sale or a capture. */
  paymentId: string
}

export interface Webhook {
  id: string
  url: string
  event_types: { name: string }[]
}

export interface PayPalEvent extends Fields {
  id: string
  create_time: string
  event_type: string
}

export interface PayPalState {
  core: Core
  url: () => string
  products: Map<string, Product>
  plans: Map<string, Plan>
  subscriptions: Map<string, Subscription>
  agreements: Map<string, Agreement>
  sales: Map<string, Sale>
  orders: Map<string, Order>
  orderPayers: Map<string, Card>
  captures: Map<string, Capture>
  refunds: Map<string, Refund>
  /** Payments that PayPal took back, in whole or in part. */
  reversals: Refund[]
  webhooks: Map<string, Webhook>
  events: PayPalEvent[]
  /** Known faults of PayPal, off unless a test turns them on. */
  quirks: { omitsAgreementId: boolean }
}

export function createState(core: Core, url: () => string): PayPalState {
  return {
    core,
    url,
    products: new Map(),
    plans: new Map(),
    subscriptions: new Map(),
    agreements: new Map(),
    sales: new Map(),
    orders: new Map(),
    orderPayers: new Map(),
    captures: new Map(),
    refunds: new Map(),
    reversals: [],
    webhooks: new Map(),
    events: [],
    quirks: { omitsAgreementId: false },
  }
}

export const isoTime = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z/, 'Z')

export const timeNow = ({ core }: PayPalState) => isoTime(core.clock.now())

export const transactionId = () => randomId('', 17)

export const linkTo = (
  { url }: PayPalState,
  rel: string,
  path: string,
  method: Link['method'] = 'GET',
): Link => ({ href: url() + path, rel, method })

export function need<T>(resources: Map<string, T>, id: string | undefined, call: string): T {
  const one = resources.get(id ?? '')
  if (one) return one
  throw missing(call)
}

/** Schema, kind and version of an event's resource. */
function resourceOf(type: string): [schema: string, kind: string, version: string] {
  const isRefund = type.endsWith('.REFUNDED') || type === 'PAYMENT.CAPTURE.REVERSED'
  if (type.startsWith('BILLING.')) return ['subscriptions.subscription', 'subscription', '2.0']
  if (type.startsWith('PAYMENT.SALE.')) {
    return isRefund ? ['sales.detailed_refund', 'refund', '1.0'] : ['sales.sale', 'sale', '1.0']
  }
  if (type.startsWith('PAYMENT.CAPTURE.')) {
    return isRefund
      ? ['payments.refund', 'refund', '2.0']
      : ['payments.capture-2', 'capture', '2.0']
  }
  if (type.startsWith('CHECKOUT.')) return ['orders.order', 'checkout-order', '2.0']
  return ['', 'dispute', '1.0']
}

/** Records an event and hands it to delivery. */
export function emit(state: PayPalState, type: string, resource: object): void {
  const [schema, kind, version] = resourceOf(type)
  const problems = schema ? description.problemsOf(schema, resource) : []
  const event: PayPalEvent = {
    id: randomId('WH-', 17),
    create_time: timeNow(state),
    resource_type: kind,
    event_type: type,
    summary: `${type} (simulated)`,
    resource: structuredClone(resource),
    links: [],
    event_version: '1.0',
    resource_version: version,
  }
  problems.push(...description.problemsOf('webhooks.event', event))
  if (problems.length > 0) state.core.violations.push({ call: type, side: 'answer', problems })
  state.events.push(event)
  state.core.events.push({ id: event.id, type, body: JSON.stringify(event) })
}
