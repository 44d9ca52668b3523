/** Written without decimals, unlike in ISO 4217. */
const WHOLE = new Set(['HUF', 'JPY', 'TWD'])

const CURRENCIES = new Set(
  [
    'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD',
  ]
    .join(' ')
    .split(' '),
)

export interface Money {
  currency_code: string
  value: string
}

/** Minor units by ISO 4217, in which only the yen has no decimals here. */
const exponentOf = (currency: string) => (currency === 'JPY' ? 0 : 2)

export function toMinor({ currency_code: currency, value }: Money): number {
  const [whole = '0', decimals = ''] = value.split('.')
  const exponent = exponentOf(currency)
  return Number(whole + decimals.padEnd(exponent, '0').slice(0, exponent))
}

export function fromMinor(amount: number, currency: string): Money {
  const units = amount / 10 ** exponentOf(currency)
  return { currency_code: currency, value: units.toFixed(WHOLE.has(currency) ? 0 : 2) }
}

/** @returns the issue with an amount, if any */
export function issueOf({ currency_code: currency, value }: Money): string | undefined {
  if (!CURRENCIES.has(currency)) return 'INVALID_CURRENCY_CODE'
  const decimals = value.split('.')[1] ?? ''
  if (decimals.length > 2) return 'DECIMAL_PRECISION'
  if (WHOLE.has(currency) && Number(decimals) > 0) return 'DECIMALS_NOT_SUPPORTED'
  return Number(value) > 0 ? undefined : 'CANNOT_BE_ZERO_OR_NEGATIVE'
}

/** The older notation of sales. */
export const toTotal = ({ currency_code, value }: Money) => ({
  total: value,
  currency: currency_code,
})
