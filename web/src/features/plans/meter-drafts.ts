import { parseMoney, Rate, toTypedMoney } from '@coffer/contract/money'
import type { Plan, PlanTier } from '@coffer/contract/plans'
import { type Aggregate, METER_AGGREGATES, METERS, type Meter } from '@coffer/contract/rating'
import { readTyped, toTyped } from '@coffer/contract/typed-numbers'
import { newId } from '../../lib/new-id.ts'

/** A tier as it is typed. It starts where the one before ends, and the last one has no end. */
export interface TierDraft {
  key: string
  upTo: string
  unitPrice: string
  flatFee: string
}

export interface MeterDraft {
  key: Meter
  isOn: boolean
  aggregate: Aggregate
  tiers: readonly TierDraft[]
}

export const emptyTier = (): TierDraft => ({
  key: newId(),
  upTo: '',
  unitPrice: '',
  flatFee: '',
})

const draftOf = (tier: PlanTier, currency: string, locale: string): TierDraft => ({
  key: newId(),
  upTo: tier.last_unit === null ? '' : String(tier.last_unit),
  unitPrice: toTyped(tier.per_unit, locale),
  flatFee: tier.flat_fee === null ? '' : toTypedMoney({ amount: tier.flat_fee, currency }, locale),
})

/** The meters of a plan, or those of a new one. */
export function draftsOf(locale: string, plan?: Plan): MeterDraft[] {
  const features = plan?.attributes.type === 'metered' ? plan.attributes.features : {}
  return METERS.map(key => {
    const feature = features[key]
    return {
      key,
      isOn: feature !== undefined || (plan === undefined && key === 'storage'),
      aggregate: feature?.aggregate_strategy ?? METER_AGGREGATES[key][0] ?? 'maximum',
      tiers: feature
        ? feature.tiers.map(tier => draftOf(tier, plan?.attributes.currency ?? '', locale))
        : [emptyTier()],
    }
  })
}

/** Inserts a tier before the open one, whose price it takes. */
export function withNewTier(tiers: readonly TierDraft[]): TierDraft[] {
  const last = tiers.at(-1) ?? emptyTier()
  return [...tiers.slice(0, -1), { ...last, key: newId(), upTo: '' }, last]
}

/** Removes a tier; the one before takes its place, and the last one stays open. */
export function withoutTier(tiers: readonly TierDraft[], key: string): TierDraft[] {
  const left = tiers.filter(tier => tier.key !== key)
  return left.map((tier, index) => (index === left.length - 1 ? { ...tier, upTo: '' } : tier))
}

/** Reads a number of whole units; NaN for other text. */
const readUnits = (text: string, locale: string): number => {
  const digits = readTyped(text, locale) ?? ''
  return /^\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
}

/** Reads a price per unit with any number of decimals. */
export const readRate = (text: string, locale: string): string | null =>
  Rate.safeParse(readTyped(text, locale)).data ?? null

export type TierError = 'order' | 'rate' | 'fee'

export interface ReadMeter {
  key: Meter
  aggregate: Aggregate
  tiers: { up_to: number | null; unit_amount: string; flat_amount: number }[]
  /** By the index of the tier. */
  errors: ReadonlyMap<number, Partial<Record<keyof TierDraft, TierError>>>
}

/** Where each tier starts: the end of the one before. */
export function startsOf(tiers: readonly TierDraft[], locale: string): number[] {
  let start = 0
  return tiers.map(tier => {
    const own = start
    const end = readUnits(tier.upTo, locale)
    if (Number.isFinite(end)) start = end
    return own
  })
}

/** Minor units, 0 for an empty field; undefined for text that is not an amount. */
function readFee(text: string, currency: string, locale: string): number | undefined {
  if (text.trim() === '') return 0
  const money = parseMoney(text, currency, locale)
  return money && money.amount >= 0 ? money.amount : undefined
}

/** Reads what was typed for a meter. Its tiers can be used if there are no errors. */
export function readMeter(draft: MeterDraft, currency: string, locale: string): ReadMeter {
  const starts = startsOf(draft.tiers, locale)
  const errors = new Map<number, Partial<Record<keyof TierDraft, TierError>>>()
  const tiers = draft.tiers.map(({ upTo, unitPrice, flatFee }, index) => {
    const end = index === draft.tiers.length - 1 ? null : readUnits(upTo, locale)
    const rate = readRate(unitPrice, locale)
    const fee = readFee(flatFee, currency, locale)
    const isInOrder = end === null || end > (starts[index] ?? 0)
    const wrong: Partial<Record<keyof TierDraft, TierError>> = {
      ...(!isInOrder && { upTo: 'order' }),
      ...(rate === null && { unitPrice: 'rate' }),
      ...(fee === undefined && { flatFee: 'fee' }),
    }
    if (Object.keys(wrong).length > 0) errors.set(index, wrong)
    return { up_to: end, unit_amount: rate ?? '0', flat_amount: fee ?? 0 }
  })
  return { key: draft.key, aggregate: draft.aggregate, tiers, errors }
}

/** The meters as the call takes them. */
export const toInputs = (meters: readonly ReadMeter[]) =>
  meters.map(({ key, aggregate, tiers }) => ({
    key,
    aggregate_strategy: aggregate,
    tiers: tiers.map(({ up_to, unit_amount, flat_amount }) => ({
      last_unit: up_to,
      per_unit: unit_amount,
      flat_fee: flat_amount === 0 ? null : flat_amount,
    })),
  }))
