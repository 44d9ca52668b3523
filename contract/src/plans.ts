import { z } from 'zod'
import { AdminListMeta, adminListQuery } from './admin-list.ts'
import { Currency } from './currencies.ts'
import { endpoint } from './endpoint.ts'
import { GATEWAY_NAMES } from './gateways.ts'
import { Money } from './money.ts'
import {
  FixedFeatures,
  INTERVALS,
  NewPlan,
  PLAN_STATUSES,
  PLAN_TYPES,
  PlanDescription,
  PlanName,
  PlanTerms,
} from './plan-inputs.ts'
import { AGGREGATES, METERS, RatedPlan, TIER_MODES } from './rating.ts'
import { collection, Id } from './resource.ts'
import { Person } from './users.ts'

/** `pending` is tried again soon, `failed` was refused and is tried again each hour. */
const COPY_STATES = ['pending', 'ready', 'failed'] as const

/**
 * A plan as it was when a subscription, a period or an invoice took it. Later changes of the plan
 * don't change it.
 */
export const PlanSnapshot = RatedPlan.extend({
  plan_id: Id,
  type: z.enum(PLAN_TYPES),
  name: z.string(),
  interval: z.enum(INTERVALS),
  /** Minor units; null for metered plans. */
  amount: z.int().nullable(),
  /** Of fixed plans; null is no limit. */
  storage_bytes: z.int().nullable(),
  max_team_members: z.int().nullable(),
})
export type PlanSnapshot = z.infer<typeof PlanSnapshot>

const PlanTier = z.object({
  /** The units above this number; where the tier before ends. */
  first_unit: z.int(),
  /** Up to and including this number; null for all above. */
  last_unit: z.int().nullable(),
  /** Price of a unit in the currency's major unit, as a decimal text. */
  per_unit: z.string(),
  /** Minor units, once if the usage reaches into the tier. */
  flat_fee: z.int().nullable(),
})
export type PlanTier = z.infer<typeof PlanTier>

const fixedFeatures = z.object({
  /** GB (10⁹ bytes), with decimals; `UNLIMITED` for no limit. */
  max_storage_amount: z.number(),
  /** `UNLIMITED` for no limit. */
  max_team_members: z.int(),
})
const meteredFeatures = z.partialRecord(
  z.enum(METERS),
  z.object({ aggregate_strategy: z.enum(AGGREGATES), tiers: z.array(PlanTier) }),
)

const shared = {
  name: z.string(),
  description: z.string(),
  currency: Currency,
  interval: z.enum(INTERVALS),
}
const ofFixed = {
  type: z.literal('fixed'),
  /** For people, in the language of the caller. */
  price: z.string(),
  /** Minor units. */
  amount: z.int(),
  features: fixedFeatures,
}
const ofMetered = {
  type: z.literal('metered'),
  tier_mode: z.enum(TIER_MODES),
  features: meteredFeatures,
}

const ofAdmins = {
  status: z.enum(PLAN_STATUSES),
  visible: z.boolean(),
  /** Live subscriptions. */
  subscribers: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}

export const PlanCopyState = z.object({
  gateway: z.enum(GATEWAY_NAMES),
  is_live: z.boolean(),
  state: z.enum(COPY_STATES),
  /** Why it is not ready: the answer of the gateway, or `currency_not_supported`. */
  reason: z.string().nullable(),
  updated_at: z.iso.datetime(),
})
export type PlanCopyState = z.infer<typeof PlanCopyState>

export const CURRENCY_NOT_SUPPORTED = 'currency_not_supported'

const planMeta = z.object({
  /** Ids of the plan at the gateways. */
  driver_plan_id: z.partialRecord(z.enum(GATEWAY_NAMES), z.string()),
  gateways: z.array(PlanCopyState),
  /** Sum that active subscriptions pay in a month; yearly ones count a twelfth. */
  monthly_revenue: Money,
  /** Whether a user ever subscribed or started to; such a plan is archived instead of deleted. */
  is_used: z.boolean(),
  /** The plan whose price or tiers it changed. */
  replaces_id: Id.nullable(),
})

/** A plan as administrators see it. */
export const Plan = z.object({
  id: Id,
  type: z.literal('plan'),
  attributes: z.discriminatedUnion('type', [
    z.object({ ...shared, ...ofFixed, ...ofAdmins }),
    z.object({ ...shared, ...ofMetered, ...ofAdmins }),
  ]),
  meta: planMeta,
})
export type Plan = z.infer<typeof Plan>

/** A plan as everyone sees it. */
export const OfferedPlan = z.object({
  id: Id,
  type: z.literal('plan'),
  attributes: z.discriminatedUnion('type', [
    z.object({ ...shared, ...ofFixed }),
    z.object({ ...shared, ...ofMetered }),
  ]),
  meta: z.object({
    /** Gateways where it can be bought; empty for metered plans, which need no copy. */
    gateways: z.array(z.enum(GATEWAY_NAMES)),
  }),
})
export type OfferedPlan = z.infer<typeof OfferedPlan>

const params = z.object({ id: Id })
const planReply = z.object({ data: Plan })

export const listOfferedPlans = endpoint({
  method: 'GET',
  path: '/api/subscriptions/plans',
  access: 'public',
  summary: 'Lists the plans on sale, cheapest first.',
  response: z.object({ data: z.array(OfferedPlan) }),
})

const PLAN_SORTS = [
  'name',
  'amount',
  'interval',
  'storage',
  'members',
  'subscribers',
  'status',
  'created_at',
] as const

export const PlanQuery = adminListQuery(PLAN_SORTS, { sort: 'name', direction: 'asc' }).extend({
  type: z.enum(PLAN_TYPES).optional(),
  status: z.enum(PLAN_STATUSES).optional(),
  interval: z.enum(INTERVALS).optional(),
  visible: z.enum(['yes', 'no']).optional(),
})
export type PlanQuery = z.output<typeof PlanQuery>

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans',
  access: 'admin',
  summary: 'Lists plans, archived ones last, with paging, order, filters and search by name.',
  query: PlanQuery,
  response: collection(
    Plan,
    AdminListMeta.extend({
      /** Number of all plans, without filters. */
      all: z.int(),
      /** Live subscriptions to the matching plans. */
      subscribers: z.int(),
      /** Sum that they pay in a month, per currency. */
      monthly_revenue: z.array(Money),
      /** Whether a metered plan is active; there can be only one. */
      has_metered: z.boolean(),
      /** The gateways in use. */
      gateways: z.array(z.enum(GATEWAY_NAMES)),
    }),
  ),
})

export const exportPlans = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans/export',
  access: 'admin',
  isSensitive: true,
  summary: 'Exports the plans that the filters find, as CSV.',
  query: PlanQuery.omit({ page: true, per_page: true }),
})

export const createPlan = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/plans',
  access: 'admin',
  isSensitive: true,
  summary: 'Creates a fixed or metered plan and queues its copies at the gateways.',
  body: NewPlan,
  response: planReply,
  status: 201,
})

/** A `GET` with an effect, because earlier scripts call it so; repeating it is harmless. */
export const synchronizePlans = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans/synchronize',
  access: 'admin',
  changesData: true,
  summary: 'Queues the copies of all plans at all gateways, also those refused before.',
  response: z.object({
    meta: z.object({
      /** Plans whose copies were queued. */
      queued: z.int(),
    }),
  }),
})

export const getPlan = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans/:id',
  access: 'admin',
  summary: 'Returns a plan.',
  params,
  response: planReply,
})

export const updatePlan = endpoint({
  method: 'PATCH',
  path: '/api/subscriptions/admin/plans/:id',
  access: 'admin',
  isSensitive: true,
  summary: 'Changes name, description or visibility of a plan; its price never changes.',
  params,
  body: z
    .object({ name: PlanName, description: PlanDescription, visible: z.boolean() })
    .partial()
    .refine(body => Object.keys(body).length > 0, 'validation.required'),
  response: planReply,
})

export const updatePlanFeatures = endpoint({
  method: 'PATCH',
  path: '/api/subscriptions/admin/plans/:id/features',
  access: 'admin',
  isSensitive: true,
  summary: 'Changes the limits of a fixed plan for new subscribers; others keep what they have.',
  params,
  body: FixedFeatures.partial().refine(body => Object.keys(body).length > 0, 'validation.required'),
  response: planReply,
})

export const replacePlan = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/plans/:id/replace',
  access: 'admin',
  isSensitive: true,
  summary:
    'Changes price, currency, interval or tiers: creates a plan with the new ones and archives this one, whose subscribers keep it.',
  params,
  body: PlanTerms,
  response: planReply,
  status: 201,
})

export const archivePlan = endpoint({
  method: 'POST',
  path: '/api/subscriptions/admin/plans/:id/archive',
  access: 'admin',
  isSensitive: true,
  summary: 'Takes a plan off sale permanently; subscribers keep it.',
  params,
  response: planReply,
})

export const deletePlan = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/admin/plans/:id',
  access: 'admin',
  isSensitive: true,
  summary: 'Deletes a plan, or archives it if it was ever used; its name confirms it.',
  params,
  body: z.object({ name: z.string().max(200) }),
  response: z.object({
    meta: z.object({
      /** A used plan is archived. */
      result: z.enum(['deleted', 'archived']),
    }),
  }),
})

export const SUBSCRIBER_STATUSES = ['active', 'cancelled', 'completed', 'inactive'] as const

export const PlanSubscriber = z.object({
  id: Id,
  type: z.literal('subscription'),
  attributes: z.object({
    status: z.enum(SUBSCRIBER_STATUSES),
    driver: z.enum(GATEWAY_NAMES),
    /** Price of the subscription per interval; null for metered ones. */
    price: z.string().nullable(),
    amount: z.int().nullable(),
    currency: Currency,
    renews_at: z.iso.datetime().nullable(),
    ends_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  }),
  relationships: z.object({ user: z.object({ data: Person }) }),
})
export type PlanSubscriber = z.infer<typeof PlanSubscriber>

export const SubscriberQuery = adminListQuery(['created_at'], {
  sort: 'created_at',
  direction: 'desc',
}).extend({ status: z.enum(SUBSCRIBER_STATUSES).optional() })
export type SubscriberQuery = z.output<typeof SubscriberQuery>

export const listSubscribers = endpoint({
  method: 'GET',
  path: '/api/subscriptions/admin/plans/:id/subscribers',
  access: 'admin',
  summary: 'Lists the subscriptions to a plan with their users; `query` searches name and email.',
  params,
  query: SubscriberQuery,
  response: collection(PlanSubscriber, AdminListMeta),
})
