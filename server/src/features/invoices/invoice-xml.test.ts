import type { InvoiceSnapshot } from '@coffer/contract/invoices'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../../test/factur-x.ts'
import {
  BUYER,
  invoiceDocument,
  invoiceLine,
  METERED,
  SELLER,
} from '../../../test/invoice-documents.ts'
import { searched } from '../../../test/property.ts'
import { elementsAt, type ParsedElement, parseXml, textsAt } from '../../../test/xml.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { invoiceXml, isElectronicInvoice } from './invoice-xml.ts'

const TRADE = 'rsm:SupplyChainTradeTransaction'
const LINES = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`
const SELLER_PARTY = `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty`
const BUYER_PARTY = `${TRADE}/ram:ApplicableHeaderTradeAgreement/ram:BuyerTradeParty`
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`
const TOTALS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const TAXES = `${SETTLEMENT}/ram:ApplicableTradeTax`
const REGISTRATION = 'ram:SpecifiedTaxRegistration/ram:ID'
const LINE_TOTAL =
  'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount'
const LINE_TAX = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax'

/** In hundredths. */
const cents = (text = '0') => Math.round(Number(text) * 100)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const only = (element: ParsedElement, path: string) => textsAt(element, path)[0]

/** Checks the core rules of EN 16931 that need no code lists. */
function checkRules(xml: ParsedElement): void {
  const lines = elementsAt(xml, LINES)
  const taxes = elementsAt(xml, TAXES)
  const total = (name: string) => cents(only(xml, `${TOTALS}/ram:${name}`))
  expect(lines.length, 'BR-16').toBeGreaterThan(0)
  expect(total('LineTotalAmount'), 'BR-CO-10').toBe(
    sum(lines.map(line => cents(only(line, LINE_TOTAL)))),
  )
  expect(total('TaxBasisTotalAmount'), 'BR-CO-13').toBe(total('LineTotalAmount'))
  expect(total('TaxTotalAmount'), 'BR-CO-14').toBe(
    sum(taxes.map(tax => cents(only(tax, 'ram:CalculatedAmount')))),
  )
  expect(total('GrandTotalAmount'), 'BR-CO-15').toBe(
    total('TaxBasisTotalAmount') + total('TaxTotalAmount'),
  )
  expect(total('DuePayableAmount'), 'BR-CO-16').toBe(total('GrandTotalAmount'))
  expect(taxes.length, 'BR-CO-18').toBeGreaterThan(0)
  expect(
    only(
      xml,
      `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`,
    ),
    'BR-CO-25',
  ).toMatch(/^\d{8}$/)
  for (const tax of taxes) checkTax(xml, tax)
  for (const line of lines) checkLine(line)
  checkParties(xml)
}

function checkTax(xml: ParsedElement, tax: ParsedElement): void {
  const category = only(tax, 'ram:CategoryCode')
  const rate = only(tax, 'ram:RateApplicablePercent')
  const basis = cents(only(tax, 'ram:BasisAmount'))
  const lines = elementsAt(xml, LINES).filter(
    line =>
      only(line, `${LINE_TAX}/ram:CategoryCode`) === category &&
      Number(only(line, `${LINE_TAX}/ram:RateApplicablePercent`)) === Number(rate),
  )
  const inCategory = category === 'O' ? elementsAt(xml, LINES) : lines
  expect(basis, 'BR-S-08').toBe(sum(inCategory.map(line => cents(only(line, LINE_TOTAL)))))
  const calculated = cents(only(tax, 'ram:CalculatedAmount'))
  // The official rule tolerates a unit, as here where the tax is taken out of the price.
  expect(Math.abs(calculated - (basis * Number(rate ?? 0)) / 100), 'BR-CO-17').toBeLessThan(1)
  const reason = only(tax, 'ram:ExemptionReason')
  if (category === 'S') expect(Number(rate), 'BR-S-05').toBeGreaterThan(0)
  if (category === 'S' || category === 'Z') expect(reason, 'BR-S-10, BR-Z-10').toBeUndefined()
  else expect(reason, 'BR-E-10, BR-AE-10, BR-O-10').toBeTruthy()
  if (category !== 'S') expect(calculated, 'BR-Z-09, BR-AE-09, BR-O-09').toBe(0)
  expect(rate === undefined, 'BR-48').toBe(category === 'O')
}

function checkLine(line: ParsedElement): void {
  const agreement = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice'
  const price = Number(only(line, `${agreement}/ram:ChargeAmount`))
  const basis = Number(only(line, `${agreement}/ram:BasisQuantity`) ?? 1)
  const [billed] = elementsAt(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')
  expect(price, 'BR-27').toBeGreaterThanOrEqual(0)
  expect(billed?.attributes.unitCode, 'BR-23').toMatch(/^[A-Z0-9]{2,3}$/)
  expect(only(line, 'ram:SpecifiedTradeProduct/ram:Name'), 'BR-25').toBeTruthy()
  expect(cents(only(line, LINE_TOTAL))).toBe(
    Math.round((price * 100 * Number(billed?.text)) / basis),
  )
}

function checkParties(xml: ParsedElement): void {
  const categories = textsAt(xml, `${TAXES}/ram:CategoryCode`)
  const ids = (party: string, scheme: string) =>
    elementsAt(xml, `${party}/${REGISTRATION}`).filter(
      ({ attributes }) => attributes.schemeID === scheme,
    )
  for (const party of [SELLER_PARTY, BUYER_PARTY]) {
    expect(only(xml, `${party}/ram:Name`), 'BR-06, BR-07').toBeTruthy()
    expect(only(xml, `${party}/ram:PostalTradeAddress/ram:CountryID`), 'BR-09').toMatch(
      /^[A-Z]{2}$/,
    )
    for (const { text } of ids(party, 'VA')) expect(text, 'BR-CO-09').toMatch(/^[A-Z]{2}\w+$/)
  }
  const sellerIds = [...ids(SELLER_PARTY, 'VA'), ...elementsAt(xml, `${SELLER_PARTY}/ram:ID`)]
  expect(sellerIds.length, 'BR-CO-26').toBeGreaterThan(0)
  if (categories.includes('O')) {
    expect(categories, 'BR-O-11').toEqual(['O'])
    expect([...ids(SELLER_PARTY, 'VA'), ...ids(BUYER_PARTY, 'VA')], 'BR-O-02').toEqual([])
  } else {
    const registered = [...ids(SELLER_PARTY, 'VA'), ...ids(SELLER_PARTY, 'FC')]
    expect(registered.length, 'BR-S-02').toBeGreaterThan(0)
  }
  if (categories.includes('AE'))
    expect(ids(BUYER_PARTY, 'VA').length, 'BR-AE-02').toBeGreaterThan(0)
}

const checked = (document: InvoiceDocument): ParsedElement => {
  const xml = parseXml(invoiceXml(document))
  checkRules(xml)
  return xml
}

const reverseCharge = () =>
  invoiceDocument({
    lines: [invoiceLine({ tax_category: 'AE', tax_rate: '0' })],
    buyer: { ...BUYER, country: 'DE', tax_id: 'DE136695976' },
  })

const outOfScope = () =>
  invoiceDocument({
    lines: [invoiceLine({ tax_category: 'O', tax_rate: '0' })],
    buyer: { ...BUYER, country: 'US' },
  })

const creditNote = () =>
  invoiceDocument({
    kind: 'credit_note',
    label: '2026-C007',
    lines: [invoiceLine()],
    corrects: {
      label: '2026-000418',
      issued_at: '2026-11-12T09:41:00.000Z',
      reason: 'Charged twice',
    },
  })

/** Parties with no more than an electronic invoice needs. */
const ofMinimalParties = () => {
  const rest = { address: null, city: null, postal_code: null, email: null, phone: null }
  return invoiceDocument({
    seller: { ...SELLER, ...rest },
    buyer: { ...BUYER, ...rest, company: null, tax_id: null },
  })
}

/** Documents with any prices, signs and rates. */
const documents = fc
  .record({
    lines: fc.array(
      fc
        .record({
          amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
          tax: fc.constantFrom(['S', '25'], ['S', '21'], ['S', '5.5'], ['Z', '0'], ['E', '0']),
          isMetered: fc.boolean(),
        })
        .map(({ amount, tax: [category, rate], isMetered }) =>
          invoiceLine({
            ...(isMetered ? METERED : {}),
            amount,
            tax_category: category as 'S',
            tax_rate: rate ?? '0',
          }),
        ),
      { minLength: 1, maxLength: 8 },
    ),
    prices_include_tax: fc.boolean(),
  })
  .map(invoiceDocument)

describe('invoiceXml', () => {
  it('names both parties, the lines and the tax', () => {
    const xml = checked(invoiceDocument())
    expect(only(xml, 'rsm:ExchangedDocument/ram:ID')).toBe('2026-000418')
    expect(only(xml, 'rsm:ExchangedDocument/ram:TypeCode')).toBe('380')
    expect(only(xml, `${SELLER_PARTY}/${REGISTRATION}`)).toBe('DK13585628')
    expect(only(xml, `${BUYER_PARTY}/ram:Name`)).toBe('Holm & Datter Arkiv ApS')
    expect(textsAt(xml, `${LINES}/${LINE_TOTAL}`)).toEqual(['232.00', '-7.36'])
    expect(only(xml, `${TAXES}/ram:CalculatedAmount`)).toBe('56.16')
    const ends = textsAt(
      xml,
      `${LINES}/ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString`,
    )
    expect(ends).toEqual(['20271111', '20261204'])
  })

  it('ends a period that ends during a day on the day before', () => {
    const period = { starts_at: '2026-11-12T14:00:00.000Z', ends_at: '2026-12-12T14:00:00.000Z' }
    const end = 'ram:BillingSpecifiedPeriod/ram:EndDateTime/udt:DateTimeString'
    expect(only(checked(invoiceDocument({ period })), `${SETTLEMENT}/${end}`)).toBe('20261211')
  })

  it('dates the document in the time zone of the seller', () => {
    const late = { issued_at: '2026-12-31T23:30:00.000Z' }
    const issued = (document: InvoiceDocument) =>
      only(checked(document), 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString')
    expect(issued(invoiceDocument(late))).toBe('20270101')
    expect(issued(invoiceDocument({ ...late, time_zone: 'America/Lima' }))).toBe('20261231')
  })

  it('case 64: gives the ground of a reverse charge and the ids of both', () => {
    const xml = checked(reverseCharge())
    expect(only(xml, `${TAXES}/ram:ExemptionReason`)).toBe('Reverse charge')
    expect(only(xml, `${TAXES}/ram:ExemptionReasonCode`)).toBe('VATEX-EU-AE')
    expect(only(xml, `${BUYER_PARTY}/${REGISTRATION}`)).toBe('DE136695976')
    expect(only(xml, `${TOTALS}/ram:GrandTotalAmount`)).toBe('290.00')
  })

  it('leaves VAT ids and rates out of what is not subject to VAT', () => {
    const xml = checked(outOfScope())
    expect(only(xml, `${SELLER_PARTY}/ram:ID`)).toBe('DK13585628')
    expect(elementsAt(xml, `${SELLER_PARTY}/${REGISTRATION}`)).toEqual([])
  })

  it('registers ids without the prefix of a country as tax numbers', () => {
    const xml = checked(invoiceDocument({ seller: { ...SELLER, tax_id: '13585628' } }))
    const [registration] = elementsAt(xml, `${SELLER_PARTY}/${REGISTRATION}`)
    expect(registration?.attributes.schemeID).toBe('FC')
  })

  it('names the invoice that a credit note corrects', () => {
    const xml = checked(creditNote())
    expect(only(xml, 'rsm:ExchangedDocument/ram:TypeCode')).toBe('381')
    expect(only(xml, 'rsm:ExchangedDocument/ram:IncludedNote/ram:Content')).toBe('Charged twice')
    const reference = `${SETTLEMENT}/ram:InvoiceReferencedDocument`
    expect(only(xml, `${reference}/ram:IssuerAssignedID`)).toBe('2026-000418')
    expect(only(xml, `${reference}/ram:FormattedIssueDateTime/qdt:DateTimeString`)).toBe('20261112')
  })

  it('dates the invoice that a credit note corrects in the time zone of that invoice', () => {
    const { snapshot } = creditNote()
    const corrected = { label: '2026-000418', issued_at: '2026-12-31T23:30:00.000Z', reason: '' }
    const dayOf = (corrects: InvoiceSnapshot['corrects']) =>
      only(
        checked({ ...creditNote(), snapshot: { ...snapshot, time_zone: 'UTC', corrects } }),
        `${SETTLEMENT}/ram:InvoiceReferencedDocument/ram:FormattedIssueDateTime/qdt:DateTimeString`,
      )
    expect(dayOf({ ...corrected, time_zone: 'Europe/Madrid' })).toBe('20270101')
    // Credit notes of earlier versions don't store it.
    expect(dayOf(corrected)).toBe('20261231')
  })

  it('stays well-formed whatever the texts are', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(text, text, text, (name, description, note) => {
        const document = invoiceDocument({
          buyer: { ...BUYER, company: `x${name}`, address: `${name}\n${note}` },
          lines: [invoiceLine({ description: `x${description}`, detail: note })],
          note,
        })
        expect(parseXml(invoiceXml(document)).name).toBe('rsm:CrossIndustryInvoice')
      }),
      searched(100),
    )
    const quoted = invoiceDocument({ buyer: { ...BUYER, company: `<&>"'\u0000]]>` } })
    expect(only(checked(quoted), `${BUYER_PARTY}/ram:Name`)).toBe(`<&>"']]>`)
  })

  it('P4: adds up with any prices, signs and rates', () => {
    fc.assert(
      fc.property(documents, document => {
        checked(document)
      }),
      searched(80),
    )
  })
})

describe('the schema of Factur-X', () => {
  it.each([
    ['an invoice', invoiceDocument],
    ['metered usage', () => invoiceDocument({ lines: [METERED] })],
    ['a credit note', creditNote],
    ['a reverse charge', reverseCharge],
    ['what is out of scope', outOfScope],
    ['minimal parties', ofMinimalParties],
  ])('accepts %s', async (_, document) => {
    expect(await schemaErrors([invoiceXml(document())])).toEqual([])
  })

  it('accepts any prices, signs and rates', async () => {
    expect(await schemaErrors(fc.sample(documents, 80).map(invoiceXml))).toEqual([])
  })

  it('refuses elements that are unknown, missing or in another order', async () => {
    const xml = invoiceXml(invoiceDocument())
    const broken = [
      xml.replaceAll('ram:TypeCode>', 'ram:Kind>'),
      xml.replace(/<ram:InvoiceCurrencyCode>.*?<\/ram:InvoiceCurrencyCode>/, ''),
      xml.replace(/(<ram:CountryID>.*?<\/ram:CountryID>)(<\/ram:PostalTradeAddress>)/, '$2$1'),
    ]
    for (const each of broken) {
      expect(each).not.toBe(xml)
      expect((await schemaErrors([each])).length).toBeGreaterThan(0)
    }
  })
})

describe('isElectronicInvoice', () => {
  it('demands what EN 16931 demands', () => {
    const isComplete = (change: Partial<InvoiceSnapshot>) =>
      isElectronicInvoice(invoiceDocument(change))
    const outside = invoiceLine({ tax_category: 'O', tax_rate: '0' })
    expect(isComplete({})).toBe(true)
    expect(isComplete({ lines: [outside] })).toBe(true)
    expect(isComplete({ lines: [outside, invoiceLine()] })).toBe(false)
    expect(isComplete({ lines: [] })).toBe(false)
    expect(isComplete({ currency: 'KWD' })).toBe(false)
    expect(isComplete({ seller: { ...SELLER, tax_id: null } })).toBe(false)
    expect(isComplete({ seller: { ...SELLER, country: null } })).toBe(false)
    expect(isComplete({ buyer: { ...BUYER, country: null } })).toBe(false)
  })
})
