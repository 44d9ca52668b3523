import type { GatewayName } from '@coffer/contract/gateways'
import type { Generated, Selectable } from 'kysely'

/** Times are milliseconds since 1970 (UTC), amounts integers of minor units. */
interface SubscriptionTable {
  id: string
  user_id: string
  plan_id: string
  type: 'fixed' | 'metered'
  gateway: GatewayName
  is_live: 0 | 1
  external_id: string | null
  status: 'inactive' | 'active' | 'cancelled' | 'completed'
  payment_state: 'ok' | 'past_due' | 'action_required'
  gateway_status: string | null
  action_url: string | null
  payment_method_id: string | null
  plan_snapshot: string
  amount: number | null
  currency: string
  anchor_at: number
  period_starts_at: number
  period_ends_at: number
  renews_at: number | null
  ends_at: number | null
  cancelled_at: number | null
  ended_reason: string | null
  /** A change of plan on our own schedule whose payment is not settled yet, as JSON. */
  pending_swap: string | null
  /** When it began or its plan was changed, or the time by which a change that was started is prorated. */
  prorated_at: number | null
  /** The plan of the last change that was started, which may still wait for its payment. */
  swap_plan_id: string | null
  sync_ticket: Generated<number>
  applied_ticket: Generated<number>
  synced_at: number | null
  created_at: number
  updated_at: number
}

interface BillingProfileTable {
  user_id: string
  name: string
  company: string | null
  address: string
  city: string
  postal_code: string
  state: string | null
  country: string
  phone: string | null
  tax_id: string | null
  updated_at: number
}

interface GatewayCustomerTable {
  user_id: string
  gateway: GatewayName
  is_live: 0 | 1
  external_id: string
  created_at: number
}

interface PaymentMethodTable {
  id: string
  user_id: string
  gateway: GatewayName
  is_live: 0 | 1
  external_id: string
  kind: string
  brand: string | null
  last4: string | null
  /** The email that the gateway ties the method to; null where it ties it to a customer. */
  payer_email: string | null
  /** Identifies the card at gateways that give it another id with each payment. */
  signature: string | null
  expires_at: number | null
  is_default: 0 | 1
  needs_attention: string | null
  created_at: number
}

interface CheckoutTable {
  id: string
  user_id: string
  purpose: 'subscribe' | 'swap' | 'fund' | 'setup' | 'pay'
  plan_id: string | null
  subscription_id: string | null
  amount: number | null
  currency: string | null
  /** Of a change of plan: JSON of `PricedChange`. */
  proration: string | null
  gateway: GatewayName
  is_live: 0 | 1
  external_id: string | null
  url: string | null
  state: 'open' | 'completed' | 'expired' | 'failed'
  reason: string | null
  sync_ticket: Generated<number>
  applied_ticket: Generated<number>
  created_at: number
  expires_at: number
}

interface BillingPeriodTable {
  id: string
  subscription_id: string
  position: number
  starts_at: number
  ends_at: number
  /** The end before the subscription ended within the period; null if it did not. */
  full_ends_at: number | null
  state: 'open' | 'settled'
  plan_snapshot: string
  invoice_id: string | null
  settled_at: number | null
}

interface UsageDayTable {
  user_id: string
  meter: string
  day: string
  quantity: Generated<number>
  peak: Generated<number>
  last: Generated<number>
  hours: Generated<number>
  last_hour: Generated<number>
}

interface DunningTable {
  id: string
  user_id: string
  reason: 'unpaid_invoice' | 'usage_bigger_than_balance' | 'limit_usage_in_new_accounts'
  step: number
  step_sent_at: number | null
  started_at: number
  resolved_at: number | null
}

interface BillingAlertTable {
  user_id: string
  alert_amount: number | null
  cap_amount: number | null
  currency: string
  updated_at: number
}

interface BillingAlertFiringTable {
  user_id: string
  period_id: string
  kind: string
  fired_at: number
}

export interface SubscriptionsSchema {
  subscriptions: SubscriptionTable
  billing_profiles: BillingProfileTable
  gateway_customers: GatewayCustomerTable
  payment_methods: PaymentMethodTable
  checkouts: CheckoutTable
  billing_periods: BillingPeriodTable
  usage_days: UsageDayTable
  dunnings: DunningTable
  billing_alerts: BillingAlertTable
  billing_alert_firings: BillingAlertFiringTable
}

export type SubscriptionRow = Selectable<SubscriptionTable>
export type PaymentMethodRow = Selectable<PaymentMethodTable>
export type CheckoutRow = Selectable<CheckoutTable>
export type BillingPeriodRow = Selectable<BillingPeriodTable>
export type DunningRow = Selectable<DunningTable>
