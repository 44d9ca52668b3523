import type { Locale } from '@coffer/contract'
import type { GatewayName } from '@coffer/contract/gateways'
import { formatMoney } from '@coffer/contract/money'
import type {
  OfferedPlan as OfferedPlanResource,
  Plan as PlanResource,
  PlanSubscriber,
  PlanTier,
} from '@coffer/contract/plans'
import type { Tier } from '@coffer/contract/rating'
import type { PlanGatewayRow } from '../../db/schema-plans.ts'
import { presentPerson } from '../user-directory/index.ts'
import type { OfferedPlan } from './offered.service.ts'
import type { Plan } from './plans.repository.ts'
import { featuresOf, monthlyRevenue, readExternalIds } from './plans.rules.ts'
import type { DetailedPlan } from './plans.service.ts'
import type { SubscriberRow } from './subscribers.repository.ts'

const iso = (time: number): string => new Date(time).toISOString()

const presentTier = (tier: Tier, index: number, tiers: readonly Tier[]): PlanTier => ({
  first_unit: tiers[index - 1]?.up_to ?? 0,
  last_unit: tier.up_to,
  per_unit: tier.unit_amount,
  flat_fee: tier.flat_amount === 0 ? null : tier.flat_amount,
})

function presentShared(plan: Plan, locale: Locale): OfferedPlanResource['attributes'] {
  const { name, description, currency, interval } = plan
  const shared = { name, description, currency, interval }
  if (plan.type === 'metered')
    return {
      ...shared,
      type: 'metered',
      tier_mode: plan.tier_mode ?? 'graduated',
      features: Object.fromEntries(
        plan.meters.map(({ key, aggregate, tiers }) => {
          return [key, { aggregate_strategy: aggregate, tiers: tiers.map(presentTier) }]
        }),
      ),
    }
  const amount = plan.amount ?? 0
  return {
    ...shared,
    type: 'fixed',
    amount,
    price: formatMoney({ amount, currency }, locale),
    features: featuresOf(plan),
  }
}

export const presentOffered = (
  { plan, gateways }: OfferedPlan,
  locale: Locale,
): OfferedPlanResource => ({
  id: plan.id,
  type: 'plan',
  attributes: presentShared(plan, locale),
  meta: { gateways },
})

/** The id with which administrators find a plan at the gateway. */
function planIdAt(row: PlanGatewayRow): [GatewayName, string][] {
  const ids = readExternalIds(row)
  const id = ids.plan ?? ids.price ?? Object.values(ids)[0]
  return id ? [[row.gateway, id]] : []
}

export const presentPlan = (
  { plan, subscribed, copies }: DetailedPlan,
  locale: Locale,
): PlanResource => ({
  id: plan.id,
  type: 'plan',
  attributes: {
    ...presentShared(plan, locale),
    status: plan.status,
    visible: plan.is_visible === 1,
    subscribers: subscribed.reduce((sum, { subscribers }) => sum + subscribers, 0),
    created_at: iso(plan.created_at),
    updated_at: iso(plan.updated_at),
  },
  meta: {
    driver_plan_id: Object.fromEntries(copies.flatMap(planIdAt)),
    gateways: copies.map(({ gateway, is_live, state, reason, updated_at }) => {
      return { gateway, is_live: is_live === 1, state, reason, updated_at: iso(updated_at) }
    }),
    monthly_revenue: monthlyRevenue(subscribed)[0] ?? { amount: 0, currency: plan.currency },
    is_used: plan.is_used,
    replaces_id: plan.replaces_id,
  },
})

export const presentSubscriber = (row: SubscriberRow, locale: Locale): PlanSubscriber => ({
  id: row.id,
  type: 'subscription',
  attributes: {
    status: row.status,
    driver: row.gateway,
    price:
      row.amount === null
        ? null
        : formatMoney({ amount: row.amount, currency: row.currency }, locale),
    amount: row.amount,
    currency: row.currency,
    renews_at: row.renews_at === null ? null : iso(row.renews_at),
    ends_at: row.ends_at === null ? null : iso(row.ends_at),
    created_at: iso(row.created_at),
  },
  relationships: { user: { data: presentPerson({ ...row, id: row.user_id }) } },
})
