import { rate } from '@coffer/contract/rating'
import type { DayCost, UsageOverview } from '@coffer/contract/spending'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findOpenDunnings } from '../dunning/index.ts'
import { addTax, withTax } from '../invoices/index.ts'
import { balanceOf, receivableOf } from '../ledger/index.ts'
import { beginPeriodOf } from '../settlement/index.ts'
import { costByDay, estimateOf, projectUsage } from '../usage/index.ts'
import { limitsOf } from './spending.service.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

/** Returns the cost of the user's current period, its parts, and the limits. */
export async function usageOverview(
  deps: Pick<Deps, 'db' | 'transact' | 'jobs' | 'log' | 'now' | 'newId'>,
  actor: UserActor,
): Promise<UsageOverview> {
  const { db, now } = deps
  const { userId } = actor
  let estimate = await estimateOf(db, userId)
  if (!estimate) {
    await beginPeriodOf(deps, actor)
    estimate = await estimateOf(db, userId)
  }
  if (!estimate) throw new AppError('billing.no_subscription')
  const { plan, usage, currency, lines, subtotal, total, taxRate } = estimate
  const period = { startsAt: estimate.period.starts_at, endsAt: estimate.period.ends_at }
  const at = Math.min(now().getTime(), period.endsAt - 1)
  const projected = projectUsage(usage, period, at)
  const forecast = rate(plan, projected, period)
  const forecastTotal = withTax(forecast.subtotal, taxRate)
  const [balance, debt, limits, dunnings] = await Promise.all([
    balanceOf(db, userId, currency),
    receivableOf(db, userId, currency),
    limitsOf(db, userId, currency),
    findOpenDunnings(db, [userId]),
  ])
  const money = (amount: number) => ({ amount, currency })
  return {
    plan: plan.name,
    period: { starts_at: iso(period.startsAt), ends_at: iso(period.endsAt) },
    currency,
    estimate: money(total),
    tax: money(total - subtotal),
    forecast: money(forecastTotal),
    forecast_tax: money(forecastTotal - forecast.subtotal),
    lines,
    forecast_lines: forecast.lines,
    days: costByDay(plan, projected, period, at).map(day => withTaxOf(day, taxRate)),
    balance: money(balance),
    debt: money(debt),
    ...limits,
    dunning_step: dunnings.reduce<number | null>(
      (most, { step }) => Math.max(most ?? 0, step),
      null,
    ),
  }
}

function withTaxOf({ amounts, ...day }: DayCost, taxRate: string): DayCost {
  const taxed = addTax(Object.values(amounts), taxRate)
  const byMeter = Object.keys(amounts).map((meter, index) => [meter, taxed[index]])
  return { ...day, amounts: Object.fromEntries(byMeter) }
}
