import { utcDayOf } from '@coffer/contract/billing-periods'
import { PlanSnapshot } from '@coffer/contract/plans'
import { type Rating, rate, type UsageDay } from '@coffer/contract/rating'
import type { Db } from '../../db/open.ts'
import type { BillingPeriodRow } from '../../db/schema-subscriptions.ts'
import { readAddedTaxRates, withTax } from '../invoices/index.ts'
import { findOpenPeriods, findUnsealedTraffic, findUsageOf } from './usage.repository.ts'

/** The period of a user, and its cost so far. */
export interface Estimate extends Rating {
  period: Pick<BillingPeriodRow, 'id' | 'starts_at' | 'ends_at'>
  plan: PlanSnapshot
  usage: UsageDay[]
}

/** The cost of a current period as an invoice would charge it. */
export interface CurrentEstimate extends Estimate {
  /** Percentage of the tax that is added to the lines; 0 where prices include it. */
  taxRate: string
  /** The lines and the added tax. */
  total: number
}

type RatedPeriod = Pick<
  BillingPeriodRow,
  'id' | 'starts_at' | 'ends_at' | 'full_ends_at' | 'plan_snapshot'
> & {
  user_id: string
}

/**
 * Rates periods by the usage recorded up to now, in a fixed number of statements. It is the only
 * computation of usage: estimates, settlements and recomputations call it. Of a period that ended early,
 * the usage before that counts, weighted by the full period.
 * @returns the estimates by the id of the period
 */
export async function ratePeriods(
  db: Db,
  periods: readonly RatedPeriod[],
): Promise<Map<string, Estimate>> {
  if (periods.length === 0) return new Map()
  const userIds = [...new Set(periods.map(period => period.user_id))]
  const from = utcDayOf(Math.min(...periods.map(period => period.starts_at)))
  const before = utcDayOf(Math.max(...periods.map(period => period.ends_at)))
  const days = await findUsageOf(db, userIds, { from, before })
  const traffic = await findUnsealedTraffic(db, userIds, { from, before })
  const byUser = Map.groupBy([...days, ...traffic], row => row.user_id)
  const plans = readSnapshots(periods)
  return new Map(
    periods.map(({ plan_snapshot, user_id, full_ends_at, ...period }) => {
      const { starts_at: startsAt, ends_at } = period
      const before = utcDayOf(ends_at)
      const recorded = (byUser.get(user_id) ?? []) as (UsageDay & { user_id: string })[]
      const usage = recorded.filter(({ day }) => day < before)
      const plan = plans.get(plan_snapshot) as PlanSnapshot
      const endsAt = full_ends_at ?? ends_at
      return [period.id, { period, plan, usage, ...rate(plan, usage, { startsAt, endsAt }) }]
    }),
  )
}

/** Parses each snapshot once: most periods have the same. */
const readSnapshots = (periods: readonly RatedPeriod[]): Map<string, PlanSnapshot> =>
  new Map(
    [...new Set(periods.map(period => period.plan_snapshot))].map(text => [
      text,
      PlanSnapshot.parse(JSON.parse(text)),
    ]),
  )

/**
 * Returns the cost of the current periods so far, by user, with the tax of their invoices. Users without
 * a metered subscription are left out.
 */
export async function estimatesOf(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, CurrentEstimate>> {
  const periods = await findOpenPeriods(db, userIds)
  const estimates = await ratePeriods(db, periods)
  const ends = new Map(periods.map(({ user_id, ends_at }) => [user_id, ends_at]))
  const rateOf = await readAddedTaxRates(db, ends)
  return new Map(
    periods.flatMap(({ id, user_id }) => {
      const estimate = estimates.get(id)
      if (!estimate) return []
      const taxRate = rateOf(user_id)
      const total = withTax(estimate.subtotal, taxRate)
      return [[user_id, { ...estimate, taxRate, total }] as const]
    }),
  )
}

export async function estimateOf(db: Db, userId: string): Promise<CurrentEstimate | undefined> {
  return (await estimatesOf(db, [userId])).get(userId)
}
