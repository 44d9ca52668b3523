import { exponentOf } from '@coffer/contract/currencies'
import { lastDayOf, zoneOfCorrected } from '@coffer/contract/invoice-formats'
import type { InvoiceLine, InvoiceParty, InvoiceTax, TaxCategory } from '@coffer/contract/invoices'
import { toDecimal } from '@coffer/contract/money'
import { dayIn } from '../../lib/day-in.ts'
import { vatPrefixOf } from '../../lib/tax-ids.ts'
import { element, writeXml, type XmlElement } from '../../lib/xml.ts'
import { type InvoiceDocument, legalNameOf } from './invoice-document.ts'
import { taxLines } from './tax.ts'

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}
const GUIDELINE = 'urn:cen.eu:en16931:2017'
const TYPE_CODES = { invoice: '380', credit_note: '381' } as const

/** Reasons for no tax, with the codes of the list VATEX. */
const EXEMPTION_REASONS: Partial<Record<TaxCategory, { text: string; code?: string }>> = {
  AE: { text: 'Reverse charge', code: 'VATEX-EU-AE' },
  O: { text: 'Not subject to VAT', code: 'VATEX-EU-O' },
  E: { text: 'Exempt from VAT' },
}

/**
 * Returns whether a document has all that EN 16931 demands: both countries, an id of the seller,
 * a line, a currency of at most two decimals, and nothing out of scope beside taxed lines.
 */
export function isElectronicInvoice({ snapshot }: InvoiceDocument): boolean {
  const { seller, buyer, lines, taxes, currency } = snapshot
  const isMixed = taxes.length > 1 && taxes.some(({ category }) => category === 'O')
  return Boolean(
    !isMixed &&
      seller.country &&
      seller.tax_id &&
      legalNameOf(seller) &&
      buyer.country &&
      legalNameOf(buyer) &&
      lines.length > 0 &&
      exponentOf(currency) <= 2,
  )
}

/** Writes a document as EN 16931 in the syntax CII, as Factur-X and ZUGFeRD attach it to PDFs. */
export function invoiceXml(document: InvoiceDocument): string {
  return writeXml(
    element(
      'rsm:CrossIndustryInvoice',
      [
        element('rsm:ExchangedDocumentContext', [
          element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', GUIDELINE)]),
        ]),
        heading(document),
        element('rsm:SupplyChainTradeTransaction', [
          ...lineItems(document),
          agreement(document),
          element('ram:ApplicableHeaderTradeDelivery', []),
          settlement(document),
        ]),
      ],
      NAMESPACES,
    ),
  )
}

function heading({ snapshot }: InvoiceDocument): XmlElement {
  const remarks = [snapshot.corrects?.reason, snapshot.note].filter(note => Boolean(note))
  return element('rsm:ExchangedDocument', [
    element('ram:ID', snapshot.label),
    element('ram:TypeCode', TYPE_CODES[snapshot.kind]),
    element('ram:IssueDateTime', [dateIn(snapshot.issued_at, snapshot.time_zone)]),
    ...remarks.map(note => element('ram:IncludedNote', [element('ram:Content', note ?? '')])),
  ])
}

function lineItems({ snapshot }: InvoiceDocument): XmlElement[] {
  const taxed = taxLines(snapshot.lines, snapshot.prices_include_tax)
  return snapshot.lines.map((line, index) =>
    lineItem(line, taxed[index]?.net ?? line.amount, index, snapshot.currency),
  )
}

function lineItem(line: InvoiceLine, net: number, index: number, currency: string): XmlElement {
  const quantity = line.quantity.replace('-', '')
  const isNothing = /^[0.]*$/.test(quantity)
  const total = toDecimal({ amount: net, currency })
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(index + 1))]),
    element('ram:SpecifiedTradeProduct', [
      element('ram:Name', line.description),
      optional('ram:Description', line.detail),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      // The price of the whole quantity is exact; prices may not be negative, quantities may.
      element('ram:NetPriceProductTradePrice', [
        element('ram:ChargeAmount', total.replace('-', '')),
        isNothing ? undefined : element('ram:BasisQuantity', quantity, { unitCode: line.unit }),
      ]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [
      element('ram:BilledQuantity', net < 0 && !isNothing ? `-${quantity}` : quantity, {
        unitCode: line.unit,
      }),
    ]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', line.tax_category),
        rateElement(line.tax_category, line.tax_rate),
      ]),
      periodElement(line.period),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        element('ram:LineTotalAmount', total),
      ]),
    ]),
  ])
}

function agreement({ snapshot }: InvoiceDocument): XmlElement {
  const isOutOfScope = snapshot.taxes.some(({ category }) => category === 'O')
  return element('ram:ApplicableHeaderTradeAgreement', [
    sellerElement(snapshot.seller, isOutOfScope),
    buyerElement(snapshot.buyer, isOutOfScope),
  ])
}

/** An invoice out of scope may not contain VAT ids; the seller is then identified by the same id. */
function sellerElement(seller: InvoiceParty, isOutOfScope: boolean): XmlElement {
  const vatId = isOutOfScope ? undefined : vatIdOf(seller)
  const taxId = compactIdOf(seller)
  return element('ram:SellerTradeParty', [
    vatId ? undefined : optional('ram:ID', taxId),
    ...partyElements(seller),
    vatId || !isOutOfScope ? registration(vatId ? 'VA' : 'FC', vatId ?? taxId) : undefined,
  ])
}

function buyerElement(buyer: InvoiceParty, isOutOfScope: boolean): XmlElement {
  const vatId = isOutOfScope ? undefined : vatIdOf(buyer)
  return element('ram:BuyerTradeParty', [
    ...partyElements(buyer),
    vatId ? registration('VA', vatId) : undefined,
  ])
}

const compactIdOf = ({ tax_id }: InvoiceParty): string | undefined =>
  tax_id?.replace(/[\s.-]/g, '') || undefined

/** Returns the tax id if it begins with its country, as VAT ids in electronic invoices must. */
function vatIdOf(party: InvoiceParty): string | undefined {
  const taxId = compactIdOf(party)
  return party.country && taxId?.startsWith(vatPrefixOf(party.country)) ? taxId : undefined
}

function partyElements(party: InvoiceParty): (XmlElement | undefined)[] {
  const [lineOne, ...others] = (party.address ?? '').split(/\r?\n/).filter(line => line.trim())
  return [
    element('ram:Name', legalNameOf(party)),
    contactElement(party),
    element('ram:PostalTradeAddress', [
      optional('ram:PostcodeCode', party.postal_code),
      optional('ram:LineOne', lineOne),
      optional('ram:LineTwo', others.join(', ')),
      optional('ram:CityName', party.city),
      optional('ram:CountryID', party.country),
      optional('ram:CountrySubDivisionName', party.state),
    ]),
    party.email
      ? element('ram:URIUniversalCommunication', [
          element('ram:URIID', party.email, { schemeID: 'EM' }),
        ])
      : undefined,
  ]
}

function contactElement(party: InvoiceParty): XmlElement | undefined {
  const person = party.company ? party.name : undefined
  if (!person && !party.phone && !party.email) return undefined
  return element('ram:DefinedTradeContact', [
    optional('ram:PersonName', person),
    party.phone
      ? element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', party.phone)])
      : undefined,
    party.email
      ? element('ram:EmailURIUniversalCommunication', [element('ram:URIID', party.email)])
      : undefined,
  ])
}

const registration = (schemeID: 'VA' | 'FC', id: string | undefined): XmlElement | undefined =>
  id ? element('ram:SpecifiedTaxRegistration', [element('ram:ID', id, { schemeID })]) : undefined

function settlement(document: InvoiceDocument): XmlElement {
  const { snapshot } = document
  const { corrects, currency } = snapshot
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:InvoiceCurrencyCode', currency),
    ...snapshot.taxes.map(tax => taxElement(tax, currency)),
    periodElement(snapshot.period),
    element('ram:SpecifiedTradePaymentTerms', [
      element('ram:DueDateDateTime', [dateIn(snapshot.due_at, snapshot.time_zone)]),
    ]),
    totals(document),
    corrects
      ? element('ram:InvoiceReferencedDocument', [
          element('ram:IssuerAssignedID', corrects.label),
          element('ram:FormattedIssueDateTime', [
            dateIn(corrects.issued_at, zoneOfCorrected(snapshot), 'qdt'),
          ]),
        ])
      : undefined,
  ])
}

function taxElement({ category, rate, taxable, tax }: InvoiceTax, currency: string): XmlElement {
  const reason = EXEMPTION_REASONS[category]
  return element('ram:ApplicableTradeTax', [
    element('ram:CalculatedAmount', toDecimal({ amount: tax, currency })),
    element('ram:TypeCode', 'VAT'),
    optional('ram:ExemptionReason', reason?.text),
    element('ram:BasisAmount', toDecimal({ amount: taxable, currency })),
    element('ram:CategoryCode', category),
    optional('ram:ExemptionReasonCode', reason?.code),
    rateElement(category, rate),
  ])
}

function totals(document: InvoiceDocument): XmlElement {
  const { currency, subtotal, tax, total } = document.snapshot
  const write = (amount: number) => toDecimal({ amount, currency })
  return element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    element('ram:LineTotalAmount', write(subtotal)),
    element('ram:TaxBasisTotalAmount', write(subtotal)),
    element('ram:TaxTotalAmount', write(tax), { currencyID: currency }),
    element('ram:GrandTotalAmount', write(total)),
    element('ram:DuePayableAmount', write(total)),
  ])
}

/** Supplies that are not subject to VAT have no rate. */
const rateElement = (category: TaxCategory, rate: string): XmlElement | undefined =>
  category === 'O' ? undefined : element('ram:RateApplicablePercent', rate)

const optional = (name: string, text: string | null | undefined): XmlElement | undefined =>
  text ? element(name, text) : undefined

/** Periods are days in UTC, from the first to the last. */
function periodElement(period: InvoiceLine['period']): XmlElement | undefined {
  if (!period) return undefined
  return element('ram:BillingSpecifiedPeriod', [
    element('ram:StartDateTime', [dateIn(period.starts_at, 'UTC')]),
    element('ram:EndDateTime', [dateIn(lastDayOf(period), 'UTC')]),
  ])
}

/** Writes a date in the format 102, `20261112`. */
function dateIn(at: string, timeZone: string, prefix: 'udt' | 'qdt' = 'udt'): XmlElement {
  const day = dayIn(Date.parse(at), timeZone)
  return element(`${prefix}:DateTimeString`, day.replaceAll('-', ''), { format: '102' })
}
