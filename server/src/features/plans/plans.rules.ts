import type { Money } from '@coffer/contract/money'
import {
  bytesToGigabytes,
  gigabytesToBytes,
  type MeterInput,
  type NewPlan,
  type PlanTerms,
  UNLIMITED,
} from '@coffer/contract/plan-inputs'
import { CURRENCY_NOT_SUPPORTED, type PlanSnapshot } from '@coffer/contract/plans'
import { METER_AGGREGATES, type PlanMeter } from '@coffer/contract/rating'
import type { PlanGatewayRow, PlanRow } from '../../db/schema-plans.ts'
import type { Gateway, GatewayError, PlanCopy } from '../gateways/index.ts'
import type { Plan, Subscribed } from './plans.repository.ts'

/**
 * Returns a copy of the plan for subscriptions, periods and invoices, which later changes of the plan
 * do not affect.
 */
export const planSnapshot = (plan: Plan): PlanSnapshot => ({
  plan_id: plan.id,
  type: plan.type,
  name: plan.name,
  currency: plan.currency,
  interval: plan.interval,
  amount: plan.amount,
  storage_bytes: plan.storage_bytes,
  max_team_members: plan.max_team_members,
  tier_mode: plan.tier_mode ?? 'graduated',
  meters: plan.meters,
})

const toMeter = ({ key, aggregate_strategy, tiers }: MeterInput): PlanMeter => ({
  key,
  aggregate: aggregate_strategy ?? METER_AGGREGATES[key][0] ?? 'maximum',
  tiers: tiers.map(({ last_unit, per_unit, flat_fee }) => {
    return { up_to: last_unit, unit_amount: per_unit, flat_amount: flat_fee ?? 0 }
  }),
})

type Terms = Pick<Plan, 'type' | 'currency' | 'interval' | 'amount' | 'tier_mode' | 'meters'>

/** Terms that never change once a plan exists. */
export function termsOf(input: PlanTerms): Terms {
  const { type, currency, interval } = input
  return input.type === 'fixed'
    ? { type, currency, interval, amount: input.amount, tier_mode: null, meters: [] }
    : {
        type,
        currency,
        interval,
        amount: null,
        tier_mode: input.tier_mode,
        meters: input.meters.map(toMeter),
      }
}

/** Reads limits of members: a negative number is no limit. */
export const toMemberLimit = (members: number): number | null => (members < 0 ? null : members)

export const limitsOf = (input: NewPlan): Pick<Plan, 'storage_bytes' | 'max_team_members'> =>
  input.type === 'fixed'
    ? {
        storage_bytes: gigabytesToBytes(input.features.max_storage_amount),
        max_team_members: toMemberLimit(input.features.max_team_members),
      }
    : { storage_bytes: null, max_team_members: null }

/** The limits of a plan as the API shows them. */
export const featuresOf = (plan: Pick<Plan, 'storage_bytes' | 'max_team_members'>) => ({
  max_storage_amount: bytesToGigabytes(plan.storage_bytes),
  max_team_members: plan.max_team_members ?? UNLIMITED,
})

export const readExternalIds = ({ external_ids }: PlanGatewayRow): Record<string, string> =>
  JSON.parse(external_ids) as Record<string, string>

/** The plan as a gateway needs it. */
export const copyFor = (plan: PlanRow, externalIds: Record<string, string>): PlanCopy => ({
  planId: plan.id,
  name: plan.name,
  description: plan.description,
  amount: plan.amount ?? 0,
  currency: plan.currency,
  interval: plan.interval,
  isActive: plan.status === 'active',
  externalIds,
})

type GatewayId = Pick<Gateway, 'name' | 'isLive'>

export const isCopyAt = (row: PlanGatewayRow, { name, isLive }: GatewayId): boolean =>
  row.gateway === name && row.is_live === (isLive ? 1 : 0)

/** Gateways that keep copies of fixed plans; `system` needs none. */
export const needsCopy = ({ name }: Pick<Gateway, 'name'>): boolean => name !== 'system'

export const takesCurrency = ({ capabilities }: Gateway, { currency }: PlanRow): boolean =>
  capabilities.currencies.includes(currency)

/** The first state of a copy, which has failed if the gateway does not take the currency. */
export const firstCopy = (plan: PlanRow, gateway: Gateway, now: number): PlanGatewayRow => ({
  plan_id: plan.id,
  gateway: gateway.name,
  is_live: gateway.isLive ? 1 : 0,
  external_ids: '{}',
  state: takesCurrency(gateway, plan) ? 'pending' : 'failed',
  reason: takesCurrency(gateway, plan) ? null : CURRENCY_NOT_SUPPORTED,
  updated_at: now,
})

const MAX_REASON = 300

/**
 * The state after a refused call. A copy that is ready stays on sale, because only a new name or the
 * end of its sale failed. It keeps its time, so that it is tried again.
 */
export function refusedCopy(row: PlanGatewayRow, error: GatewayError, now: number): PlanGatewayRow {
  const reason = error.message.slice(0, MAX_REASON)
  if (row.state === 'ready') return { ...row, reason }
  const isTemporary = error.kind === 'unavailable' || error.kind === 'unknown'
  return { ...row, state: isTemporary ? 'pending' : 'failed', reason, updated_at: now }
}

/** Longer than the interval of the schedule, which leaves new copies to their own job. */
const PENDING_PAUSE_MS = 4 * 60_000
const FAILED_PAUSE_MS = 59 * 60_000

/** Whether the copy of a plan at a gateway has to be made, changed or tried again. */
export function isCopyDue(
  plan: PlanRow,
  row: PlanGatewayRow | undefined,
  gateway: Gateway,
  now: number,
): boolean {
  if (!row) return plan.status === 'active'
  if (row.state === 'ready') return plan.updated_at > row.updated_at
  if (plan.status === 'archived' && row.external_ids === '{}') return false
  if (row.reason === CURRENCY_NOT_SUPPORTED && !takesCurrency(gateway, plan)) return false
  const pause = row.state === 'pending' ? PENDING_PAUSE_MS : FAILED_PAUSE_MS
  return now - row.updated_at >= pause
}

const MONTHS_PER_YEAR = 12

/** Sums what active subscriptions pay in a month, per currency, rounded once. */
export function monthlyRevenue(subscribed: readonly Subscribed[]): Money[] {
  const byCurrency = Map.groupBy(subscribed, ({ currency }) => currency)
  return [...byCurrency].map(([currency, all]) => {
    const perYear = all.reduce(
      (sum, { interval, amount }) => sum + amount * (interval === 'year' ? 1 : MONTHS_PER_YEAR),
      0,
    )
    return { amount: Math.round(perYear / MONTHS_PER_YEAR), currency }
  })
}
