import type { Locale } from '@coffer/contract'
import type { Period } from '@coffer/contract/billing-periods'
import { DAY_MS } from '@coffer/contract/durations'
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
import { checkTaxId } from '../../lib/tax-ids.ts'
import { type Posting, postAll } from '../ledger/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import { invoiceTexts } from './invoice-texts.ts'
import { pdfJob } from './invoices.job-types.ts'
import * as invoices from './invoices.repository.ts'
import { type InvoiceSeries, labelOf, supplyDayOf, yearIn } from './invoices.rules.ts'
import { computeTaxes, decideTax, type TaxDecision, type TaxParty } from './tax.ts'

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

/** The seller and the settings, which all invoices of a call share. */
interface Issuer {
  settings: Settings
  seller: InvoiceParty
  tax: TaxParty
}

async function readIssuer(tx: Db): Promise<Issuer> {
  const settings = await readSettings(tx)
  const seller = sellerOf(settings)
  const { country, postal_code: postalCode } = seller
  const taxId = await acceptedTaxId(country, seller.tax_id)
  const tax_id = taxId ?? seller.tax_id
  return { settings, seller: { ...seller, tax_id }, tax: { country, postalCode, taxId } }
}

async function buyerOf(row: invoices.BuyerRow): Promise<InvoiceParty> {
  const { id: _id, language: _language, user_name, ...party } = row
  const tax_id = await acceptedTaxId(party.country, party.tax_id)
  return { ...party, name: party.name ?? user_name, tax_id }
}

type Supply = Pick<InvoiceDraft, 'period' | 'at'>

function taxOf(draft: Supply, { settings, tax }: Issuer, buyer: InvoiceParty): TaxDecision {
  return decideTax({
    seller: tax,
    buyer: { country: buyer.country, postalCode: buyer.postal_code, taxId: buyer.tax_id },
    suppliedOn: supplyDayOf(draft.period, draft.at, timeZoneOf(settings)),
    rates: settings.billing_tax_rates,
  })
}

/**
 * Returns the rates of the tax that invoices for periods will add to their lines, by user, in a fixed
 * number of statements. It is 0 where prices include the tax.
 * @param ends the ends of the periods, by user
 */
export async function readAddedTaxRates(
  db: Db,
  ends: ReadonlyMap<string, number>,
): Promise<(userId: string) => string> {
  const issuer = await readIssuer(db)
  if (issuer.settings.billing_prices_include_tax || ends.size === 0) return () => '0'
  const buyers = await invoices.findBuyers(db, [...ends.keys()])
  const rates = new Map<string, string>()
  for (const row of buyers) {
    const endsAt = ends.get(row.id) ?? 0
    const supply = { period: { startsAt: endsAt, endsAt }, at: endsAt }
    rates.set(row.id, taxOf(supply, issuer, await buyerOf(row)).rate)
  }
  return userId => rates.get(userId) ?? '0'
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
export type Content = Omit<
  InvoiceSnapshot,
  'version' | 'kind' | 'label' | 'texts' | 'time_zone' | 'note'
>

export interface StoredAs {
  /** Chosen by an administrator's call, which may be repeated. */
  id?: string | undefined
  userId: string | null
  gateway: GatewayName
  subscriptionId: string | null
  periodId: string | null
  externalId: string | null
  correctsId: string | null
  isManual: boolean
  state: InvoiceRow['state']
}

/** A document that has no number yet. */
export interface DraftDocument {
  content: Content
  stored: StoredAs
}

interface Numbered {
  id: string
  series: InvoiceSeries
  year: number
  number: number
}

function rowOf(
  { content, stored }: DraftDocument,
  numbered: Numbered,
  settings: Settings,
): InvoiceRow {
  const label = labelOf(settings.billing_invoice_prefix, numbered)
  const issued_at = Date.parse(content.issued_at)
  const snapshot: InvoiceSnapshot = {
    version: 1,
    kind: numbered.series,
    ...content,
    label,
    texts: invoiceTexts(content.locale),
    time_zone: timeZoneOf(settings),
    note: settings.billing_invoice_note,
  }
  return {
    ...numbered,
    kind: numbered.series,
    label,
    state: stored.state,
    user_id: stored.userId,
    subscription_id: stored.subscriptionId,
    period_id: stored.periodId,
    gateway: stored.gateway,
    external_id: stored.externalId,
    corrects_id: stored.correctsId,
    is_manual: stored.isManual ? 1 : 0,
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
  }
}

/** Takes the next numbers of a series, stores the documents, and queues their PDFs. */
export async function issueDocuments(
  tx: Db,
  { jobs, newId }: InvoiceDeps,
  settings: Settings,
  { series, documents }: { series: InvoiceSeries; documents: readonly DraftDocument[] },
): Promise<InvoiceRow[]> {
  const years = Map.groupBy(documents, ({ content }) =>
    yearIn(Date.parse(content.issued_at), timeZoneOf(settings)),
  )
  const rows: InvoiceRow[] = []
  for (const [year, group] of years) {
    const first = await invoices.takeNumbers(tx, { series, year, count: group.length })
    for (const [index, document] of group.entries())
      rows.push(
        rowOf(
          document,
          { id: document.stored.id ?? newId(), series, year, number: first + index },
          settings,
        ),
      )
  }
  await invoices.insertInvoices(tx, rows)
  await jobs.addAll(
    tx,
    pdfJob,
    rows.map(({ id }) => ({ id })),
  )
  return rows
}

async function toDocument(
  draft: InvoiceDraft,
  issuer: Issuer,
  buyerRow: invoices.BuyerRow,
): Promise<DraftDocument> {
  const { settings, seller } = issuer
  const buyer = await buyerOf(buyerRow)
  const decision = taxOf(draft, issuer, buyer)
  const locale = matchInstalled(buyerRow.language ?? '') ?? settings.language
  const drafted = typeof draft.lines === 'function' ? draft.lines(locale) : draft.lines
  const lines = drafted.map(line => invoiceLine(line, draft.currency, decision))
  const pricesIncludeTax = draft.pricesIncludeTax ?? settings.billing_prices_include_tax
  const totals = computeTaxes(lines, { pricesIncludeTax, country: decision.country })
  if (totals.total < 0) throw new Error('an invoice cannot have a negative total')
  const dueAt = draft.dueAt ?? draft.at + settings.billing_due_days * DAY_MS
  return {
    content: {
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
    },
    stored: {
      userId: draft.userId,
      gateway: draft.gateway,
      subscriptionId: draft.subscriptionId ?? null,
      periodId: draft.periodId ?? null,
      externalId: draft.externalId ?? null,
      correctsId: null,
      isManual: false,
      state: totals.total === 0 ? 'paid' : 'open',
    },
  }
}

/**
 * Opens invoices in the caller's transaction, in a fixed number of statements: each gets the next
 * number, a snapshot of seller, buyer and tax, and is posted to the ledger. One with a total of zero
 * is paid at once.
 * @param drafts at least one
 * @throws Error if a total is negative
 */
export async function openInvoices(
  tx: Db,
  deps: InvoiceDeps,
  drafts: readonly InvoiceDraft[],
): Promise<InvoiceRow[]> {
  const issuer = await readIssuer(tx)
  const userIds = [...new Set(drafts.map(({ userId }) => userId))]
  const buyerRows = await invoices.findBuyers(tx, userIds)
  const buyers = new Map(buyerRows.map(row => [row.id, row]))
  const documents = await Promise.all(
    drafts.map(draft => {
      const buyer = buyers.get(draft.userId)
      if (!buyer) throw new Error(`user ${draft.userId} does not exist`)
      return toDocument(draft, issuer, buyer)
    }),
  )
  const issued = { series: 'invoice', documents } as const
  const rows = await issueDocuments(tx, deps, issuer.settings, issued)
  await postAll(tx, deps, rows.map(postingOf))
  return rows
}

const postingOf = (row: InvoiceRow): Posting => ({
  key: `invoice:${row.id}`,
  at: row.issued_at,
  currency: row.currency,
  entries: [
    { account: 'receivable', userId: row.user_id ?? undefined, amount: row.total },
    { account: 'revenue', amount: -row.subtotal },
    { account: 'tax', amount: -row.tax },
  ],
})

/** Opens one invoice, as `openInvoices` does. */
export async function openInvoice(
  tx: Db,
  deps: InvoiceDeps,
  draft: InvoiceDraft,
): Promise<InvoiceRow> {
  const [row] = (await openInvoices(tx, deps, [draft])) as [InvoiceRow]
  return row
}
