import { invoiceFormats } from '@coffer/contract/invoice-formats'
import { escapeMarkup } from '../../lib/markup.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { openFonts } from './invoice-fonts.ts'
import { drawFooter, drawInvoice, titleOf } from './invoice-page.ts'
import { PAGE, Sheet } from './invoice-sheet.ts'
import { textsOf } from './invoice-texts.ts'
import { invoiceXml, isElectronicInvoice } from './invoice-xml.ts'

/** The name that Factur-X and ZUGFeRD prescribe. */
const XML_NAME = 'factur-x.xml'

/**
 * Writes a document as PDF/A-3b, with the electronic invoice attached where it is complete. The
 * same document gives the same bytes.
 * @param logo a JPEG, which has no transparency; null for the name of the seller
 */
export async function invoicePdf(
  document: InvoiceDocument,
  logo: Uint8Array | null = null,
): Promise<Buffer> {
  const { snapshot } = document
  const texts = { document, formats: invoiceFormats(snapshot), t: textsOf(snapshot) }
  const issuedAt = new Date(snapshot.issued_at)
  // Few processes ever write a PDF, so the library is imported when used.
  const { default: PDFDocument } = await import('pdfkit')
  const fonts = openFonts(PDFDocument)
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: snapshot.locale,
    displayTitle: true,
    font: fonts.regular,
    info: {
      Title: plain(titleOf(texts)),
      Creator: 'Coffer',
      Producer: 'Coffer',
      CreationDate: issuedAt,
    },
  })
  const page = { ...texts, logo, sheet: new Sheet(doc, fonts) }
  drawInvoice(page)
  const { start, count } = doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index)
    drawFooter(page, index + 1, count)
  }
  if (isElectronicInvoice(document)) attachXml(doc, invoiceXml(document), issuedAt)
  doc.end()
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The library writes the title into XML without escaping it. */
const plain = (text: string): string => text.replace(/[<>&]/g, '')

function attachXml(doc: Sheet['doc'], xml: string, issuedAt: Date): void {
  const options = {
    name: XML_NAME,
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: issuedAt,
    modifiedDate: issuedAt,
  }
  doc.file(Buffer.from(xml), options)
  const { appendXML } = doc as unknown as { appendXML: (xml: string) => void }
  appendXML.call(doc, FACTURX_METADATA)
}

const FACTURX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const PROPERTIES = [
  ['DocumentType', 'INVOICE', 'The type of the document'],
  ['DocumentFileName', XML_NAME, 'The name of the attached XML file'],
  ['Version', '1.0', 'The version of the XML schema'],
  ['ConformanceLevel', 'EN 16931', 'The profile of the XML data'],
] as const

/** PDF/A requires that metadata outside the standard schemas describe their schema. */
const FACTURX_METADATA = `
        <rdf:Description rdf:about="" xmlns:fx="${FACTURX}">${PROPERTIES.map(
          ([name, value]) => `
            <fx:${name}>${escapeMarkup(value)}</fx:${name}>`,
        ).join('')}
        </rdf:Description>
        <rdf:Description rdf:about=""
            xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
            xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas>
                <rdf:Bag>
                    <rdf:li rdf:parseType="Resource">
                        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                        <pdfaSchema:namespaceURI>${FACTURX}</pdfaSchema:namespaceURI>
                        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                        <pdfaSchema:property>
                            <rdf:Seq>${PROPERTIES.map(
                              ([name, , description]) => `
                                <rdf:li rdf:parseType="Resource">
                                    <pdfaProperty:name>${name}</pdfaProperty:name>
                                    <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                                    <pdfaProperty:category>external</pdfaProperty:category>
                                    <pdfaProperty:description>${description}</pdfaProperty:description>
                                </rdf:li>`,
                            ).join('')}
                            </rdf:Seq>
                        </pdfaSchema:property>
                    </rdf:li>
                </rdf:Bag>
            </pdfaExtension:schemas>
        </rdf:Description>`
