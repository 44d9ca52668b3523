import { refuse } from './errors.ts'

const MINIMUM: Record<string, number> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  jpy: 50,
  czk: 1500,
  huf: 17500,
}
/** Sent with two decimals, though there are none. */
const HUNDREDS = new Set(['isk', 'ugx'])
/** Three decimals, of which the last is always 0. */
const TENS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])

export function requireAmount(amount: number, currency: string): void {
  const code = currency.toLowerCase()
  const unit = HUNDREDS.has(code) ? 100 : TENS.has(code) ? 10 : 1
  if (!Number.isInteger(amount) || amount < 0 || amount % unit !== 0) {
    throw refuse(`Invalid amount ${amount} ${code}`, 'parameter_invalid_integer', 'amount')
  }
}

/** Below it, cards can't be charged. */
export function requireChargeable(amount: number, currency: string): void {
  requireAmount(amount, currency)
  if (amount < (MINIMUM[currency.toLowerCase()] ?? 1)) {
    throw refuse(`Amount ${amount} ${currency} is too small`, 'amount_too_small', 'amount')
  }
}

/** Price × quantity × part of the period, rounded half away from zero. */
export function proportion(amount: number, part: number, whole: number): number {
  const exact = (amount * part) / whole
  return Math.sign(exact) * Math.round(Math.abs(exact))
}
