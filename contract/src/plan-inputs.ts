import { z } from 'zod'
import { Currency } from './currencies.ts'
import { Rate } from './money.ts'
import { PLAIN_TEXT } from './names.ts'
import {
  AGGREGATES,
  type Aggregate,
  areTiersInOrder,
  MAX_TIERS,
  METER_AGGREGATES,
  METERS,
  TIER_MODES,
} from './rating.ts'

export const PLAN_TYPES = ['fixed', 'metered'] as const
export type PlanType = (typeof PLAN_TYPES)[number]
export const PLAN_STATUSES = ['active', 'archived'] as const
export const INTERVALS = ['month', 'year'] as const
export type Interval = (typeof INTERVALS)[number]

/** Stands for no limit of storage or members. */
export const UNLIMITED = -1
export const BYTES_PER_GB = 1_000_000_000

/** @returns null for no limit, which earlier scripts also write as 0 */
export const gigabytesToBytes = (gigabytes: number): number | null =>
  gigabytes <= 0 ? null : Math.round(gigabytes * BYTES_PER_GB)
export const bytesToGigabytes = (bytes: number | null): number =>
  bytes === null ? UNLIMITED : bytes / BYTES_PER_GB

export const PlanName = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(100, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')
export const PlanDescription = z
  .string()
  .trim()
  .max(200, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

/** Minor units; the gateways take no more digits. */
const MAX_PLAN_AMOUNT = 999_999_999_999
const PlanAmount = z.int().min(1).max(MAX_PLAN_AMOUNT)
const MAX_GIGABYTES = 9_000_000

export const FixedFeatures = z.object({
  max_storage_amount: z.number().min(UNLIMITED).max(MAX_GIGABYTES),
  max_team_members: z.int().min(UNLIMITED).max(1_000_000),
})

const MAX_UNITS = 1_000_000_000_000
const TierInput = z.object({
  /** May be left out: a tier starts where the one before ends. */
  first_unit: z.int().nonnegative().optional(),
  last_unit: z.int().positive().max(MAX_UNITS).nullable(),
  per_unit: z.union([Rate, z.number().nonnegative().transform(String).pipe(Rate)]),
  flat_fee: z.int().nonnegative().max(MAX_PLAN_AMOUNT).nullable().default(null),
})
type TierInput = z.output<typeof TierInput>

const upTo = ({ last_unit }: TierInput) => ({ up_to: last_unit })
/** Earlier scripts start a tier one unit after the end of the one before. */
const isJoined = (tiers: readonly TierInput[]): boolean =>
  tiers.every(({ first_unit }, index) => {
    const start = tiers[index - 1]?.last_unit ?? 0
    return first_unit === undefined || first_unit === start || first_unit === start + 1
  })

const EARLIER_AGGREGATES: Record<string, Aggregate> = {
  sum_of_usage: 'sum',
  maximum_usage: 'maximum',
}
const AggregateInput = z.preprocess(
  name => (typeof name === 'string' ? (EARLIER_AGGREGATES[name] ?? name) : name),
  z.enum(AGGREGATES),
)

const MeterInput = z
  .object({
    key: z.enum(METERS),
    aggregate_strategy: AggregateInput.optional(),
    tiers: z
      .array(TierInput)
      .min(1, 'validation.required')
      .max(MAX_TIERS)
      .refine(tiers => areTiersInOrder(tiers.map(upTo)) && isJoined(tiers), 'validation.invalid'),
  })
  .refine(({ key, aggregate_strategy: how }) => !how || METER_AGGREGATES[key].includes(how), {
    path: ['aggregate_strategy'],
    error: 'validation.invalid',
  })
export type MeterInput = z.output<typeof MeterInput>

const MeterInputs = z
  .array(MeterInput)
  .min(1, 'validation.required')
  .refine(
    meters => new Set(meters.map(({ key }) => key)).size === meters.length,
    'validation.duplicate',
  )

const fixedTerms = {
  type: z.literal('fixed'),
  currency: Currency,
  interval: z.enum(INTERVALS),
  amount: PlanAmount,
}
const meteredTerms = {
  type: z.literal('metered'),
  currency: Currency,
  interval: z.enum(INTERVALS).default('month'),
  tier_mode: z.enum(TIER_MODES).default('graduated'),
  meters: MeterInputs,
}
const named = {
  name: PlanName,
  description: PlanDescription.default(''),
  visible: z.boolean().default(true),
}

/** Terms that never change once the plan exists. */
export const PlanTerms = z.discriminatedUnion('type', [
  z.object(fixedTerms),
  z.object(meteredTerms),
])
export type PlanTerms = z.output<typeof PlanTerms>

export const NewPlan = z.discriminatedUnion('type', [
  z.object({ ...named, ...fixedTerms, features: FixedFeatures }),
  z.object({ ...named, ...meteredTerms }),
])
export type NewPlan = z.output<typeof NewPlan>
