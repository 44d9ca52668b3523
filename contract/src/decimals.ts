/** An exact decimal number: `units / 10 ** scale`. */
export interface Decimal {
  units: bigint
  scale: number
}

const DECIMAL = /^(-?)(\d{1,30})(?:\.(\d{1,20}))?$/

/** Reads a decimal text such as "0.015"; undefined for anything else. */
export function readDecimal(text: string): Decimal | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/** Writes `units / 10 ** scale` with exactly `scale` decimals. */
export function writeDecimal(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const sign = units < 0n ? '-' : ''
  if (scale === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

export const powerOf10 = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Divides and rounds to an integer, half away from zero. The denominator is positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (numerator < 0n) return -divideRounded(-numerator, denominator)
  return (2n * numerator + denominator) / (2n * denominator)
}

/** Converts an amount back to a number; throws where it would lose precision. */
export function toSafeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is too large`)
  return number
}

/**
 * Rounds fractions of one denominator so that they sum to their rounded sum, by largest remainder;
 * on ties the earlier ones get more. Negating all fractions negates all results.
 */
export function roundTogether(numerators: readonly bigint[], denominator: bigint): bigint[] {
  const sum = numerators.reduce((total, each) => total + each, 0n)
  if (sum < 0n)
    return roundTogether(
      numerators.map(each => -each),
      denominator,
    ).map(each => -each)
  const rounded = numerators.map(each => floorDivide(each, denominator))
  const byRemainder = numerators
    .map((each, index) => ({ index, remainder: each - (rounded[index] ?? 0n) * denominator }))
    .sort((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  let rest = divideRounded(sum, denominator) - rounded.reduce((total, each) => total + each, 0n)
  for (const { index } of byRemainder) {
    if (rest <= 0n) break
    rounded[index] = (rounded[index] ?? 0n) + 1n
    rest -= 1n
  }
  return rounded
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}
