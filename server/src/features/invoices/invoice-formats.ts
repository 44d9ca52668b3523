import type { InvoiceLine, InvoiceSnapshot } from '@coffer/contract/invoices'
import { formatMoney, formatRate, fromDecimal } from '@coffer/contract/money'
import type { RatedTier } from '@coffer/contract/rating'
import { lastMomentOf } from './invoice-document.ts'

/** UN/ECE recommendation 20. */
const GIGABYTES = 'E34'

/** Writes amounts, quantities and dates in the language and the time zone of a document. */
export function formatsOf({ locale, currency, time_zone }: InvoiceSnapshot) {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const dates = (month: 'long' | 'short', timeZone: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone })
  const long = dates('long', time_zone)
  const short = dates('short', time_zone)
  // Periods are days in UTC.
  const days = dates('short', 'UTC')
  const number = (text: string) => numbers.format(text as Intl.StringNumericLiteral)
  const money = (amount: number) => withMinus(formatMoney({ amount, currency }, locale))
  const price = (text: string) => {
    const exact = fromDecimal(text, currency)
    return exact ? money(exact.amount) : formatRate(text, currency, locale)
  }
  const quantity = (text: string, isGigabytes: boolean) =>
    `${withMinus(number(text))}${isGigabytes ? '\u00a0GB' : ''}`
  return {
    money,
    price,
    percentage: (rate: string) => `${number(rate)}\u00a0%`,
    number,
    longDate: (at: string) => long.format(new Date(at)),
    shortDate: (at: string) => short.format(new Date(at)),
    period: ({ starts_at, ends_at }: NonNullable<InvoiceLine['period']>) =>
      days.formatRange(new Date(starts_at), new Date(lastMomentOf(ends_at))),
    quantity: (line: InvoiceLine) => quantity(line.quantity, line.unit === GIGABYTES),
    /** "310 GB × €0.0400" */
    tier: (tier: RatedTier, isGigabytes: boolean) => {
      const flat = tier.flat_amount === 0 ? '' : ` + ${money(tier.flat_amount)}`
      const unit = formatRate(tier.unit_amount, currency, locale)
      return `${quantity(tier.quantity, isGigabytes)} × ${unit}${flat}`
    },
  }
}

export type InvoiceFormats = ReturnType<typeof formatsOf>

/** The sign of printed amounts is a minus, not a hyphen. */
const withMinus = (text: string): string => text.replace('-', '−')
