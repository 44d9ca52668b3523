import { InvoiceSnapshot } from '@coffer/contract/invoices'
import type { InvoiceRow } from '../../src/db/schema-payments.ts'
import { recompute } from '../../src/features/settlement/index.ts'
import type { Evidence } from './evidence.ts'

/** Invoices add up, those of usage equal their recomputation, and fixed plans cost their price. */
export async function checkInvoices({ db, figures }: Evidence): Promise<string[]> {
  const { periods, differences } = await recompute({ db })
  figures['periods recomputed'] += periods
  const invoices = await db.selectFrom('invoices').selectAll().execute()
  figures.invoices += invoices.length
  figures.differences += differences.length
  const plans = await db.selectFrom('plans').select(['name', 'amount']).execute()
  const prices = new Map(plans.map(({ name, amount }) => [name, amount]))
  const priced = invoices.flatMap(invoice => linesOfPlans(invoice, prices))
  figures['prices checked'] += priced.length
  return [
    ...differences.map(each => `recomputed: ${JSON.stringify(each)}`),
    ...invoices.flatMap(invoice => [...checkState(invoice), ...checkSums(invoice)]),
    ...priced
      .filter(({ plan, amount }) => prices.get(plan) !== amount)
      .map(({ label, plan, amount }) => `${label} has ${amount} for ${plan}`),
  ]
}

function checkState({ kind, label, state, total, paid, credited }: InvoiceRow): string[] {
  const rest = total - paid - credited
  const isRight = state === 'paid' ? rest <= 0 : state === 'open' ? rest > 0 : true
  return kind === 'credit_note' || isRight
    ? []
    : [`${label} is ${state} with ${paid} of ${total} paid and ${credited} credited`]
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)

/** Lines sum to the subtotal, or to the total where prices include the tax; subtotal and tax to the total. */
function checkSums({ label, subtotal, tax, total, snapshot }: InvoiceRow): string[] {
  const { lines, taxes, ...printed } = InvoiceSnapshot.parse(JSON.parse(snapshot))
  const ofLines = sum(lines.map(({ amount }) => amount))
  const isRight =
    lines.length > 0 &&
    ofLines === (printed.prices_include_tax ? total : subtotal) &&
    sum(taxes.map(({ taxable }) => taxable)) === subtotal &&
    sum(taxes.map(each => each.tax)) === tax &&
    subtotal + tax === total &&
    printed.subtotal === subtotal &&
    printed.tax === tax &&
    printed.total === total
  return isRight ? [] : [`${label} of ${subtotal} and ${tax} is ${total}: ${snapshot}`]
}

/** Lines for a whole period of a plan, which have its name and no days. */
function linesOfPlans({ kind, label, snapshot }: InvoiceRow, prices: ReadonlyMap<string, unknown>) {
  if (kind === 'credit_note') return []
  const { lines } = InvoiceSnapshot.parse(JSON.parse(snapshot))
  return lines
    .filter(({ description, detail }) => detail === null && prices.has(description))
    .map(({ description, amount }) => ({ label, plan: description, amount }))
}
