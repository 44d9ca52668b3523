import { CURRENCIES, exponentOf } from './currencies.ts'
import { powerOf10 } from './decimals.ts'
import type { GatewayName } from './gateways.ts'
import { fromDecimal, type Money, toDecimal } from './money.ts'

const codes = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Sent to Stripe in whole units. MGA has decimals in ISO 4217, but not at Stripe. */
const STRIPE_ZERO_DECIMAL = codes('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF')
/** Without decimals, yet sent to Stripe with two zeros. */
const STRIPE_TWO_ZEROS = codes('ISK UGX')
/** The last of three decimals is 0 at Stripe. */
const STRIPE_THREE_DECIMAL = codes('BHD JOD KWD OMR TND')
const STRIPE_MISSING = codes('BTN CUP ERN GHS IQD IRR KPW LYD MRU SDG SSP STN SVC SYP TMT VES ZWG')

const PAYPAL = codes(
  `USD EUR GBP AUD BRL CAD CHF CNY CZK DKK HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD`,
)
/** PayPal rejects decimals in these. */
const PAYPAL_ZERO_DECIMAL = codes('HUF JPY TWD')

/** The currencies that each gateway takes; a merchant's account may take fewer. */
export const GATEWAY_CURRENCIES: Record<GatewayName, readonly string[]> = {
  stripe: CURRENCIES.filter(code => !STRIPE_MISSING.includes(code)),
  paypal: PAYPAL,
  paystack: codes('USD NGN GHS ZAR KES'),
  system: CURRENCIES,
}

export const takesCurrency = (gateway: GatewayName, currency: string): boolean =>
  GATEWAY_CURRENCIES[gateway].includes(currency)

/** Why a gateway cannot be sent an amount. */
type WireProblem = 'currency_not_taken' | 'too_precise'

/** Returns why an amount cannot be sent to a gateway; undefined if it can. */
export function wireProblem(
  gateway: GatewayName,
  { amount, currency }: Money,
): WireProblem | undefined {
  if (!takesCurrency(gateway, currency)) return 'currency_not_taken'
  return amount % wireStep(gateway, currency) === 0 ? undefined : 'too_precise'
}

/** Returns the smallest amount in minor units that a gateway can be sent. */
export function wireStep(gateway: GatewayName, currency: string): number {
  if (gateway === 'paypal' && PAYPAL_ZERO_DECIMAL.includes(currency))
    return 10 ** exponentOf(currency)
  if (gateway !== 'stripe') return 1
  if (STRIPE_THREE_DECIMAL.includes(currency)) return 10
  return STRIPE_ZERO_DECIMAL.includes(currency) ? 10 ** exponentOf(currency) : 1
}

/** In minor units, of cards. Other currencies have the usual minimum. */
const SMALLEST: Partial<Record<GatewayName, Record<string, number>>> = {
  stripe: {
    ...{ AED: 200, CZK: 1500, DKK: 250, GBP: 30, HKD: 400, HUF: 17500, MXN: 1000, MYR: 200 },
    ...{ NOK: 300, PLN: 200, RON: 200, SEK: 300, THB: 1000 },
  },
  paystack: { USD: 200, NGN: 5000, GHS: 10, ZAR: 100, KES: 300 },
}
const USUAL_SMALLEST = 50

/** Returns the smallest amount in minor units that a gateway charges to a card. */
export const smallestCharge = (gateway: GatewayName, currency: string): number =>
  SMALLEST[gateway]?.[currency] ?? USUAL_SMALLEST

/** Rounds an amount up to one that a gateway can be sent. */
export function roundUpForWire(gateway: GatewayName, { amount, currency }: Money): Money {
  const step = wireStep(gateway, currency)
  return { amount: amount + ((step - (amount % step)) % step), currency }
}

/**
 * Writes an amount as a gateway expects it: an integer, or a decimal text for PayPal.
 *
 * @throws RangeError if `wireProblem` returns one.
 */
export function toWire(gateway: 'paypal', money: Money): string
export function toWire(gateway: Exclude<GatewayName, 'paypal'>, money: Money): number
export function toWire(gateway: GatewayName, money: Money): number | string
export function toWire(gateway: GatewayName, money: Money): number | string {
  const problem = wireProblem(gateway, money)
  if (problem) throw new RangeError(`${gateway} cannot be sent ${toDecimal(money)}: ${problem}`)
  if (gateway === 'paypal') {
    const text = toDecimal(money)
    return PAYPAL_ZERO_DECIMAL.includes(money.currency) ? text.replace(/\..*$/, '') : text
  }
  const shift = wireScale(gateway, money.currency) - exponentOf(money.currency)
  return shift >= 0 ? money.amount * 10 ** shift : money.amount / 10 ** -shift
}

/**
 * Reads an amount that a gateway sent; integers may come as text.
 *
 * @throws RangeError if it isn't an amount in this currency.
 */
export function fromWire(gateway: GatewayName, value: number | string, currency: string): Money {
  const money =
    gateway === 'paypal'
      ? fromDecimal(String(value), currency)
      : fromInteger(String(value), currency, gateway)
  if (!money) throw new RangeError(`${gateway} sent "${value}" in ${currency}`)
  return money
}

function fromInteger(text: string, currency: string, gateway: GatewayName): Money | undefined {
  if (!/^-?\d{1,16}$/.test(text)) return undefined
  const scale = wireScale(gateway, currency)
  const units = BigInt(text) * powerOf10(exponentOf(currency))
  if (units % powerOf10(scale) !== 0n) return undefined
  const amount = Number(units / powerOf10(scale))
  return Number.isSafeInteger(amount) ? { amount, currency } : undefined
}

/** Decimals of the integers on the wire. */
function wireScale(gateway: GatewayName, currency: string): number {
  if (gateway !== 'stripe') return exponentOf(currency)
  if (STRIPE_TWO_ZEROS.includes(currency)) return 2
  return STRIPE_ZERO_DECIMAL.includes(currency) ? 0 : exponentOf(currency)
}
