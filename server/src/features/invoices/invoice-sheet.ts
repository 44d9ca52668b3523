import type { Fonts } from './invoice-fonts.ts'

type PdfDocument = InstanceType<typeof import('pdfkit')>

/** Points: A4, with the margins of the printed page. */
export const PAGE = { width: 595.28, height: 841.89, left: 51, right: 544.28, top: 51 } as const
/** Only the footer is printed below. */
const BODY_END = 736

export const INK = '#1b1f23'
export const MUTED = '#5c6166'
const LINE = '#c9cccf'

export interface TextStyle {
  size?: number
  isBold?: boolean
  color?: string
  width?: number
  align?: 'left' | 'right'
}

/** Draws texts and lines at positions; pages break only where `breakFor` is called. */
export class Sheet {
  readonly doc: PdfDocument
  y: number = PAGE.top

  constructor(doc: PdfDocument, { regular, bold }: Fonts) {
    this.doc = doc
    doc.registerFont('regular', regular)
    doc.registerFont('bold', bold)
  }

  /** Draws a text, wrapped to its width, and returns its height. */
  text(text: string, x: number, y: number, style: TextStyle = {}): number {
    const options = this.use(style)
    const printable = this.printable(text)
    this.doc.fillColor(style.color ?? INK).text(printable, x, y, options)
    return this.doc.heightOfString(printable, options)
  }

  /** Draws a JPEG as large as fits into a box, from its top left corner. */
  picture(content: Uint8Array, x: number, y: number, box: { width: number; height: number }): void {
    this.doc.image(Buffer.from(content), x, y, { fit: [box.width, box.height] })
  }

  heightOf(text: string, style: TextStyle = {}): number {
    return this.doc.heightOfString(this.printable(text), this.use(style))
  }

  /** Returns the first of the sizes at which a text fits on one line, else the last. */
  sizeFor(text: string, sizes: readonly [number, ...number[]], style: TextStyle): number {
    const fitting = sizes.find(size => {
      this.use({ ...style, size })
      return this.doc.widthOfString(this.printable(text)) <= (style.width ?? 0)
    })
    return fitting ?? sizes.at(-1) ?? sizes[0]
  }

  rule(
    y: number,
    { from = PAGE.left, color = LINE }: { from?: number; color?: string } = {},
  ): void {
    this.doc.moveTo(from, y).lineTo(PAGE.right, y).lineWidth(0.6).strokeColor(color).stroke()
  }

  /** Starts a new page if a block of this height does not fit, and returns whether it did. */
  breakFor(height: number): boolean {
    if (this.y + height <= BODY_END) return false
    this.doc.addPage()
    this.y = PAGE.top
    return true
  }

  private use({ size = 9, isBold = false, width, align = 'left' }: TextStyle) {
    this.doc.font(isBold ? 'bold' : 'regular').fontSize(size)
    return { align, lineGap: 2, ...(width === undefined ? { lineBreak: false } : { width }) }
  }

  /** PDF/A forbids characters that the font lacks. */
  private printable(text: string): string {
    const { font } = (this.doc as unknown as { _font: EmbeddedFont })._font
    return Array.from(text.replace(/\r\n?/g, '\n'), character =>
      character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
        ? character
        : '?',
    ).join('')
  }
}

interface EmbeddedFont {
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean }
}
