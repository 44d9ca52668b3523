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

/** Returns whole bytes; NaN for text that is not a number. Accepts a decimal comma. */
export function bytesOf(typed: string, unit: SizeUnit): number {
  const text = typed.trim().replace(',', '.')
  return text === '' ? Number.NaN : Math.round(Number(text) * UNIT_BYTES[unit])
}

/** Returns the number of a field; NaN for text that is not a number. */
export const numberOf = (typed: string): number =>
  typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'))
