import { countryName } from '@coffer/contract/countries'
import {
  type InvoiceFormats,
  type InvoiceTextName,
  invoiceFormats,
  taxSentences,
  zoneOfCorrected,
} from '@coffer/contract/invoice-formats'
import type { InvoiceLine, InvoiceParty } from '@coffer/contract/invoices'
import { type InvoiceDocument, legalNameOf } from './invoice-document.ts'
import { INK, MUTED, PAGE, type Sheet, type TextStyle } from './invoice-sheet.ts'
import type { textsOf } from './invoice-texts.ts'

export interface PageContext {
  sheet: Sheet
  document: InvoiceDocument
  formats: InvoiceFormats
  t: ReturnType<typeof textsOf>
  logo: Uint8Array | null
}

/** Right edges of the columns of the table. */
const COLUMNS = { quantity: 363, price: 427, tax: 472, amount: PAGE.right } as const
const DESCRIPTION_WIDTH = 250
const COLUMN_WIDTH = 72
/** Left edge of the totals. */
const TOTALS = 306
const SMALL: TextStyle = { size: 8, color: MUTED }

export const titleOf = ({
  document: { snapshot },
  t,
}: Pick<PageContext, 'document' | 't'>): string =>
  t(snapshot.kind === 'invoice' ? 'title_invoice' : 'title_credit_note', { number: snapshot.label })

/** Draws everything except the footers. */
export function drawInvoice(page: PageContext): void {
  drawHeading(page)
  drawParties(page)
  drawTable(page)
  drawTotals(page)
}

const SELLER_BOX = { width: 190, height: 48 }

/** The logo; without one, the name, which is also printed below. */
function drawSeller({ sheet, document, logo }: PageContext): void {
  const { seller } = document.snapshot
  if (logo) sheet.picture(logo, PAGE.left, 48, SELLER_BOX)
  else
    sheet.text(legalNameOf(seller), PAGE.left, 54, {
      size: 13,
      isBold: true,
      width: SELLER_BOX.width,
    })
}

function drawHeading(page: PageContext): void {
  const { sheet, document, formats, t } = page
  const { corrects, issued_at } = document.snapshot
  const width = 290
  drawSeller(page)
  const right = { width, align: 'right' } as const
  const x = PAGE.right - width
  const title = { ...right, isBold: true }
  const size = sheet.sizeFor(titleOf(page), [18, 16, 14], title)
  let y = 48 + sheet.text(titleOf(page), x, 48, { ...title, size })
  y += sheet.text(formats.longDate(issued_at), x, y + 3, { ...right, color: MUTED }) + 3
  if (corrects) {
    const time_zone = zoneOfCorrected(document.snapshot)
    const text = t('corrects', {
      number: corrects.label,
      date: invoiceFormats({ ...document.snapshot, time_zone }).longDate(corrects.issued_at),
    })
    y += sheet.text(text, x, y + 3, { ...right, color: MUTED }) + 3
  }
  sheet.y = Math.max(y + 42, 136)
}

function drawParties(page: PageContext): void {
  const { sheet, document, formats, t } = page
  const { buyer, seller, issued_at, due_at, currency, kind } = document.snapshot
  const top = sheet.y
  const ends = [
    drawParty(page, 'to', buyer, { x: PAGE.left, width: 183 }),
    drawParty(page, 'from', seller, { x: 244, width: 155 }),
  ]
  const x = 410
  sheet.text(t('details'), x, top, SMALL)
  const facts: [InvoiceTextName, string][] = [['issued', formats.shortDate(issued_at)]]
  if (kind === 'invoice') facts.push(['due', formats.shortDate(due_at)])
  facts.push(['currency', currency])
  let y = top + 17
  for (const [name, value] of facts) {
    sheet.text(t(name), x, y, { color: MUTED })
    sheet.text(value, x, y, { width: PAGE.right - x, align: 'right' })
    y += 15
  }
  sheet.y = Math.max(...ends, y) + 36
}

function drawParty(
  page: PageContext,
  title: 'to' | 'from',
  party: InvoiceParty,
  { x, width }: { x: number; width: number },
): number {
  const { sheet, t } = page
  sheet.text(t(title), x, sheet.y, SMALL)
  let y = sheet.y + 17
  for (const [index, text] of addressOf(page, party).entries())
    y += sheet.text(text, x, y, { width, isBold: index === 0 }) + 2
  return y
}

/** Name, address and tax id, each on its own line. */
function addressOf({ document, t }: PageContext, party: InvoiceParty): string[] {
  const country = party.country && countryName(party.country, document.snapshot.locale)
  const town = [party.postal_code, party.city].filter(Boolean).join(' ')
  const region = [town, party.state].filter(Boolean).join(', ')
  return [
    legalNameOf(party),
    party.company ? party.name : '',
    ...(party.address ?? '').split(/\r?\n/),
    [region, country].filter(Boolean).join(', '),
    party.tax_id ? t('tax_id', { id: party.tax_id }) : '',
  ].filter(line => line.trim() !== '')
}

function drawTable(page: PageContext): void {
  const { sheet, document } = page
  drawColumnHeadings(page)
  for (const line of document.snapshot.lines) {
    const isNewPage = sheet.breakFor(heightOfLine(page, line))
    if (isNewPage) drawColumnHeadings(page)
    drawLine(page, line)
  }
}

function drawColumnHeadings({ sheet, t }: PageContext): void {
  const { y } = sheet
  sheet.text(t('description'), PAGE.left, y, SMALL)
  for (const name of ['quantity', 'price', 'tax', 'amount'] as const)
    drawCell(sheet, t(name), name, y, SMALL)
  sheet.rule(y + 17, { color: INK })
  sheet.y = y + 29
}

function drawCell(
  sheet: Sheet,
  text: string,
  column: keyof typeof COLUMNS,
  y: number,
  style: TextStyle = {},
): void {
  const x = COLUMNS[column] - COLUMN_WIDTH
  sheet.text(text, x, y, { ...style, width: COLUMN_WIDTH, align: 'right' })
}

const DESCRIPTION: TextStyle = { isBold: true, width: DESCRIPTION_WIDTH }
const DETAIL: TextStyle = { ...SMALL, width: DESCRIPTION_WIDTH }

function heightOfLine(page: PageContext, line: InvoiceLine): number {
  const { sheet } = page
  const description = sheet.heightOf(line.description, DESCRIPTION)
  const details = detailsOf(page, line).map(({ text }) => sheet.heightOf(text, DETAIL) + 2)
  return details.reduce((sum, height) => sum + height, description + 2) + 22
}

function drawLine(page: PageContext, line: InvoiceLine): void {
  const { sheet, formats } = page
  const { y } = sheet
  const price = line.unit_amount === null ? '' : formats.price(line.unit_amount)
  const tax = line.tax_category === 'O' ? '–' : formats.percentage(line.tax_rate)
  drawCell(sheet, formats.quantity(line), 'quantity', y)
  drawCell(sheet, price, 'price', y)
  drawCell(sheet, tax, 'tax', y)
  drawCell(sheet, formats.money(line.amount), 'amount', y)
  let end = y + sheet.text(line.description, PAGE.left, y, DESCRIPTION) + 2
  for (const { text, amount } of detailsOf(page, line)) {
    if (amount !== undefined) drawCell(sheet, formats.money(amount), 'amount', end, SMALL)
    end += sheet.text(text, PAGE.left, end, DETAIL) + 2
  }
  sheet.rule(end + 8)
  sheet.y = end + 20
}

/** The period and detail of a line, then the tiers that its amount consists of. */
function detailsOf(
  { formats }: PageContext,
  line: InvoiceLine,
): { text: string; amount?: number }[] {
  const detail = formats.detail(line)
  return [...(detail ? [{ text: detail }] : []), ...formats.tiers(line)]
}

interface TotalRow {
  label: string
  amount: number
}

function drawTotals(page: PageContext): void {
  const { sheet } = page
  const rows = taxRowsOf(page)
  sheet.breakFor(rows.length * 19.5 + 42)
  const top = sheet.y + 4
  const y = drawRows(page, rows, top)
  sheet.rule(y - 1, { from: TOTALS, color: INK })
  drawGrandTotal(page, y + 8)
  sheet.y = top
  drawRemarks(page)
}

/** Draws the remarks beside the totals; they continue on further pages. */
function drawRemarks(page: PageContext): void {
  const { sheet } = page
  const style: TextStyle = { ...SMALL, width: 230 }
  for (const paragraph of remarksOf(page).flatMap(remark => remark.split(/\r?\n/))) {
    // An empty line has the height of a line.
    const text = paragraph || ' '
    sheet.breakFor(sheet.heightOf(text, style))
    sheet.y += sheet.text(text, PAGE.left, sheet.y, style)
  }
}

function drawRows({ sheet, formats }: PageContext, rows: TotalRow[], from: number): number {
  let y = from
  for (const { label, amount } of rows) {
    const style = { color: MUTED }
    const width = PAGE.right - TOTALS - COLUMN_WIDTH
    const height = sheet.text(label, TOTALS, y, { ...style, width })
    drawCell(sheet, formats.money(amount), 'amount', y, { ...style, color: INK })
    y += Math.max(height, 11) + 8
  }
  return y
}

function drawGrandTotal({ sheet, document, formats, t }: PageContext, y: number): void {
  const { kind, total } = document.snapshot
  sheet.text(t(kind === 'invoice' ? 'total' : 'credited'), TOTALS, y + 5, { isBold: true })
  const width = 180
  sheet.text(formats.money(total), PAGE.right - width, y, {
    size: 16,
    isBold: true,
    width,
    align: 'right',
  })
}

function taxRowsOf({ document, formats, t }: PageContext): TotalRow[] {
  const { subtotal, taxes, locale } = document.snapshot
  const charged = taxes.filter(({ category }) => category !== 'O')
  return [
    { label: t('subtotal'), amount: subtotal },
    ...charged.map(({ country, rate, taxable, tax }) => {
      const values = { rate: formats.number(rate), amount: formats.money(taxable) }
      const label = country
        ? t('tax_rate_country', { ...values, country: countryName(country, locale) })
        : t('tax_rate', values)
      return { label, amount: tax }
    }),
  ]
}

/** The sentences about tax, the reason of a credit note, the seller's note. */
function remarksOf({ document: { snapshot }, t }: PageContext): string[] {
  const remarks = [snapshot.corrects?.reason ?? '', snapshot.note ?? '']
  return [...taxSentences(snapshot).map(name => t(name)), ...remarks].filter(
    sentence => sentence !== '',
  )
}

/** Points from the top of the page. */
const FOOTER = { rule: 755, top: 768, end: 836 } as const
const SELLER_WIDTH = 205

/** Draws the footer of the current page. */
export function drawFooter(page: PageContext, number: number, count: number): void {
  const { sheet, document, t } = page
  const pages = t('page', { page: String(number), pages: String(count) })
  sheet.rule(FOOTER.rule)
  drawFooterColumn(sheet, sellerOf(page), { x: PAGE.left, width: SELLER_WIDTH })
  drawFooterColumn(sheet, contactOf(page), { x: 265, width: 145 })
  const right = { x: PAGE.right - 130, width: 130, align: 'right' } as const
  drawFooterColumn(sheet, [pages, document.snapshot.label], right)
}

const footerStyle = (index: number, style: TextStyle): TextStyle => ({
  ...style,
  ...(index === 0 ? { isBold: true } : { color: MUTED }),
  size: 7.5,
})

/** Draws texts below each other, without those that would end below the page. */
function drawFooterColumn(
  sheet: Sheet,
  texts: readonly string[],
  { x, ...column }: TextStyle & { x: number },
): void {
  let y: number = FOOTER.top
  for (const [index, text] of texts.entries()) {
    const style = footerStyle(index, column)
    if (y + sheet.heightOf(text, style) <= FOOTER.end) y += sheet.text(text, x, y, style) + 2
  }
}

/** Name, address and tax id of the seller; the address without its first lines if it is too long. */
function sellerOf(page: PageContext): string[] {
  const { seller } = page.document.snapshot
  const party = { ...seller, name: legalNameOf(seller), company: null, tax_id: null }
  const [name = '', ...address] = addressOf(page, party)
  const taxId = seller.tax_id ? page.t('tax_id', { id: seller.tax_id }) : ''
  const column = (lines: readonly string[]) =>
    [name, lines.join(', '), taxId].filter(line => line !== '')
  const columns = address.map((_, index) => column(address.slice(index)))
  return columns.find(texts => fitsFooter(page.sheet, texts)) ?? column([])
}

function fitsFooter(sheet: Sheet, texts: readonly string[]): boolean {
  const heights = texts.map(
    (text, index) => sheet.heightOf(text, footerStyle(index, { width: SELLER_WIDTH })) + 2,
  )
  return heights.reduce((y, height) => y + height, FOOTER.top) - 2 <= FOOTER.end
}

function contactOf({ document, t }: PageContext): string[] {
  const { email, phone } = document.snapshot.seller
  const contacts = [email ?? '', phone ?? ''].filter(contact => contact !== '')
  return contacts.length > 0 ? [t('questions'), ...contacts] : []
}
