import { z } from 'zod'
import type { Period } from './billing-periods.ts'
import { Currency, exponentOf } from './currencies.ts'
import { divideRounded, powerOf10, roundTogether, toSafeNumber, writeDecimal } from './decimals.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import { Rate, requireRate } from './money.ts'

/** Meters that a metered plan prices. */
export const METERS = ['storage', 'bandwidth', 'member', 'flatFee'] as const
export type Meter = (typeof METERS)[number]

export const AGGREGATES = ['time_weighted', 'maximum', 'last', 'sum'] as const
export type Aggregate = (typeof AGGREGATES)[number]

/** How the days of a period become one quantity; the first is the default. */
export const METER_AGGREGATES: Record<Meter, readonly Aggregate[]> = {
  storage: ['maximum', 'time_weighted', 'last'],
  bandwidth: ['sum'],
  member: ['maximum', 'time_weighted', 'last'],
  flatFee: ['maximum'],
}

export const TIER_MODES = ['graduated', 'volume'] as const
export type TierMode = (typeof TIER_MODES)[number]

/** Quantities up to and including `up_to`, in GB or persons; null for all above. */
export const Tier = z.object({
  up_to: z.int().positive().nullable(),
  /** In the currency's major unit. */
  unit_amount: Rate,
  /** Minor units, once if the quantity reaches into the tier. */
  flat_amount: z.int().nonnegative(),
})
export type Tier = z.infer<typeof Tier>

export const MAX_TIERS = 20

/** Whether the tiers are in order, and only the last one has no end. */
export const areTiersInOrder = (tiers: readonly Pick<Tier, 'up_to'>[]): boolean =>
  tiers.length > 0 &&
  tiers.every(({ up_to }, index) => {
    if (index === tiers.length - 1) return up_to === null
    return up_to !== null && up_to > (tiers[index - 1]?.up_to ?? 0)
  })

export const PlanMeter = z
  .object({
    key: z.enum(METERS),
    aggregate: z.enum(AGGREGATES),
    tiers: z.array(Tier).min(1).max(MAX_TIERS).refine(areTiersInOrder, 'validation.invalid'),
  })
  .refine(({ key, aggregate }) => METER_AGGREGATES[key].includes(aggregate), {
    path: ['aggregate'],
    message: 'validation.invalid',
  })
export type PlanMeter = z.infer<typeof PlanMeter>

/** The part of a metered plan that rating needs; snapshots of plans contain it. */
export const RatedPlan = z.object({
  currency: Currency,
  tier_mode: z.enum(TIER_MODES),
  meters: z.array(PlanMeter),
})
export type RatedPlan = z.infer<typeof RatedPlan>

/**
 * Usage of a UTC day. Storage counts kB (`peak`, `last`) and kB × hours (`quantity`), bandwidth
 * bytes, members persons and persons × hours; GB are 10⁹ bytes.
 */
export interface UsageDay {
  meter: Meter
  /** `2026-11-24` */
  day: string
  quantity: number
  peak: number
  last: number
}

/** A part of a line: `quantity × unit_amount + flat_amount`. The parts sum to the line. */
export const RatedTier = z.object({
  from: z.int(),
  up_to: z.int().nullable(),
  quantity: z.string(),
  unit_amount: z.string(),
  flat_amount: z.int(),
  amount: z.int(),
})
export type RatedTier = z.infer<typeof RatedTier>

/** A line of a settlement or an estimate. Quantities are decimal texts in GB or persons. */
export const RatedLine = z.object({
  meter: z.enum(METERS),
  aggregate: z.enum(AGGREGATES),
  tier_mode: z.enum(TIER_MODES),
  quantity: z.string(),
  amount: z.int(),
  tiers: z.array(RatedTier),
})
export type RatedLine = z.infer<typeof RatedLine>

export interface Rating {
  currency: string
  lines: RatedLine[]
  subtotal: number
}

/**
 * Computes the lines of a period, each rounded once. The estimate is the same function on an open
 * period.
 *
 * @param usage days outside the period are ignored, days without a row count as nothing.
 * @param period the full period, also where the subscription ended within it: time-weighted
 *   quantities are divided by its hours.
 */
export function rate(plan: RatedPlan, usage: readonly UsageDay[], period: Period): Rating {
  const lines = plan.meters.map(meter =>
    rateQuantity(plan, meter, quantityOf(meter, usage, period)),
  )
  const subtotal = lines.reduce((sum, line) => sum + BigInt(line.amount), 0n)
  return { currency: plan.currency, lines, subtotal: toSafeNumber(subtotal) }
}

/** An exact quantity: GB-months have fractions that no decimal text can hold. */
interface Quantity {
  numerator: bigint
  denominator: bigint
}

/** Units of usage in a GB or a person. */
const UNITS: Record<Meter, bigint> = {
  storage: 1_000_000n,
  bandwidth: 1_000_000_000n,
  member: 1n,
  flatFee: 1n,
}

/** Returns the quantity of a meter in a period, in GB or persons. */
export function quantityOf(
  { key, aggregate }: Pick<PlanMeter, 'key' | 'aggregate'>,
  usage: readonly UsageDay[],
  period: Period,
): Quantity {
  if (key === 'flatFee') return { numerator: 1n, denominator: 1n }
  const days = usage.filter(({ meter, day }) => meter === key && isWithin(day, period))
  if (aggregate === 'time_weighted') {
    const hours = BigInt(Math.round((period.endsAt - period.startsAt) / HOUR_MS))
    return { numerator: sumOf(days), denominator: UNITS[key] * hours }
  }
  return { numerator: unweighted(aggregate, days), denominator: UNITS[key] }
}

function unweighted(aggregate: 'maximum' | 'last' | 'sum', days: readonly UsageDay[]): bigint {
  if (aggregate === 'sum') return sumOf(days)
  if (aggregate === 'maximum')
    return days.reduce((most, { peak }) => (BigInt(peak) > most ? BigInt(peak) : most), 0n)
  const latest = days.reduce<UsageDay | undefined>(
    (last, each) => (!last || each.day > last.day ? each : last),
    undefined,
  )
  return BigInt(latest?.last ?? 0)
}

const sumOf = (days: readonly UsageDay[]): bigint =>
  days.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

function isWithin(day: string, { startsAt, endsAt }: Period): boolean {
  const at = startOf(day)
  return at >= startsAt && at < endsAt
}

/** The quantity of a meter on a UTC day, as decimal text in GB or persons. */
export const DayQuantity = z.object({ day: z.string(), quantity: z.string() })
export type DayQuantity = z.infer<typeof DayQuantity>

/**
 * Returns the days of a period that have usage, each measured as the period is: by its average,
 * highest or last value, or its sum. The period's quantity is that of these days, as an average
 * over all of its days.
 *
 * @param usage in order of the days
 */
export const quantitiesByDay = (
  meter: Pick<PlanMeter, 'key' | 'aggregate'>,
  usage: readonly UsageDay[],
  period: Period,
): DayQuantity[] =>
  usage
    .filter(row => row.meter === meter.key && isWithin(row.day, period))
    .map(row => {
      const startsAt = startOf(row.day)
      const day = { startsAt, endsAt: startsAt + DAY_MS }
      return { day: row.day, quantity: quantityText(quantityOf(meter, [row], day)) }
    })

/** Computes the line of one quantity; the example bill of a plan calls it directly. */
export function rateQuantity(
  { currency, tier_mode }: Pick<RatedPlan, 'currency' | 'tier_mode'>,
  meter: PlanMeter,
  quantity: Quantity,
): RatedLine {
  const parts =
    tier_mode === 'graduated'
      ? graduatedParts(meter.tiers, quantity)
      : volumeParts(meter.tiers, quantity)
  const denominator = quantity.denominator * powerOf10(RATE_SCALE)
  const amounts = roundTogether(
    parts.map(part => exactAmount(part, denominator, currency)),
    denominator,
  )
  return {
    meter: meter.key,
    aggregate: meter.aggregate,
    tier_mode,
    quantity: quantityText(quantity),
    amount: toSafeNumber(amounts.reduce((sum, amount) => sum + amount, 0n)),
    tiers: parts.map(({ tier, from, numerator }, index) => ({
      from,
      up_to: tier.up_to,
      quantity: quantityText({ ...quantity, numerator }),
      unit_amount: tier.unit_amount,
      flat_amount: tier.flat_amount,
      amount: toSafeNumber(amounts[index] ?? 0n),
    })),
  }
}

/** The part of a quantity in a tier, with the quantity's denominator. */
interface TierPart {
  tier: Tier
  from: number
  numerator: bigint
}

/** Each tier prices the part of the quantity within it. Tiers that are not reached are left out. */
function graduatedParts(tiers: readonly Tier[], { numerator, denominator }: Quantity): TierPart[] {
  const parts: TierPart[] = []
  let from = 0
  for (const tier of tiers) {
    const start = BigInt(from) * denominator
    if (numerator <= start) break
    const end = tier.up_to === null ? numerator : BigInt(tier.up_to) * denominator
    parts.push({ tier, from, numerator: (numerator < end ? numerator : end) - start })
    from = tier.up_to ?? from
  }
  return parts
}

/** The last tier that the quantity reaches prices all of it. */
function volumeParts(tiers: readonly Tier[], { numerator, denominator }: Quantity): TierPart[] {
  if (numerator <= 0n) return []
  const index = tiers.findIndex(
    ({ up_to }) => up_to === null || numerator <= BigInt(up_to) * denominator,
  )
  const tier = tiers[index]
  if (!tier) return []
  return [{ tier, from: tiers[index - 1]?.up_to ?? 0, numerator }]
}

/** Most decimals of a rate. */
const RATE_SCALE = 12

/** Returns the numerator of a part's amount in minor units. */
function exactAmount({ tier, numerator }: TierPart, denominator: bigint, currency: string): bigint {
  const { units, scale } = requireRate(tier.unit_amount)
  const scaled = units * powerOf10(RATE_SCALE - scale + exponentOf(currency))
  return numerator * scaled + BigInt(tier.flat_amount) * denominator
}

/** Decimals of quantities in explanations; storage is counted in kB, a millionth of a GB. */
const QUANTITY_SCALE = 6

function quantityText({ numerator, denominator }: Quantity): string {
  const units = divideRounded(numerator * powerOf10(QUANTITY_SCALE), denominator)
  return writeDecimal(units, QUANTITY_SCALE).replace(/\.?0+$/, '')
}
