import { isEuMember } from '@coffer/contract/countries'
import { powerOf10, readDecimal, roundTogether, toSafeNumber } from '@coffer/contract/decimals'
import type { InvoiceLine, InvoiceTax, TaxCategory } from '@coffer/contract/invoices'
import type { TaxRate } from '@coffer/contract/tax-rates'

export interface TaxParty {
  country: string | null
  postalCode: string | null
  /** An id that `checkTaxId` accepted, else null. */
  taxId: string | null
}

export interface TaxDecision {
  /** The country whose rate applies; null without tax. */
  country: string | null
  category: TaxCategory
  rate: string
}

export interface TaxQuestion {
  seller: TaxParty
  buyer: TaxParty
  /** `supplyDayOf` returns it. */
  suppliedOn: string
  rates: readonly TaxRate[]
}

const OUT_OF_SCOPE: TaxDecision = { country: null, category: 'O', rate: '0' }
const REVERSE_CHARGE: TaxDecision = { country: null, category: 'AE', rate: '0' }

/**
 * Decides the tax of a service supplied online.
 *
 * Sellers without a tax id or without a rate charge none. Buyers whose country is unknown are charged
 * the seller's rate, since the seller would owe the tax. Within the EU, businesses of other
 * members with a valid id owe the tax themselves, and consumers pay the rate of their own country
 * if it is in the table, else the seller's: the table lists the countries in which the seller has
 * to collect. Outside the EU, countries in the table are charged their rate, others none.
 */
export function decideTax({ seller, buyer, suppliedOn, rates }: TaxQuestion): TaxDecision {
  if (!seller.country || !seller.taxId) return OUT_OF_SCOPE
  const charge = (country: string, otherwise = OUT_OF_SCOPE) =>
    chargeOf(country, suppliedOn, rates) ?? otherwise
  const own = charge(seller.country)
  if (!buyer.country || vatAreaOf(buyer) === vatAreaOf(seller)) return own
  const isWithinEu = isInEuVatArea(seller) && isInEuVatArea(buyer)
  if (isWithinEu && buyer.taxId) return REVERSE_CHARGE
  if (isWithinEu) return charge(buyer.country, own)
  if (buyer.taxId || isOutsideVatArea(buyer)) return OUT_OF_SCOPE
  return charge(buyer.country)
}

function chargeOf(
  country: string,
  day: string,
  rates: readonly TaxRate[],
): TaxDecision | undefined {
  const rate = rateOn(country, day, rates)
  if (rate === undefined) return undefined
  return { country, category: isZero(rate) ? 'Z' : 'S', rate }
}

/** Returns the rate of a country on a day; undefined before its first row. */
export function rateOn(
  country: string,
  day: string,
  rates: readonly TaxRate[],
): string | undefined {
  return rates
    .filter(each => each.country === country && each.from <= day)
    .reduce<TaxRate | undefined>(
      (latest, each) => (!latest || each.from > latest.from ? each : latest),
      undefined,
    )?.rate
}

const isZero = (rate: string): boolean => readDecimal(rate)?.units === 0n

/** Postal codes of EU members' places outside the VAT area, such as the Canary Islands. */
const OUTSIDE_VAT_AREA: Record<string, RegExp> = {
  ES: /^(35|38|51|52)/,
  DE: /^(27498|78266)$/,
  IT: /^(23041|22061)$/,
  GR: /^63086$/,
  FI: /^22\d{3}$/,
}

function isOutsideVatArea({ country, postalCode }: TaxParty): boolean {
  const outside = OUTSIDE_VAT_AREA[country ?? '']
  return outside?.test((postalCode ?? '').replace(/\s/g, '')) ?? false
}

const isInEuVatArea = (party: TaxParty): boolean =>
  isEuMember(party.country ?? '') && !isOutsideVatArea(party)

const vatAreaOf = (party: TaxParty): string =>
  `${party.country}${isOutsideVatArea(party) ? ' outside' : ''}`

/** The price of a line with its tax decision. */
export type TaxableLine = Pick<InvoiceLine, 'amount' | 'tax_category' | 'tax_rate'>

export interface TaxedLine extends TaxableLine {
  /** The amount without tax. */
  net: number
  tax: number
}

export interface TaxTotals {
  taxes: InvoiceTax[]
  subtotal: number
  tax: number
  total: number
}

/**
 * Computes the tax of each rate on the sum of its lines, rounded once.
 *
 * @param country the country whose rates these are.
 */
export function computeTaxes(
  lines: readonly TaxableLine[],
  { pricesIncludeTax, country }: { pricesIncludeTax: boolean; country: string | null },
): TaxTotals {
  const groups = Map.groupBy(taxLines(lines, pricesIncludeTax), groupOf)
  const taxes = [...groups.values()].map((group): InvoiceTax => {
    const { tax_category: category = 'O', tax_rate: rate = '0' } = group[0] ?? {}
    return {
      country: category === 'S' || category === 'Z' ? country : null,
      category,
      rate,
      taxable: sum(group.map(({ net }) => net)),
      tax: sum(group.map(line => line.tax)),
    }
  })
  const subtotal = sum(taxes.map(({ taxable }) => taxable))
  const tax = sum(taxes.map(each => each.tax))
  return { taxes, subtotal, tax, total: sum([subtotal, tax]) }
}

/** Distributes the tax of each rate over its lines, by largest remainder. */
export function taxLines(lines: readonly TaxableLine[], pricesIncludeTax: boolean): TaxedLine[] {
  const taxed = lines.map((line): TaxedLine => ({ ...line, net: line.amount, tax: 0 }))
  for (const group of Map.groupBy(taxed, groupOf).values()) {
    const { numerator, denominator } = taxShareOf(group[0]?.tax_rate ?? '0', pricesIncludeTax)
    const exact = group.map(({ amount }) => BigInt(amount) * numerator)
    const taxes = roundTogether(exact, denominator)
    for (const [index, line] of group.entries()) {
      line.tax = toSafeNumber(taxes[index] ?? 0n)
      if (pricesIncludeTax) line.net -= line.tax
    }
  }
  return taxed
}

const groupOf = ({ tax_category, tax_rate }: TaxableLine): string =>
  `${tax_category} ${normalizedRate(tax_rate)}`

/** "21.0" and "21" are one rate. */
const normalizedRate = (rate: string): string =>
  rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate

/** Returns tax / price: `rate / 100`, or `rate / (100 + rate)` of a price with tax. */
function taxShareOf(percentage: string, pricesIncludeTax: boolean) {
  const rate = readDecimal(percentage)
  if (!rate) throw new RangeError(`"${percentage}" is not a percentage`)
  const hundred = 100n * powerOf10(rate.scale)
  return { numerator: rate.units, denominator: hundred + (pricesIncludeTax ? rate.units : 0n) }
}

const sum = (amounts: readonly number[]): number =>
  toSafeNumber(amounts.reduce((total, amount) => total + BigInt(amount), 0n))

/** Adds the tax to net amounts, which sum to the total of an invoice with these lines. */
export const addTax = (amounts: readonly number[], rate: string): number[] =>
  taxLines(
    amounts.map(amount => ({ amount, tax_category: 'S', tax_rate: rate })),
    false,
  ).map(({ net, tax }) => net + tax)

/** Returns the price with tax for a net price. */
export const withTax = (net: number, rate: string): number => sum(addTax([net], rate))
