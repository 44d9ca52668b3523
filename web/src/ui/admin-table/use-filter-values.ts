import { useTranslation } from 'react-i18next'
import { PERIODS } from '../../lib/day-range.ts'
import { useRangeText } from '../filters/use-range-text.ts'
import { daysOf, type TableSearch } from './table-search.ts'
import type { DaysFilter, RangeFilter } from './types.ts'
import type { TableState } from './use-table-state.ts'

/** Every field that a filter for days can have. */
export const DAYS = { daysOr: [] as string[] }

interface DaysValue {
  from: string | undefined
  to: string | undefined
  /** A period or one of the other choices. */
  value: string | undefined
  /** The chosen value as a text; undefined while any day fits. */
  text: string | undefined
  /** Whether the days were chosen one by one. */
  isRange: boolean
}

export function useDaysValue(
  { name, choices = [] }: DaysFilter,
  { search }: TableState,
): DaysValue {
  const { t } = useTranslation()
  const { days, from, to } = daysOf(search, name)
  const choice = choices.find(([value]) => value === search[name])
  const range = useRangeText(days || choice ? {} : { from, to })
  return {
    from,
    to,
    value: choice?.[0] ?? days,
    text: choice?.[1] ?? (days ? t(`filter.period_${days}`) : range),
    isRange: range !== undefined,
  }
}

/** The search parameter for a period or one of the other choices. */
export const daysPatch = (name: string, choice: string | undefined): TableSearch =>
  PERIODS.some(period => period === choice) ? { [`${name}_days`]: choice } : { [name]: choice }

interface RangeValue {
  min: number | undefined
  max: number | undefined
  /** The index of the chosen preset. */
  preset: string | undefined
  /** The chosen range as a text; undefined while any value fits. */
  text: string | undefined
  /** Whether a range is chosen that is not a preset. */
  isOther: boolean
}

export function useRangeValue(
  { name, presets, format }: RangeFilter,
  { search }: TableState,
): RangeValue {
  const { t } = useTranslation()
  const [min, max] = [search[`${name}_min`], search[`${name}_max`]].map(toNumber)
  const isOn = min !== undefined || max !== undefined
  const index = isOn ? presets.findIndex(choice => choice.min === min && choice.max === max) : -1
  return {
    min,
    max,
    preset: index < 0 ? undefined : String(index),
    text: presets[index]?.label ?? rangeText(),
    isOther: isOn && index < 0,
  }

  function rangeText(): string | undefined {
    if (min !== undefined && max !== undefined)
      return t('filter.between', { min: format(min), max: format(max) })
    if (min !== undefined) return t('filter.at_least', { value: format(min) })
    return max === undefined ? undefined : t('filter.at_most', { value: format(max) })
  }
}

const toNumber = (value: string | number | undefined): number | undefined =>
  value === undefined ? undefined : Number(value)

/** The search parameters for a range; any value without one. */
export const rangePatch = (
  name: string,
  { min, max }: { min?: number | undefined; max?: number | undefined } = {},
): TableSearch => ({ [`${name}_min`]: min, [`${name}_max`]: max })
