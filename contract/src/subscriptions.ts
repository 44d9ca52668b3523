import { z } from 'zod'
import { Currency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { GATEWAY_NAMES } from './gateways.ts'
import { Money } from './money.ts'
import { Id } from './resource.ts'

export const SUBSCRIPTION_STATUSES = ['inactive', 'active', 'cancelled', 'completed'] as const
type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]
/** A user has at most one subscription in these states; it gives them the limits of its plan. */
export const LIVE_STATUSES = ['active', 'cancelled'] as const

/** Whether a subscription gives its plan's limits. */
export const isLive = ({ status }: { status: SubscriptionStatus }): boolean =>
  LIVE_STATUSES.some(live => live === status)

export const PAYMENT_STATES = ['ok', 'past_due', 'action_required'] as const

/** Why a subscription ended. */
const ENDED_REASONS = [
  'cancelled',
  'abandoned',
  'declined',
  'replaced',
  'duplicate',
  'paid_late',
  'ended_by_admin',
  'ended_at_gateway',
  'unpaid',
  'account_deleted',
] as const
export type EndedReason = (typeof ENDED_REASONS)[number]

const time = z.iso.datetime()
const Driver = z.enum(GATEWAY_NAMES)

/** A plan as the subscription took it; later changes of the plan don't change it. */
export const SubscribedPlan = z.object({
  id: Id,
  type: z.literal('plan'),
  attributes: z.object({
    name: z.string(),
    interval: z.enum(['month', 'year']),
    /** Null: no limit. */
    storage_bytes: z.int().nullable(),
    /** Null: no limit. */
    max_team_members: z.int().nullable(),
  }),
})

export const subscriptionAttributes = z.object({
  /** The name of the plan. */
  name: z.string(),
  plan_type: z.enum(['fixed', 'metered']),
  status: z.enum(SUBSCRIPTION_STATUSES),
  payment_state: z.enum(PAYMENT_STATES),
  driver: Driver,
  is_cancelled: z.boolean(),
  /** The price of a period; null for metered plans. */
  price: Money.nullable(),
  period_starts_at: time,
  period_ends_at: time,
  /** Kept for clients of the product that Coffer replaces; there are no trials. */
  trial_ends_at: z.null(),
  renews_at: time.nullable(),
  ends_at: time.nullable(),
  ended_reason: z.string().nullable(),
  /** A page of the gateway where the user confirms a payment. */
  action_url: z.string().nullable(),
  created_at: time,
  updated_at: time,
})

export const Subscription = z.object({
  id: Id,
  type: z.literal('subscription'),
  attributes: subscriptionAttributes,
  relationships: z.object({ plan: z.object({ data: SubscribedPlan }) }),
})
export type Subscription = z.infer<typeof Subscription>

const subscriptionReply = z.object({ data: Subscription })

export const PaymentMethod = z.object({
  id: Id,
  driver: Driver,
  kind: z.string(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  expires_at: time.nullable(),
  is_default: z.boolean(),
  /** Why it could not be charged; null while it works. */
  needs_attention: z.string().nullable(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** A plan on sale, with the cost and the effects of changing to it today. */
export const PlanOffer = z.object({
  plan: SubscribedPlan.extend({
    attributes: SubscribedPlan.shape.attributes.extend({
      description: z.string(),
      price: Money,
    }),
  }),
  is_current: z.boolean(),
  /** Where it can be bought, or changed to; `system` is the balance. */
  drivers: z.array(Driver),
  /** Our own estimate of the amount due today; the preview has the amount of the gateway. */
  due_today: Money,
  /** Storage and members above its limits; nothing is deleted, only adding is blocked. */
  exceeds: z.object({ bytes: z.int(), members: z.int() }),
})
export type PlanOffer = z.infer<typeof PlanOffer>

/** A change of plan that waits for its payment, which the user confirms at `action_url`, if set. */
export const PendingChange = z.object({
  /** The name of the new plan. */
  plan: z.string(),
  action_url: z.string().nullable(),
})
export type PendingChange = z.infer<typeof PendingChange>

export const BillingOverview = z.object({
  /** Demo accounts are not billed and cannot pay. */
  is_demo: z.boolean(),
  subscription: Subscription.nullable(),
  pending_change: PendingChange.nullable(),
  methods: z.array(PaymentMethod),
  /** Balances above 0. */
  balances: z.array(Money),
  /** The unpaid amounts of open invoices that are paid here, not collected by the gateway. */
  debts: z.array(Money),
  usage: z.object({
    used_bytes: z.int(),
    capacity_bytes: z.int().nullable(),
    members: z.int(),
    max_members: z.int().nullable(),
  }),
  offers: z.array(PlanOffer),
  /** Gateways that can be paid with. */
  drivers: z.array(Driver),
})
export type BillingOverview = z.infer<typeof BillingOverview>

const CHECKOUT_STATES = ['open', 'completed', 'expired', 'failed'] as const

export const Checkout = z.object({
  id: Id,
  type: z.literal('checkout'),
  attributes: z.object({
    purpose: z.enum(['subscribe', 'swap', 'fund', 'setup', 'pay']),
    driver: Driver,
    state: z.enum(CHECKOUT_STATES),
    /** The gateway's reason when the payment was refused; an open checkout can be paid in another way. */
    reason: z.string().nullable(),
    /** The page of the gateway; null once the checkout has ended or if the gateway needs no page. */
    url: z.string().nullable(),
    /** Whether its payment is refunded, as it came too late or was a second one. */
    is_refunded: z.boolean(),
  }),
})
export type Checkout = z.infer<typeof Checkout>
const checkoutReply = z.object({ data: Checkout })

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/subscriptions/detail',
  access: 'user',
  summary: 'Returns the subscription of the user, 404 if there is none.',
  response: subscriptionReply,
})

export const getBillingOverview = endpoint({
  method: 'GET',
  path: '/api/subscriptions/overview',
  access: 'session',
  summary:
    'Returns everything of the billing page: subscription, use of its limits, payment methods and plans on sale.',
  response: z.object({ data: BillingOverview }),
})

export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/subscriptions/checkout',
  access: 'session',
  summary: 'Starts the purchase of a plan; `url` is the page of the gateway where it is paid.',
  body: z.object({ plan: Id, driver: Driver }),
  response: checkoutReply,
  status: 201,
})

export const startStripeCheckout = endpoint({
  method: 'POST',
  path: '/api/stripe/checkout',
  access: 'session',
  summary: 'Starts the purchase of a plan with Stripe; use /api/subscriptions/checkout instead.',
  body: z.object({ planCode: Id }),
  response: z.object({ url: z.string() }),
  status: 201,
})

export const startPaystackCheckout = endpoint({
  method: 'POST',
  path: '/api/paystack/checkout',
  access: 'session',
  summary:
    'Starts the purchase of a plan, or funding of the balance, with Paystack; use /api/subscriptions/checkout or /fund instead.',
  body: z.union([
    z.object({ planCode: Id }),
    z.object({
      amount: z.int().positive(),
      /** By default that of the user's balance, or else of the installation. */
      currency: Currency.optional(),
    }),
  ]),
  response: z.object({ data: z.object({ authorization_url: z.string() }) }),
  status: 201,
})

export const getCheckout = endpoint({
  method: 'GET',
  path: '/api/subscriptions/checkouts/:id',
  access: 'session',
  summary: 'Returns the state of a checkout of the user; asks the gateway while it can be paid.',
  params: z.object({ id: Id }),
  response: checkoutReply,
})

export const fundBalance = endpoint({
  method: 'POST',
  path: '/api/subscriptions/fund',
  access: 'session',
  summary: 'Starts a payment into the balance of the user.',
  body: z.object({
    amount: z.int().positive().max(10_000_000_000),
    currency: Currency,
    driver: Driver,
  }),
  response: checkoutReply,
  status: 201,
})

export const addPaymentMethod = endpoint({
  method: 'POST',
  path: '/api/subscriptions/payment-methods',
  access: 'session',
  summary: 'Starts saving a card at a gateway without paying.',
  body: z.object({ driver: Driver }),
  response: checkoutReply,
  status: 201,
})

export const removePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/payment-methods/:id',
  aliases: ['/api/stripe/credit-cards/:id'],
  access: 'session',
  summary:
    'Removes a saved card, 409 while a payment with it is being processed. Another card becomes the default.',
  params: z.object({ id: Id }),
  status: 204,
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/cancel',
  access: 'session',
  summary: 'Cancels the subscription at the end of its paid period.',
  response: subscriptionReply,
})

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/resume',
  access: 'session',
  summary: 'Undoes a cancellation before the subscription ends.',
  response: subscriptionReply,
})

const swapParams = z.object({ plan: Id })

export const previewSwap = endpoint({
  method: 'GET',
  path: '/api/subscriptions/swap/:plan',
  access: 'session',
  summary: 'Returns what a change to the plan costs today.',
  params: swapParams,
  response: z.object({
    data: z.object({
      due_today: Money,
      /** Unused time of a dearer plan that goes to the balance. */
      to_balance: Money,
      /** Unused time of a dearer plan that `driver` refunds. */
      to_refund: Money,
      driver: Driver,
      exceeds: PlanOffer.shape.exceeds,
      /** The time of the proration, for the change that it previews. */
      previewed_at: z.iso.datetime(),
    }),
  }),
})

export const swapSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/swap/:plan',
  access: 'session',
  summary:
    'Changes the plan at once; `checkout.url` is set where the gateway asks the user to agree first.',
  params: swapParams,
  body: z.object({
    /**
     * `previewed_at` of the preview whose amounts apply, 409 `subscription.preview_expired` after an
     * hour, a renewal or another change. Without it the change is prorated now.
     */
    previewed_at: z.iso.datetime().optional(),
  }),
  response: z.object({
    data: Subscription,
    checkout: Checkout.nullable(),
    pending_change: PendingChange.nullable(),
  }),
})

export const editSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/edit/:subscription',
  access: 'session',
  summary: 'Returns the page where the user changes how the subscription is paid.',
  params: z.object({ subscription: Id }),
  response: z.object({ driver: Driver, url: z.string() }),
})
