import { daysIn, type Period, startOfUtcDay, utcDayOf } from '@coffer/contract/billing-periods'
import { DAY_MS } from '@coffer/contract/durations'
import { quantityOf, type RatedPlan, rate, type UsageDay } from '@coffer/contract/rating'
import type { DayCost } from '@coffer/contract/spending'

/** Days whose mean is the forecast of bandwidth. */
const RECENT_DAYS = 7
const HOURS_PER_DAY = 24
/** Most points of a chart; longer periods skip days. */
const MAX_POINTS = 31

/**
 * Continues the usage to the end of the period: levels stay as they are, and bandwidth continues
 * like in the last days.
 */
export function projectUsage(usage: readonly UsageDay[], period: Period, now: number): UsageDay[] {
  const levels = (['storage', 'member'] as const).map(meter => {
    const level = Number(quantityOf({ key: meter, aggregate: 'last' }, usage, period).numerator)
    return { meter, quantity: level * HOURS_PER_DAY, peak: level, last: level }
  })
  const daily = recentBandwidth(usage, period.startsAt, now)
  const bandwidth = { meter: 'bandwidth', quantity: daily, peak: daily, last: daily } as const
  const projected: UsageDay[] = []
  for (let at = startOfUtcDay(now) + DAY_MS; at < period.endsAt; at += DAY_MS)
    projected.push(...[...levels, bandwidth].map(row => ({ ...row, day: utcDayOf(at) })))
  return [...usage, ...projected]
}

function recentBandwidth(usage: readonly UsageDay[], startsAt: number, now: number): number {
  const from = Math.max(startsAt, startOfUtcDay(now) - RECENT_DAYS * DAY_MS)
  const days = Math.max(1, Math.ceil((now - from) / DAY_MS))
  const first = utcDayOf(from)
  const total = usage
    .filter(row => row.meter === 'bandwidth' && row.day >= first)
    .reduce((sum, row) => sum + row.quantity, 0)
  return Math.round(total / days)
}

/**
 * The cost of the period at the end of each day, up to `now` as it was and then as forecast.
 * @param projected usage that continues to the end of the period
 */
export function costByDay(
  plan: RatedPlan,
  projected: readonly UsageDay[],
  period: Period,
  now: number,
): DayCost[] {
  const today = utcDayOf(now)
  const count = daysIn(period)
  const stride = Math.ceil(count / MAX_POINTS)
  const costs: DayCost[] = []
  for (let index = stride - 1; index < count; index += stride) {
    const day = utcDayOf(period.startsAt + index * DAY_MS)
    const known = projected.filter(row => row.day <= day)
    const { lines } = rate(plan, known, period)
    costs.push({
      day,
      is_forecast: day > today,
      amounts: Object.fromEntries(lines.map(line => [line.meter, line.amount])),
    })
  }
  return costs
}
