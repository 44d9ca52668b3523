import { SaxesParser } from 'saxes'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { TextKind } from './text-kinds.ts'
import { TextBuffer, TextError, type TextTask } from './text-task.ts'

/** A document is a few dozen parts of a few megabytes; what claims to be more is there to do harm. */
const ENTRIES_MAX = 10_000
const UNPACKED_MAX = 64 * 1024 * 1024
const RATIO_MAX = 250
/** Small parts of one letter over and over are packed as well as that. */
const RATIO_FROM = 1024 * 1024

const PARTS: Partial<Record<TextKind, RegExp>> = {
  word: /^word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
  sheet: /^xl\/(sharedStrings|workbook|worksheets\/sheet\d+)\.xml$/,
  slides: /^ppt\/(slides\/slide\d+|notesSlides\/notesSlide\d+)\.xml$/,
  open: /^content\.xml$/,
}
/** Elements whose characters are words; null where all of them are. */
const WORDS: Partial<Record<TextKind, ReadonlySet<string> | null>> = {
  word: new Set(['w:t']),
  sheet: new Set(['t']),
  slides: new Set(['a:t']),
  open: null,
}
/** Between words that stand in different ones of these is a space. */
const BREAKS =
  /^(w:p|w:tab|w:br|w:tc|a:p|a:br|si|is|row|text:(p|h|tab|line-break|s)|table:table-cell)$/

/** Words of one part, without entities of the document's own: those are refused by the parser. */
function parse(kind: TextKind, buffer: TextBuffer): SaxesParser {
  const parser = new SaxesParser()
  const words = WORDS[kind] ?? null
  let within = 0
  parser.on('error', error => {
    throw new TextError(error.message)
  })
  parser.on('doctype', () => {
    throw new TextError('a document type of its own')
  })
  parser.on('opentag', ({ name }) => {
    if (words?.has(name)) within += 1
    if (name === 'sheet') buffer.add(' ')
  })
  parser.on('closetag', ({ name }) => {
    if (words?.has(name)) within -= 1
    if (BREAKS.test(name)) buffer.add(/[ph]$/.test(name) ? '\n' : ' ')
  })
  parser.on('text', text => {
    if (!words || within > 0) buffer.add(text)
  })
  return parser
}

function refuseBomb({ compressedSize, uncompressedSize }: Entry): void {
  const isDense = uncompressedSize > compressedSize * RATIO_MAX
  if (uncompressedSize > UNPACKED_MAX || (isDense && uncompressedSize > RATIO_FROM))
    throw new TextError('packed too densely')
}

/** @returns how many bytes it was */
async function readPart(zip: ZipFile, entry: Entry, kind: TextKind, buffer: TextBuffer) {
  refuseBomb(entry)
  const parser = parse(kind, buffer)
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const piece = chunk as Uint8Array
    bytes += piece.length
    if (bytes > UNPACKED_MAX) throw new TextError('larger than it says')
    parser.write(decoder.decode(piece, { stream: true }))
    if (buffer.isFull) return bytes
  }
  parser.close()
  return bytes
}

/** The words of a Word, Excel, PowerPoint or OpenDocument file: XML in a zip. */
export async function readOffice({ kind, path }: TextTask): Promise<string> {
  const zip = await openPromise(path, { lazyEntries: true, validateEntrySizes: true })
  const buffer = new TextBuffer()
  let left = UNPACKED_MAX
  try {
    if (zip.entryCount > ENTRIES_MAX) throw new TextError('too many parts')
    for await (const entry of zip.eachEntry()) {
      if (!PARTS[kind]?.test(entry.fileName) || entry.isEncrypted()) continue
      left -= await readPart(zip, entry, kind, buffer)
      if (left < 0) throw new TextError('too much in all')
      if (buffer.isFull) break
      buffer.add('\n')
    }
  } finally {
    zip.close()
  }
  return buffer.toString()
}
