import { createHash } from 'node:crypto'
import { HOUR_MS } from '@coffer/contract/durations'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  BUYER,
  invoiceDocument,
  invoiceLine,
  METERED,
  SELLER,
} from '../../../test/invoice-documents.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { parseXml } from '../../../test/xml.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { invoiceXml } from './invoice-xml.ts'

const textOf = async (document: InvoiceDocument): Promise<string> =>
  (await readPdf(await invoicePdf(document))).pages.join(' ')
/** Points from the top of a page. */
const FOOTER_LINE = 755
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('invoicePdf', () => {
  it('prints both parties, the lines and the tax', async () => {
    const text = await textOf(invoiceDocument())
    for (const part of [
      'Invoice 2026-000418',
      'November 12, 2026',
      'Holm & Datter Arkiv ApS Freja Holm Strandgade 9 1401 Copenhagen, Denmark',
      'VAT DK25313763',
      'VAT DK 13 58 56 28',
      'Agency, a year',
      'Nov 12, 2026 – Nov 11, 2027 · 2 TB, 40 members',
      '€290.00',
      '−€9.20',
      '25 %',
      'VAT, Denmark: 25 % of €224.64',
      '€56.16',
      '€280.80',
      'Prices include VAT.',
      'Page 1 of 1',
      'billing@nordhavn.example',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/\{\{|undefined|null|NaN|\?{2}/)
  })

  it('prints in Spanish, with the tiers of metered usage', async () => {
    const text = await textOf(invoiceDocument({ locale: 'es', lines: [METERED] }))
    for (const part of [
      'Factura 2026-000418',
      'Cliente',
      'Dinamarca',
      '320 GB',
      '310 GB × 0,0400 €',
      '12,40 €',
      'Base imponible',
      'IVA, Dinamarca: 25 % de 9,92 €',
      'Vencimiento 12 nov 2026',
    ])
      expect(text).toContain(part)
  })

  it('dates the invoice that a credit note corrects in the time zone of that invoice', async () => {
    const corrects = {
      label: '2026-000418',
      issued_at: '2026-12-31T23:30:00.000Z',
      time_zone: 'Europe/Madrid',
      reason: 'Refund',
    }
    const credit = { kind: 'credit_note' as const, time_zone: 'UTC', corrects }
    expect(await textOf(invoiceDocument(credit))).toContain(
      'For invoice 2026-000418 of January 1, 2027',
    )
  })

  it('prints a credit note with the invoice that it corrects and the reason', async () => {
    const corrects = {
      label: '2026-000418',
      issued_at: '2026-11-12T09:41:00.000Z',
      reason: 'Charged twice by mistake.',
    }
    const credit = {
      kind: 'credit_note' as const,
      label: '2026-C007',
      lines: [invoiceLine()],
      corrects,
    }
    const text = await textOf(invoiceDocument(credit))
    expect(text).toContain('Credit note 2026-C007')
    expect(text).toContain('For invoice 2026-000418 of November 12, 2026')
    expect(text).toContain('Charged twice by mistake.')
    expect(text).toContain('Total credited')
    expect(text).not.toContain('Amount due')
    expect(await textOf(invoiceDocument({ ...credit, locale: 'es' }))).toContain(
      'Factura rectificativa 2026-C007',
    )
  })

  it('says nothing of payments in the document as it was issued', async () => {
    const text = await textOf(invoiceDocument())
    expect(text).toContain('Due Nov 12, 2026')
    expect(text).toContain('€280.80')
    expect(text).not.toMatch(/Amount due|Please pay|Paid on/)
  })

  it('case 64: prints the ground where no tax is charged', async () => {
    const reverse = { lines: [invoiceLine({ tax_category: 'AE', tax_rate: '0' })] }
    expect(await textOf(invoiceDocument(reverse))).toContain('Reverse charge')
    expect(await textOf(invoiceDocument({ ...reverse, locale: 'es' }))).toContain(
      'Inversión del sujeto pasivo',
    )
    const outside = invoiceDocument({ lines: [invoiceLine({ tax_category: 'O', tax_rate: '0' })] })
    expect(await textOf(outside)).toContain('Not subject to VAT')
  })

  it('case 27: prints currencies without and with three decimals', async () => {
    const yen = invoiceDocument({
      currency: 'JPY',
      lines: [invoiceLine({ amount: 500, unit_amount: '500' })],
    })
    expect(await textOf(yen)).toContain('¥500')
    const dinar = invoiceDocument({
      currency: 'KWD',
      lines: [invoiceLine({ amount: 1230, unit_amount: '1.230' })],
    })
    expect(await textOf(dinar)).toContain('KWD 1.230')
  })

  it('continues on further pages, with the headings of the columns on each', async () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      invoiceLine({ description: `Line ${index}.` }),
    )
    const { pages } = await readPdf(await invoicePdf(invoiceDocument({ lines })))
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(text).toContain('Description')
    }
    for (const index of lines.keys()) expect(pages.join(' ')).toContain(`Line ${index}.`)
  })

  it('leaves lines of a long address out of the footer, but keeps name and tax id', async () => {
    const seller = {
      ...SELLER,
      address: 'Havnegade 7, third floor on the left, '.repeat(5),
      city: 'Nordhavn '.repeat(13).trim(),
      email: `${'billing.'.repeat(25)}invoices@nordhavn.example`,
    }
    const { pages, texts } = await readPdf(await invoicePdf(invoiceDocument({ seller })))
    expect(pages).toHaveLength(1)
    const footer = texts.filter(({ y }) => y > FOOTER_LINE)
    expect(Math.max(...footer.map(({ y }) => y))).toBeLessThan(838)
    const names = footer.map(({ text }) => text)
    expect(names).toEqual(expect.arrayContaining([seller.name, 'VAT DK 13 58 56 28', 'Questions?']))
    expect(names.join(' ')).not.toContain('third floor')
    expect(pages[0]).toContain('third floor on the left')
  })

  it('continues a long note on further pages, above the footer', async () => {
    const paragraphs = Array.from({ length: 130 }, (_, index) => `Rule ${index}.`)
    const document = invoiceDocument({ note: paragraphs.join('\n') })
    const { pages, texts } = await readPdf(await invoicePdf(document))
    expect(pages).toHaveLength(3)
    const rules = texts.filter(({ text }) => text.startsWith('Rule '))
    expect(rules.map(({ text }) => text)).toEqual(paragraphs)
    expect(Math.max(...rules.map(({ y }) => y))).toBeLessThan(FOOTER_LINE)
    for (const [index, text] of pages.entries())
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
  })

  it('prints Greek and Cyrillic, and a question mark for characters that the font lacks', async () => {
    const text = await textOf(
      invoiceDocument({ buyer: { ...BUYER, company: 'Ελλάς Проверка 漢字' } }),
    )
    expect(text).toContain('Ελλάς Проверка ??')
  })

  it('case 48: gives the same bytes again, also after the seller and the texts changed', async () => {
    const document = invoiceDocument()
    const stored = JSON.stringify(document)
    const first = hashOf(await invoicePdf(document))
    expect(hashOf(await invoicePdf(JSON.parse(stored)))).toBe(first)
    const renamed = invoiceDocument({ seller: { ...SELLER, name: 'Nordhavn Holding ApS' } })
    expect(hashOf(await invoicePdf(renamed))).not.toBe(first)
    const texts = { ...document.snapshot.texts, title_invoice: 'Tax invoice {{number}}' }
    expect(await textOf(invoiceDocument({ texts }))).toContain('Tax invoice 2026-000418')
    expect(hashOf(await invoicePdf(JSON.parse(stored)))).toBe(first)
  })

  it('case 48: gives the same bytes whatever was written before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    // The two characters and the single character are the same glyph, a ligature.
    const documents = ['fi', '\ufb01'].map(characters =>
      invoiceDocument({ seller: { ...SELLER, name: `Nord${characters}sk` } }),
    )
    const hashesOf = async (list: typeof documents) => {
      // Later than parsed fonts are kept.
      vi.advanceTimersByTime(HOUR_MS)
      const hashes: string[] = []
      for (const document of list) hashes.push(hashOf(await invoicePdf(document)))
      return hashes
    }
    const hashes = await hashesOf(documents)
    expect((await hashesOf(documents.toReversed())).toReversed()).toEqual(hashes)
  })
})

describe('the file', () => {
  it('has the marks of PDF/A-3b and embeds all fonts', async () => {
    const bytes = await invoicePdf(invoiceDocument())
    const raw = bytes.toString('latin1')
    expect(raw.startsWith('%PDF-1.7\n')).toBe(true)
    const { metadata } = await readPdf(bytes)
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(metadata).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(raw).toMatch(/\/S \/GTS_PDFA1/)
    expect(raw).toMatch(/\/DestOutputProfile \d+ 0 R/)
    expect(raw).toMatch(/\/ID \[<[0-9a-f]{32}>/)
    expect(raw).toMatch(/\/Lang \(en\)/)
    expect(raw).not.toMatch(/\/Encrypt|\/JavaScript|\/Type1/)
    const fonts = raw.match(/\/Subtype \/CIDFontType2/g) ?? []
    expect(fonts).toHaveLength(2)
    expect(raw.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(2)
    for (const [, name] of raw.matchAll(/\/BaseFont \/(\S+)/g))
      expect(name).toMatch(/^[A-Z]{6}\+DejaVuSansCondensed/)
  })

  it('has the logo in place of the name in the heading, without transparency', async () => {
    const logo = await sharp({
      create: { width: 80, height: 20, channels: 3, background: '#146b5c' },
    })
      .jpeg()
      .toBuffer()
    const names = async (bytes: Buffer) =>
      (await readPdf(bytes)).texts.filter(({ text, y }) => text === SELLER.name && y < 120).length
    expect(await names(await invoicePdf(invoiceDocument()))).toBe(1)
    const bytes = await invoicePdf(invoiceDocument(), logo)
    expect(await names(bytes)).toBe(0)
    const raw = bytes.toString('latin1')
    expect(raw.match(/\/Subtype \/Image/g)).toHaveLength(1)
    expect(raw).toMatch(/\/Filter \/DCTDecode/)
    expect(raw).toMatch(/\/ColorSpace \/DeviceRGB/)
    expect(raw).not.toMatch(/\/SMask|\/Interpolate true|\/ca 0/)
    expect(hashOf(await invoicePdf(invoiceDocument(), logo))).toBe(hashOf(bytes))
  })

  it('carries the electronic invoice as Factur-X', async () => {
    const document = invoiceDocument()
    const bytes = await invoicePdf(document)
    const { attachments, metadata } = await readPdf(bytes)
    expect(attachments).toEqual({ 'factur-x.xml': invoiceXml(document) })
    const raw = bytes.toString('latin1')
    expect(raw).toContain('/AFRelationship /Alternative')
    expect(raw).toMatch(/\/AF \[\d+ 0 R\]/)
    expect(raw).toContain('/Subtype /text#2Fxml')
    expect(raw).toMatch(/\/ModDate \(D:20261112094100Z\)/)
    expect(parseXml(metadata).name).toBe('x:xmpmeta')
    for (const [name, value] of [
      ['DocumentType', 'INVOICE'],
      ['DocumentFileName', 'factur-x.xml'],
      ['Version', '1.0'],
      ['ConformanceLevel', 'EN 16931'],
    ])
      expect(metadata).toContain(`<fx:${name}>${value}</fx:${name}>`)
    expect(metadata.match(/<pdfaProperty:name>/g)).toHaveLength(4)
  })

  it('carries none where the electronic invoice would be incomplete', async () => {
    const document = invoiceDocument({ seller: { ...SELLER, tax_id: null } })
    const { attachments, metadata } = await readPdf(await invoicePdf(document))
    expect(attachments).toEqual({})
    expect(metadata).not.toContain('fx:')
  })

  it('keeps its metadata well-formed whatever the number is', async () => {
    const { metadata, title } = await readPdf(
      await invoicePdf(invoiceDocument({ label: '<A&B>ñ-1' })),
    )
    expect(parseXml(metadata).name).toBe('x:xmpmeta')
    expect(title).toBe('Invoice ABñ-1')
  })
})
