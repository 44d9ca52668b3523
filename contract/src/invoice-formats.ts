import { startOfUtcDay } from './billing-periods.ts'
import type { InvoiceLine, InvoicePeriod, InvoiceSnapshot, TaxCategory } from './invoices.ts'
import { formatMoney, formatRate, fromDecimal } from './money.ts'
import type { RatedTier } from './rating.ts'
import { isTimeZone } from './time-zone.ts'
import type { TranslationKey } from './translations/index.ts'

type WithoutPrefix<K> = K extends `invoice_document.${infer Name}` ? Name : never
/** The names of the fixed texts of a document. */
export type InvoiceTextName = WithoutPrefix<TranslationKey>

/** UN/ECE recommendation 20. */
const GIGABYTES = 'E34'

/**
 * Returns a time on the last day of a period, in UTC. The day of its end belongs to the next period,
 * also where it ends during that day; a period within one day has that day.
 */
export const lastDayOf = ({ starts_at, ends_at }: InvoicePeriod): string =>
  new Date(Math.max(Date.parse(starts_at), startOfUtcDay(Date.parse(ends_at)) - 1)).toISOString()

/** The time zone in which a credit note dates the invoice that it corrects. */
export const zoneOfCorrected = ({
  corrects,
  time_zone,
}: Pick<InvoiceSnapshot, 'corrects' | 'time_zone'>): string => corrects?.time_zone ?? time_zone

/** Writes amounts, quantities and dates in the language and the time zone of a document. */
export function invoiceFormats({
  locale,
  currency,
  time_zone,
}: Pick<InvoiceSnapshot, 'locale' | 'currency' | 'time_zone'>) {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  const dates = (month: 'long' | 'short', timeZone: string | undefined) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone })
  // The server may know zones that a browser does not.
  const zone = isTimeZone(time_zone) ? time_zone : undefined
  const long = dates('long', zone)
  const short = dates('short', zone)
  // Periods are days in UTC.
  const days = dates('short', 'UTC')
  const number = (text: string) => numbers.format(text as Intl.StringNumericLiteral)
  const money = (amount: number) => withMinus(formatMoney({ amount, currency }, locale))
  const quantity = (text: string, unit: string) =>
    `${withMinus(number(text))}${unit === GIGABYTES ? '\u00a0GB' : ''}`
  const daysOf = (period: InvoicePeriod) =>
    days.formatRange(new Date(period.starts_at), new Date(lastDayOf(period)))
  const tier = ({ quantity: used, unit_amount, flat_amount }: RatedTier, unit: string) => {
    const flat = flat_amount === 0 ? '' : ` + ${money(flat_amount)}`
    return `${quantity(used, unit)} × ${formatRate(unit_amount, currency, locale)}${flat}`
  }
  return {
    money,
    /** Prices of metered units may have more decimals than money. */
    price: (text: string) => {
      const exact = fromDecimal(text, currency)
      return exact ? money(exact.amount) : formatRate(text, currency, locale)
    },
    percentage: (rate: string) => `${number(rate)}\u00a0%`,
    number,
    longDate: (at: string) => long.format(new Date(at)),
    shortDate: (at: string) => short.format(new Date(at)),
    quantity: (line: Pick<InvoiceLine, 'quantity' | 'unit'>) => quantity(line.quantity, line.unit),
    /** The days of a line and its second line. */
    detail: (line: Pick<InvoiceLine, 'period' | 'detail'>) =>
      [line.period && daysOf(line.period), line.detail].filter(Boolean).join(' · '),
    /** The tiers that the amount of a line consists of, such as "310 GB × €0.0400". */
    tiers: ({ unit_amount, unit, explanation }: InvoiceLine) =>
      unit_amount === null
        ? (explanation?.tiers ?? []).map(each => ({
            from: each.from,
            text: tier(each, unit),
            amount: each.amount,
          }))
        : [],
  }
}

export type InvoiceFormats = ReturnType<typeof invoiceFormats>

/** The sign of printed amounts is a minus, not a hyphen. */
const withMinus = (text: string): string => text.replace('-', '−')

const EXEMPTION_TEXTS: Partial<Record<TaxCategory, InvoiceTextName>> = {
  AE: 'reverse_charge',
  E: 'exempt',
  O: 'out_of_scope',
}

/** The sentences about tax: the reasons for none, and whether prices include it. */
export function taxSentences({
  taxes,
  prices_include_tax,
}: Pick<InvoiceSnapshot, 'taxes' | 'prices_include_tax'>): InvoiceTextName[] {
  const exemptions = taxes.flatMap(({ category }) => EXEMPTION_TEXTS[category] ?? [])
  const isTaxed = taxes.some(({ tax }) => tax !== 0)
  const prices = prices_include_tax ? 'prices_include_tax' : 'prices_exclude_tax'
  return [...new Set(exemptions), ...(isTaxed ? ([prices] as const) : [])]
}
