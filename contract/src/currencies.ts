import { z } from 'zod'

/**
 * ISO 4217 currencies in use, with the number of decimals of their minor unit; funds, metals and
 * withdrawn currencies are left out. `Intl` rounds some of them differently (HUF, COP, IQD).
 */
const EXPONENTS: Record<string, number> = {
  USD: 2,
  EUR: 2,
  GBP: 2,
  ...decimals(
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
    MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH UYU UZS
    VES WST XCD XCG YER ZAR ZMW ZWG`,
  ),
  ...decimals(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'),
  ...decimals(3, 'BHD IQD JOD KWD LYD OMR TND'),
}

function decimals(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(
    codes
      .trim()
      .split(/\s+/)
      .map(code => [code, exponent]),
  )
}

const FIRST = ['USD', 'EUR', 'GBP']

/** All codes, the most common three first, the others by code. */
export const CURRENCIES: readonly string[] = [
  ...FIRST,
  ...Object.keys(EXPONENTS)
    .filter(code => !FIRST.includes(code))
    .sort(),
]

const isCurrency = (code: string): boolean => Object.hasOwn(EXPONENTS, code)

/** Code of an ISO 4217 currency. */
export const Currency = z.string().refine(isCurrency, 'validation.invalid')

/** Returns the number of decimals of a currency's minor unit: USD 2, JPY 0, KWD 3. */
export function exponentOf(currency: string): number {
  const exponent = EXPONENTS[currency]
  if (exponent === undefined) throw new RangeError(`Unknown currency ${currency}`)
  return exponent
}

/** Returns ten major units in minor units: USD 1000, JPY 10. */
export const tenOf = (currency: string): number => 10 ** (exponentOf(currency) + 1)

const namesByLocale = new Map<string, Intl.DisplayNames>()

/** Returns the name of a currency in a language; the code where none is known. */
export function currencyName(currency: string, locale: string): string {
  // Lists name all currencies, and creating the names takes longer than reading one.
  const names = namesByLocale.get(locale) ?? new Intl.DisplayNames(locale, { type: 'currency' })
  namesByLocale.set(locale, names)
  return names.of(currency) ?? currency
}
