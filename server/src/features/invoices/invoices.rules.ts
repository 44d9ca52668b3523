import { DAY_MS } from '@coffer/contract/durations'
import type { InvoiceSnapshot, InvoiceStatus, InvoiceTax } from '@coffer/contract/invoices'
import { allocate } from '@coffer/contract/money'
import { dayIn } from '../../lib/day-in.ts'

export type InvoiceSeries = 'invoice' | 'credit_note'

const DIGITS = 6

/** The number as it is printed, such as `2026-000418`; those of credit notes have a C. */
export function labelOf(
  prefix: string,
  { series, year, number }: { series: InvoiceSeries; year: number; number: number },
): string {
  const digits = String(number).padStart(DIGITS, '0')
  return `${prefix}${year}-${series === 'credit_note' ? 'C' : ''}${digits}`
}

/**
 * Returns the day of supply, which decides the rate of the tax: the last day of a period that has
 * ended, else the day of issue, as for periods that are paid in advance. Periods are days in UTC.
 */
export function supplyDayOf(
  period: { endsAt: number } | null | undefined,
  issuedAt: number,
  timeZone: string,
): string {
  const hasEnded = period && period.endsAt <= issuedAt
  return hasEnded ? dayIn(period.endsAt - 1, 'UTC') : dayIn(issuedAt, timeZone)
}

export const yearIn = (at: number, timeZone: string): number =>
  Number(dayIn(at, timeZone).slice(0, 4))

interface Sums {
  total: number
  paid: number
  credited: number
}

/** Why a credit note is issued, unless an administrator writes the reason for it. */
export const CREDIT_REASONS = [
  'refund',
  'cancellation',
  'credit',
  'unused_time',
  'change_not_made',
  /** A second purchase, or one that was paid too late. */
  'duplicate',
  'account_deleted',
] as const
export type CreditReason = (typeof CREDIT_REASONS)[number]

/** Returns the unpaid rest of an open invoice, in minor units. */
export const restOf = ({ total, paid, credited }: Sums): number =>
  Math.max(0, total - paid - credited)

/** Returns what was paid of an invoice and not credited since, in minor units. */
export const paidPartOf = ({ total, paid, credited }: Sums): number =>
  Math.max(0, Math.min(paid, total - credited))

export interface StatusFacts extends Sums {
  kind: InvoiceSeries
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  due_at: number
}

/** Invoices that are due before this time are overdue, because their due day has passed. */
export const overdueBefore = (now: number): number => now - DAY_MS

/** The state as it is shown to people. */
export function statusOf(invoice: StatusFacts, now: number): InvoiceStatus {
  const { kind, state, due_at, total, credited } = invoice
  if (state === 'open') return due_at < overdueBefore(now) ? 'overdue' : 'open'
  if (state === 'paid' && kind === 'invoice' && total > 0 && credited >= total) return 'credited'
  return state
}

export const readSnapshot = ({ snapshot }: { snapshot: string }): InvoiceSnapshot =>
  JSON.parse(snapshot) as InvoiceSnapshot

type TaxedAmounts = Pick<InvoiceSnapshot, 'taxes'>

const keyOf = ({ country, category, rate }: InvoiceTax): string => `${country} ${category} ${rate}`

/** Subtracts earlier credit notes from the tax groups of an invoice. */
function remainingTaxes(invoice: TaxedAmounts, creditNotes: readonly TaxedAmounts[]): InvoiceTax[] {
  const credited = creditNotes.flatMap(({ taxes }) => taxes)
  return invoice.taxes.map(group => {
    const same = credited.filter(each => keyOf(each) === keyOf(group))
    return {
      ...group,
      taxable: same.reduce((rest, { taxable }) => rest - taxable, group.taxable),
      tax: same.reduce((rest, { tax }) => rest - tax, group.tax),
    }
  })
}

/**
 * Splits the amount of a credit note into the tax groups of its invoice. The credit notes for all of
 * an invoice sum to exactly its taxes.
 */
export function creditedTaxes(
  invoice: TaxedAmounts,
  creditNotes: readonly TaxedAmounts[],
  amount: number,
): InvoiceTax[] {
  const remaining = remainingTaxes(invoice, creditNotes)
  const grossOf = ({ taxable, tax }: InvoiceTax) => taxable + tax
  const left = remaining.reduce((sum, group) => sum + grossOf(group), 0)
  if (amount === left) return remaining.filter(group => group.taxable !== 0 || group.tax !== 0)
  const weights = remaining.map(group => Math.max(0, grossOf(group)))
  const shares = allocate(amount, weights)
  return remaining.flatMap((group, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return []
    const [taxable = 0, tax = 0] = allocate(share, [group.taxable, group.tax])
    return [{ ...group, taxable, tax }]
  })
}
