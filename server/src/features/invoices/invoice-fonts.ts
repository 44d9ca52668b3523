import { createRequire } from 'node:module'

type PdfLibrary = typeof import('pdfkit')
/** The library accepts parsed fonts as well, which its types do not say. */
type FontSource = Extract<PDFKit.Mixins.PDFFontSource, string>

export interface Fonts {
  regular: FontSource
  bold: FontSource
}

const { resolve } = createRequire(import.meta.url)

/** Parsed fonts take 6 MB, so they are kept only while documents are written. */
const KEPT_MS = 60_000

let kept: Record<keyof Fonts, object> | undefined
let release: NodeJS.Timeout | undefined

/**
 * Opens the fonts of one document: Latin, Greek and Cyrillic. Parsing them takes longer than drawing a
 * page, so documents share what was parsed.
 */
export function openFonts(Library: PdfLibrary): Fonts {
  kept ??= {
    regular: parse(Library, 'DejaVuSansCondensed.ttf'),
    bold: parse(Library, 'DejaVuSansCondensed-Bold.ttf'),
  }
  clearTimeout(release)
  release = setTimeout(() => {
    kept = undefined
  }, KEPT_MS).unref()
  return { regular: forDocument(kept.regular), bold: forDocument(kept.bold) }
}

function parse(Library: PdfLibrary, name: string): object {
  const document = new Library({ font: resolve(`dejavu-fonts-ttf/ttf/${name}`) })
  return (document as unknown as { _font: { font: object } })._font.font
}

/**
 * Shares the tables, but not the glyphs: a glyph remembers the first character that it was used for, and
 * a document has the same bytes whatever was written before it.
 */
const forDocument = (font: object) =>
  Object.assign(Object.create(font), { _glyphs: {} }) as FontSource
