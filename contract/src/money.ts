import { z } from 'zod'
import { Currency, exponentOf } from './currencies.ts'
import { powerOf10, readDecimal, roundTogether, toSafeNumber, writeDecimal } from './decimals.ts'
import { readTyped, toTyped } from './typed-numbers.ts'

/** An amount in minor units of an ISO 4217 currency: `{ amount: 1250, currency: 'EUR' }` is €12.50. */
export const Money = z.object({ amount: z.int(), currency: Currency })
export type Money = z.infer<typeof Money>

/** A price per unit in the currency's major unit, as a decimal text: "0.015" is 1.5 cents. */
export const Rate = z.string().regex(/^\d{1,9}(\.\d{1,12})?$/, 'validation.invalid')

/**
 * Splits an amount in proportion to weights, by largest remainder: the parts sum to the amount.
 * Without any weight the parts are equal.
 */
export function allocate(amount: number, weights: readonly (number | bigint)[]): number[] {
  if (weights.length === 0) throw new RangeError('An amount needs at least one part')
  const exact = weights.map(BigInt)
  if (exact.some(weight => weight < 0n)) throw new RangeError('Weights cannot be negative')
  const sum = exact.reduce((total, weight) => total + weight, 0n)
  if (sum === 0n)
    return allocate(
      amount,
      weights.map(() => 1),
    )
  return roundTogether(
    exact.map(weight => BigInt(amount) * weight),
    sum,
  ).map(toSafeNumber)
}

/** Reads a rate; throws for anything but a decimal text. */
export function requireRate(rate: string) {
  const decimal = readDecimal(rate)
  if (!decimal) throw new RangeError(`"${rate}" is not a rate`)
  return decimal
}

/** Writes money as a decimal text with the decimals of its currency: "12.50", "500", "1.230". */
export function toDecimal({ amount, currency }: Money): string {
  return writeDecimal(BigInt(amount), exponentOf(currency))
}

/** Reads a decimal text; undefined if it isn't one or has more decimals than the currency. */
export function fromDecimal(text: string, currency: string): Money | undefined {
  const decimal = readDecimal(text)
  if (!decimal) return undefined
  const exponent = exponentOf(currency)
  const excess = powerOf10(Math.max(0, decimal.scale - exponent))
  if (decimal.units % excess !== 0n) return undefined
  const amount = Number((decimal.units / excess) * powerOf10(Math.max(0, exponent - decimal.scale)))
  return Number.isSafeInteger(amount) ? { amount, currency } : undefined
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, currency: string, least: number, most: number) {
  const key = `${locale} ${currency} ${least} ${most}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  })
  formats.set(key, format)
  return format
}

/** Writes money for people, with the currency's own number of decimals: "€12.50", "12,50 €". */
export function formatMoney(money: Money, locale: string): string {
  const exponent = exponentOf(money.currency)
  const format = formatOf(locale, money.currency, exponent, exponent)
  return format.format(toDecimal(money) as Intl.StringNumericLiteral)
}

/** Writes money for people, without decimals where they are all zero: "€10", "€12.50". */
export function formatShortMoney(money: Money, locale: string): string {
  const exponent = exponentOf(money.currency)
  const isWhole = money.amount % 10 ** exponent === 0
  const format = formatOf(locale, money.currency, isWhole ? 0 : exponent, exponent)
  return format.format(toDecimal(money) as Intl.StringNumericLiteral)
}

/** Writes a price per unit for people, with two decimals more than money: "€0.0150". */
export function formatRate(rate: string, currency: string, locale: string): string {
  const format = formatOf(locale, currency, exponentOf(currency) + 2, 12)
  return format.format(rate as Intl.StringNumericLiteral)
}

/** Writes an amount as the readers of a locale type it: "12,50" in Spanish, "1.230" in English. */
export const toTypedMoney = (money: Money, locale: string): string =>
  toTyped(toDecimal(money), locale)

/**
 * Reads an amount that a person typed, with or without its currency: "12.5", "1.234,50 €".
 *
 * @returns undefined if it isn't an amount, or has more decimals than the currency.
 */
export function parseMoney(text: string, currency: string, locale: string): Money | undefined {
  const decimal = readTyped(withoutSymbol(text, currency, locale), locale)
  return decimal === undefined ? undefined : fromDecimal(decimal, currency)
}

/** Removes the currency's code or symbol. */
function withoutSymbol(text: string, currency: string, locale: string): string {
  const display = ['symbol', 'narrowSymbol'] as const
  const symbols = display.flatMap(each => [
    symbolOf(currency, locale, each),
    symbolOf(currency, 'en', each),
  ])
  const longestFirst = [currency, ...symbols].sort((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, symbol) => rest.replace(symbol, ' '), text)
}

function symbolOf(
  currency: string,
  locale: string,
  currencyDisplay: 'symbol' | 'narrowSymbol',
): string {
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay,
  }).formatToParts(0)
  return parts.find(part => part.type === 'currency')?.value ?? currency
}
