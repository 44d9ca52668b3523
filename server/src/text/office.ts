import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { TextKind } from './text-kinds.ts'
import { TextBuffer, TextError, type TextTask } from './text-task.ts'

/** Limits far above those of real documents; larger ones are malicious. */
const MAX_ENTRIES = 10_000
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_RATIO = 250
/** Small repetitive parts reach this ratio legitimately. */
const RATIO_FROM = 1024 * 1024

const PARTS: Partial<Record<TextKind, RegExp>> = {
  word: /^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
  sheet: /^xl\/(sharedStrings|workbook|worksheets\/sheet\d+)\.xml$/,
  slides: /^ppt\/(slides\/slide\d+|notesSlides\/notesSlide\d+)\.xml$/,
  open: /^content\.xml$/,
}
/** Elements that contain text; null where every element does. */
const TEXT_ELEMENTS: Partial<Record<TextKind, ReadonlySet<string> | null>> = {
  word: new Set(['w:t']),
  sheet: new Set(['t']),
  slides: new Set(['a:t']),
  open: null,
}
/** Elements that separate words. */
const BREAKS =
  /^(w:p|w:tab|w:br|w:tc|a:p|a:br|si|is|row|text:(p|h|tab|line-break|s)|table:table-cell)$/

/** Parses the text of one part. A document type is rejected, which excludes custom entities. */
function parse(kind: TextKind, buffer: TextBuffer): SaxesParser {
  const parser = new SaxesParser()
  const textElements = TEXT_ELEMENTS[kind] ?? null
  let depth = 0
  parser.on('error', error => {
    throw new TextError(error.message)
  })
  parser.on('doctype', () => {
    throw new TextError('document type declarations are not allowed')
  })
  parser.on('opentag', ({ name }) => {
    if (textElements?.has(name)) depth += 1
    if (name === 'sheet') buffer.add(' ')
  })
  parser.on('closetag', ({ name }) => {
    if (textElements?.has(name)) depth -= 1
    if (BREAKS.test(name)) buffer.add(/[ph]$/.test(name) ? '\n' : ' ')
  })
  parser.on('text', text => {
    if (!textElements || depth > 0) buffer.add(text)
  })
  return parser
}

function rejectZipBomb({ compressedSize, uncompressedSize }: Entry): void {
  const isDense = uncompressedSize > compressedSize * MAX_RATIO
  if (uncompressedSize > MAX_UNPACKED_BYTES || (isDense && uncompressedSize > RATIO_FROM))
    throw new TextError('suspicious compression ratio')
}

/** @returns the number of bytes read */
async function readPart(zip: ZipFile, entry: Entry, kind: TextKind, buffer: TextBuffer) {
  rejectZipBomb(entry)
  const parser = parse(kind, buffer)
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const piece = chunk as Uint8Array
    bytes += piece.length
    if (bytes > MAX_UNPACKED_BYTES) throw new TextError('larger than declared')
    parser.write(decoder.decode(piece, { stream: true }))
    if (buffer.isFull) return bytes
  }
  parser.close()
  return bytes
}

/** Extracts the text of a Word, Excel, PowerPoint or OpenDocument file, which is XML in a zip. */
export async function readOffice({ kind, path }: TextTask): Promise<string> {
  const zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true })
  const buffer = new TextBuffer()
  let remaining = MAX_UNPACKED_BYTES
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new TextError('too many parts')
    for await (const entry of zip.eachEntry()) {
      if (!PARTS[kind]?.test(entry.fileName) || entry.isEncrypted()) continue
      remaining -= await readPart(zip, entry, kind, buffer)
      if (remaining < 0) throw new TextError('larger than the limit in total')
      if (buffer.isFull) break
      buffer.add('\n')
    }
  } finally {
    zip.close()
  }
  return buffer.toString()
}
