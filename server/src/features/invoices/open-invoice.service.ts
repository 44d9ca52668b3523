import type { Locale } from '@coffer/contract'
import { DAY_MS, type Period } from '@coffer/contract/billing-periods'
import type { GatewayName } from '@coffer/contract/gateways'
import type {
  InvoiceLine,
  InvoiceParty,
  InvoiceSnapshot,
  TaxCategory,
} from '@coffer/contract/invoices'
import { toDecimal } from '@coffer/contract/money'
import type { RatedLine } from '@coffer/contract/rating'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { matchInstalled } from '../../lib/installed-languages.ts'
import { findLanguage } from '../emails/index.ts'
import { postLedger } from '../ledger/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { invoiceTexts } from './invoice-texts.ts'
import { pdfJob } from './invoices.job-types.ts'
import * as invoices from './invoices.repository.ts'
import { type InvoiceSeries, labelOf, supplyDayOf, yearIn } from './invoices.rules.ts'
import { computeTaxes, decideTax, type TaxDecision } from './tax.ts'
import { checkTaxId } from './tax-ids.ts'

export type InvoiceDeps = Pick<Deps, 'jobs' | 'newId'>

export interface DraftLine {
  description: string
  detail?: string | null | undefined
  period?: Period | null | undefined
  /** Decimal text, 1 by default. */
  quantity?: string | undefined
  /** Code of UN/ECE recommendation 20, `C62` (one) by default. */
  unit?: string | undefined
  /** Decimal text in the major unit, null where tiers have different prices. */
  unitAmount?: string | null | undefined
  /** Minor units; negative for deductions. */
  amount: number
  explanation?: RatedLine | null | undefined
}

export interface InvoiceDraft {
  userId: string
  gateway: GatewayName
  currency: string
  /** A function of the document's language where the lines contain translated texts. */
  lines: readonly DraftLine[] | ((locale: Locale) => readonly DraftLine[])
  subscriptionId?: string | null | undefined
  /** The settled period; it has one invoice. */
  periodId?: string | null | undefined
  /** The gateway's invoice that this one mirrors; it is mirrored once. */
  externalId?: string | null | undefined
  /** When the service is supplied; the last day of an ended period decides the rate of the tax. */
  period?: Period | null | undefined
  /** Set for amounts that a gateway charged; otherwise the setting applies. */
  pricesIncludeTax?: boolean | undefined
  /** The time of issue. */
  at: number
  /** By default, the days of the setting after the time of issue. */
  dueAt?: number | undefined
}

const timeZoneOf = ({ timezone }: Pick<Settings, 'timezone'>): string => timezone ?? 'UTC'

const iso = (at: number): string => new Date(at).toISOString()

const isoPeriod = (period: Period | null | undefined) =>
  period ? { starts_at: iso(period.startsAt), ends_at: iso(period.endsAt) } : null

const sellerOf = (settings: Settings): InvoiceParty => ({
  name: settings.billing_name ?? settings.app_title,
  company: settings.billing_company,
  address: settings.billing_address,
  city: settings.billing_city,
  postal_code: settings.billing_postal_code,
  state: settings.billing_state,
  country: settings.billing_country,
  tax_id: settings.billing_vat_number,
  email: settings.contact_email,
  phone: settings.billing_phone_number,
})

/** The id in its usual form, or null if it is not valid. */
async function acceptedTaxId(country: string | null, taxId: string | null): Promise<string | null> {
  if (!country || !taxId) return null
  const checked = await checkTaxId(country, taxId)
  return checked.state === 'invalid' ? null : checked.taxId
}

async function buyerOf(tx: Db, userId: string): Promise<InvoiceParty> {
  const { user_name, ...buyer } = await invoices.findBuyer(tx, userId)
  const tax_id = await acceptedTaxId(buyer.country, buyer.tax_id)
  return { ...buyer, name: buyer.name ?? user_name, tax_id }
}

async function taxOf(
  draft: InvoiceDraft,
  settings: Settings,
  seller: InvoiceParty,
  buyer: InvoiceParty,
): Promise<TaxDecision> {
  return decideTax({
    seller: {
      country: seller.country,
      postalCode: seller.postal_code,
      taxId: await acceptedTaxId(seller.country, seller.tax_id),
    },
    buyer: { country: buyer.country, postalCode: buyer.postal_code, taxId: buyer.tax_id },
    suppliedOn: supplyDayOf(draft.period, draft.at, timeZoneOf(settings)),
    rates: settings.billing_tax_rates,
  })
}

/** The price of one unit; an amount without a quantity is that of one. */
function unitAmountOf(line: DraftLine, currency: string): string | null {
  if (line.unitAmount !== undefined) return line.unitAmount
  const { amount } = line
  return line.quantity === undefined ? toDecimal({ amount, currency }) : null
}

const invoiceLine = (
  line: DraftLine,
  currency: string,
  { category, rate }: { category: TaxCategory; rate: string },
): InvoiceLine => ({
  description: line.description,
  detail: line.detail ?? null,
  period: isoPeriod(line.period),
  quantity: line.quantity ?? '1',
  unit: line.unit ?? 'C62',
  unit_amount: unitAmountOf(line, currency),
  amount: line.amount,
  tax_category: category,
  tax_rate: rate,
  explanation: line.explanation ?? null,
})

/** The content of a document without its number. */
export type Content = Omit<InvoiceSnapshot, 'version' | 'label' | 'texts' | 'time_zone' | 'note'>

export interface StoredAs {
  userId: string | null
  gateway: GatewayName
  subscriptionId: string | null
  periodId: string | null
  externalId: string | null
  correctsId: string | null
  state: InvoiceRow['state']
}

/** Takes a number, stores the document, and queues its PDF. */
export async function issueDocument(
  tx: Db,
  { jobs, newId }: InvoiceDeps,
  settings: Settings,
  content: Content,
  stored: StoredAs,
): Promise<InvoiceRow> {
  const series: InvoiceSeries = content.kind
  const timeZone = timeZoneOf(settings)
  const issued_at = Date.parse(content.issued_at)
  const year = yearIn(issued_at, timeZone)
  const number = await invoices.takeNumber(tx, series, year)
  const label = labelOf(settings.billing_invoice_prefix, { series, year, number })
  const snapshot: InvoiceSnapshot = {
    version: 1,
    ...content,
    label,
    texts: invoiceTexts(content.locale),
    time_zone: timeZone,
    note: settings.billing_invoice_note,
  }
  const id = newId()
  const row = await invoices.insertInvoice(tx, {
    id,
    kind: content.kind,
    series,
    year,
    number,
    label,
    state: stored.state,
    user_id: stored.userId,
    subscription_id: stored.subscriptionId,
    period_id: stored.periodId,
    gateway: stored.gateway,
    external_id: stored.externalId,
    corrects_id: stored.correctsId,
    currency: content.currency,
    subtotal: content.subtotal,
    tax: content.tax,
    total: content.total,
    paid: 0,
    credited: 0,
    buyer_name: content.buyer.company ?? content.buyer.name,
    buyer_email: content.buyer.email ?? '',
    snapshot: JSON.stringify(snapshot),
    pdf_hash: null,
    issued_at,
    due_at: Date.parse(content.due_at),
    paid_at: stored.state === 'paid' ? issued_at : null,
  })
  await jobs.add(tx, pdfJob, { id }, { key: id })
  return row
}

/**
 * Opens an invoice in the caller's transaction: it gets the next number, a snapshot of seller, buyer
 * and tax, and is posted to the ledger. An invoice with a total of zero is paid at once.
 * @throws Error if the total is negative
 */
export async function openInvoice(
  tx: Db,
  deps: InvoiceDeps,
  draft: InvoiceDraft,
): Promise<InvoiceRow> {
  const settings = await readSettings(tx)
  const seller = sellerOf(settings)
  const buyer = await buyerOf(tx, draft.userId)
  const decision = await taxOf(draft, settings, seller, buyer)
  const locale = matchInstalled((await findLanguage(tx, draft.userId)) ?? '') ?? settings.language
  const drafted = typeof draft.lines === 'function' ? draft.lines(locale) : draft.lines
  const lines = drafted.map(line => invoiceLine(line, draft.currency, decision))
  const pricesIncludeTax = draft.pricesIncludeTax ?? settings.billing_prices_include_tax
  const totals = computeTaxes(lines, { pricesIncludeTax, country: decision.country })
  if (totals.total < 0) throw new Error('an invoice cannot have a negative total')
  const dueAt = draft.dueAt ?? draft.at + settings.billing_due_days * DAY_MS
  const content: Content = {
    kind: 'invoice',
    locale,
    issued_at: iso(draft.at),
    due_at: iso(dueAt),
    period: isoPeriod(draft.period),
    currency: draft.currency,
    prices_include_tax: pricesIncludeTax,
    seller,
    buyer,
    lines,
    ...totals,
    corrects: null,
  }
  const invoice = await issueDocument(tx, deps, settings, content, {
    userId: draft.userId,
    gateway: draft.gateway,
    subscriptionId: draft.subscriptionId ?? null,
    periodId: draft.periodId ?? null,
    externalId: draft.externalId ?? null,
    correctsId: null,
    state: totals.total === 0 ? 'paid' : 'open',
  })
  await postLedger(tx, {
    key: `invoice:${invoice.id}`,
    at: draft.at,
    currency: draft.currency,
    entries: [
      { account: 'receivable', userId: draft.userId, amount: totals.total },
      { account: 'revenue', amount: -totals.subtotal },
      { account: 'tax', amount: -totals.tax },
    ],
  })
  return invoice
}
