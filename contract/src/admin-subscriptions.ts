import { z } from 'zod'
import { AdminListMeta, adminListQuery } from './admin-list.ts'
import { endpoint } from './endpoint.ts'
import { CHARGE_STATES, GATEWAY_NAMES } from './gateways.ts'
import { AttemptId } from './invoices.ts'
import { Money } from './money.ts'
import { collection, Id } from './resource.ts'
import {
  PAYMENT_STATES,
  PaymentMethod,
  SUBSCRIPTION_STATUSES,
  SubscribedPlan,
  subscriptionAttributes,
} from './subscriptions.ts'
import { Person } from './users.ts'

const time = z.iso.datetime()

/** A subscription as administrators see it. */
export const AdminSubscription = z.object({
  id: Id,
  type: z.literal('subscription'),
  attributes: subscriptionAttributes.extend({
    is_live: z.boolean(),
    external_id: z.string().nullable(),
    /** The status in the gateway's own terms. */
    gateway_status: z.string().nullable(),
    cancelled_at: time.nullable(),
    synced_at: time.nullable(),
  }),
  relationships: z.object({
    plan: z.object({ data: SubscribedPlan }),
    user: z.object({ data: Person }),
  }),
})
export type AdminSubscription = z.infer<typeof AdminSubscription>

const SUBSCRIPTION_SORTS = ['created_at'] as const

export const SubscriptionQuery = adminListQuery(SUBSCRIPTION_SORTS, {
  sort: 'created_at',
  direction: 'desc',
}).extend({
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  payment_state: z.enum(PAYMENT_STATES).optional(),
  driver: z.enum(GATEWAY_NAMES).optional(),
  plan: Id.optional(),
})
export type SubscriptionQuery = z.output<typeof SubscriptionQuery>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin',
  access: 'admin',
  summary:
    'Lists subscriptions with their users; `query` searches name and email. Purchases that were never paid are listed only with `status`.',
  query: SubscriptionQuery,
  response: collection(AdminSubscription, AdminListMeta),
})

export const exportSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/export',
  access: 'admin',
  isSensitive: true,
  summary: 'Exports the subscriptions that the filters find, as CSV.',
  query: SubscriptionQuery.omit({ page: true, per_page: true }),
})

/** A payment of the user and its refunds, in minor units. */
export const AdminPayment = z.object({
  id: Id,
  driver: z.enum(GATEWAY_NAMES),
  purpose: z.enum(['subscription', 'invoice', 'fund']),
  state: z.enum(CHARGE_STATES),
  total: Money,
  refunded: z.int(),
  /** At most that much can be refunded. */
  left: z.int(),
  /** Can't be refunded, as it was credited to the balance and has paid for something else. */
  spent: z.int(),
  reason: z.string().nullable(),
  external_id: z.string().nullable(),
  created_at: time,
})
export type AdminPayment = z.infer<typeof AdminPayment>

const params = z.object({ id: Id })

export const getUserSubscription = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/users/:id/subscription',
  access: 'admin',
  summary: 'Returns the subscriptions, payments, payment methods and balances of a user.',
  params,
  response: z.object({
    data: z.object({
      /** The live one first, then the newest; at most 20. */
      subscriptions: z.array(AdminSubscription),
      /** Whether the live one can be cancelled or ended; metered ones only once their plan is archived. */
      can_end: z.boolean(),
      /** The newest first; at most 50. */
      payments: z.array(AdminPayment),
      methods: z.array(PaymentMethod),
      balances: z.array(Money),
      debts: z.array(Money),
    }),
  }),
})

const Reason = z.string().trim().min(1, 'validation.required').max(500, 'validation.long')
const reply = z.object({ data: AdminSubscription })

export const cancelSubscriptionAsAdmin = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/:id/cancel',
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: 'Cancels a subscription at the end of its paid period.',
  params,
  body: z.object({ reason: Reason }),
  response: reply,
})

export const endSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/:id/end',
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: 'Ends a subscription at once, also at its gateway.',
  params,
  body: z.object({ reason: Reason }),
  response: reply,
})

export const syncSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/:id/sync',
  access: 'admin',
  summary: 'Reads a subscription at its gateway and applies what changed.',
  params,
  response: reply,
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/payments/:id/refund',
  access: 'admin',
  isSensitive: true,
  isSessionOnly: true,
  summary: 'Refunds a payment, in part or all that is left.',
  params,
  body: z.object({
    id: AttemptId,
    /** Minor units of the payment's currency; left out for all that is left. */
    amount: z.int().positive().optional(),
    reason: Reason,
  }),
  response: z.object({ data: AdminPayment }),
})
