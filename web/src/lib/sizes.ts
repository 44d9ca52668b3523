import { readTyped, toTyped } from '@coffer/contract/typed-numbers'
import { numberFormat } from './intl-formats.ts'

const UNIT_BYTES = { MB: 1e6, GB: 1e9, TB: 1e12, MiB: 1024 ** 2 } as const
export type SizeUnit = keyof typeof UNIT_BYTES

/** Returns the largest of the units in which a size is a short number. */
export function unitFor(bytes: number, units: readonly SizeUnit[]): SizeUnit {
  const [first = 'MB'] = units
  const fitting = units.filter(
    unit => bytes >= UNIT_BYTES[unit] && Number.isInteger((bytes / UNIT_BYTES[unit]) * 100),
  )
  return fitting.at(-1) ?? first
}

export const sizeIn = (bytes: number, unit: SizeUnit): number => bytes / UNIT_BYTES[unit]

export const toBytes = (size: number, unit: SizeUnit): number => Math.round(size * UNIT_BYTES[unit])

const decimals = numberFormat({ useGrouping: false, maximumFractionDigits: 12 })

/** Returns the text of a field for a number. */
export const toTypedNumber = (value: number, locale: string): string =>
  toTyped(decimals('en').format(value), locale)

/** Returns the number of a field; NaN for text that is not a number. */
export const numberOf = (typed: string, locale: string): number =>
  Number(readTyped(typed, locale) ?? Number.NaN)

/** Returns whole bytes; NaN for text that is not a number. */
export const bytesOf = (typed: string, unit: SizeUnit, locale: string): number =>
  toBytes(numberOf(typed, locale), unit)
