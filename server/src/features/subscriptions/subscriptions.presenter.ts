import type { AdminPayment, AdminSubscription } from '@coffer/contract/admin-subscriptions'
import type { Checkout, PaymentMethod, Subscription } from '@coffer/contract/subscriptions'
import type { PaymentRow } from '../../db/schema-payments.ts'
import type {
  CheckoutRow,
  PaymentMethodRow,
  SubscriptionRow,
} from '../../db/schema-subscriptions.ts'
import { presentPerson } from '../user-directory/index.ts'
import type { AdminSubscriptionRow } from './admin-subscriptions.repository.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'

const iso = (time: number): string => new Date(time).toISOString()
const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time))

function presentPlan(row: SubscriptionRow): Subscription['relationships']['plan']['data'] {
  const { name, interval, storage_bytes, max_team_members } = snapshotOf(row)
  return {
    id: row.plan_id,
    type: 'plan',
    attributes: { name, interval, storage_bytes, max_team_members },
  }
}

function presentAttributes(row: SubscriptionRow): Subscription['attributes'] {
  return {
    name: snapshotOf(row).name,
    plan_type: row.type,
    status: row.status,
    payment_state: row.payment_state,
    driver: row.gateway,
    is_cancelled: row.status === 'cancelled',
    price: row.amount === null ? null : { amount: row.amount, currency: row.currency },
    period_starts_at: iso(row.period_starts_at),
    period_ends_at: iso(row.period_ends_at),
    trial_ends_at: null,
    renews_at: isoOrNull(row.renews_at),
    ends_at: isoOrNull(row.ends_at),
    ended_reason: row.ended_reason,
    action_url: row.action_url,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

export const presentSubscription = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  type: 'subscription',
  attributes: presentAttributes(row),
  relationships: { plan: { data: presentPlan(row) } },
})

export const presentForAdmin = (row: AdminSubscriptionRow): AdminSubscription => ({
  id: row.id,
  type: 'subscription',
  attributes: {
    ...presentAttributes(row),
    is_live: row.is_live === 1,
    external_id: row.external_id,
    gateway_status: row.gateway_status,
    cancelled_at: isoOrNull(row.cancelled_at),
    synced_at: isoOrNull(row.synced_at),
  },
  relationships: {
    plan: { data: presentPlan(row) },
    user: { data: presentPerson({ ...row, id: row.user_id }) },
  },
})

export const presentCheckout = (row: CheckoutRow, isRefunded = false): Checkout => ({
  id: row.id,
  type: 'checkout',
  attributes: {
    purpose: row.purpose,
    driver: row.gateway,
    state: row.state,
    reason: row.reason,
    url: row.state === 'open' ? row.url : null,
    is_refunded: isRefunded,
  },
})

export const presentMethod = (row: PaymentMethodRow): PaymentMethod => ({
  id: row.id,
  driver: row.gateway,
  kind: row.kind,
  brand: row.brand,
  last4: row.last4,
  expires_at: isoOrNull(row.expires_at),
  is_default: row.is_default === 1,
  needs_attention: row.needs_attention,
})

export const presentPayment = (
  row: PaymentRow,
  { left, spent }: Pick<AdminPayment, 'left' | 'spent'>,
): AdminPayment => ({
  id: row.id,
  driver: row.gateway,
  purpose: row.purpose,
  state: row.state,
  total: { amount: row.amount, currency: row.currency },
  refunded: row.refunded,
  left,
  spent,
  reason: row.reason,
  external_id: row.external_id,
  created_at: iso(row.created_at),
})
