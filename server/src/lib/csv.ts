import { PassThrough, type Readable } from 'node:stream'
import { encodingOf } from '@coffer/contract/text-encoding'
import { type Options, stringify } from 'csv-stringify/sync'

export type CsvCell = string | number | null

/** RFC 4180. Cells that a spreadsheet would run as formulas are escaped, because names are untrusted (W3). */
const FORMAT: Options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  // By default only the delimiter itself, CR LF, is quoted, and LF alone would begin a record.
  quoted_match: /[\r\n]/,
}

/**
 * Escapes formulas inside a cell. Where the locale separates lists by semicolons, spreadsheets also
 * begin cells after them and after line breaks, also between quotes.
 */
const guarded = (cell: CsvCell): CsvCell =>
  typeof cell === 'string' ? cell.replace(/([;\t\r\n] *)(?=[=+\-@＝＋－＠])/g, "$1'") : cell

const writeCsv = (rows: readonly (readonly CsvCell[])[], options: Options): string =>
  stringify(
    rows.map(row => row.map(guarded)),
    options,
  )

/** Formats the first row; spreadsheets detect UTF-8 by the byte order mark. */
export const csvHeader = (cells: readonly CsvCell[]): string =>
  writeCsv([cells], { ...FORMAT, bom: true })

export const csvRows = (rows: readonly (readonly CsvCell[])[]): string => writeCsv(rows, FORMAT)

/** Removes the apostrophes by which exports keep spreadsheets from running a cell. */
export const withoutGuards = (cell: string): string =>
  cell.replace(/(^|[;\t\r\n] *)'(?=[=+\-@\t\r＝＋－＠])/g, '$1')

/** Formats a time to the second, without `T` and `Z`, which spreadsheets can't parse. */
export const csvTime = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toISOString().slice(0, 19).replace('T', ' ')

/** Whether a spreadsheet would run a cell as a formula. */
export const isFormula = (cell: string): boolean => /^[=+\-@\t\r]/.test(cell)

export interface CsvRecord {
  /** The line on which the record starts, from 1. */
  line: number
  cells: string[]
}

/** The bytes by which an encoding is recognised. */
const SAMPLE_BYTES = 4096
const MAX_ASCII = 0x7f
const ASCII = 'ascii'

/** Returns the encoding of a text that continues; undefined while too little of it was read. */
function recognisedEncoding(sample: Buffer): string | undefined {
  const encoding = encodingOf(sample, false)
  if (encoding.startsWith('utf-16')) return encoding
  const decisive = sample.findIndex(byte => byte > MAX_ASCII)
  if (decisive < 0) return ASCII
  return sample.length - decisive >= SAMPLE_BYTES ? encoding : undefined
}

/**
 * Decodes UTF-8, UTF-16 or Windows-1252, which spreadsheets write. UTF-16 is recognised by the first
 * bytes, the others by the first bytes that are not ASCII, which both decode equally.
 */
async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let sample = Buffer.alloc(0)
  for await (const chunk of source) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    sample = Buffer.concat([sample, chunk])
    if (sample.length < SAMPLE_BYTES) continue
    const encoding = recognisedEncoding(sample)
    if (encoding === undefined) continue
    const recognised = new TextDecoder(encoding)
    yield recognised.decode(sample, { stream: true })
    if (encoding === ASCII) sample = Buffer.alloc(0)
    else decoder = recognised
  }
  if (decoder) yield decoder.decode()
  else yield new TextDecoder(encodingOf(sample, true)).decode(sample)
}

/** Spreadsheets separate cells by the list separator of their locale. */
const DELIMITERS = [',', ';', '\t']

/** The delimiter that splits the first line into the most cells. */
export function delimiterOf(text: string): string {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const cells = (delimiter: string) => firstLine.split(delimiter).length
  return DELIMITERS.reduce((best, next) => (cells(next) > cells(best) ? next : best))
}

/** Whether an error was caused by a file that is not valid CSV. */
export const isCsvError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

/** Longest accepted record. */
const MAX_RECORD_CHARACTERS = 100_000

/**
 * Reads records of a CSV while it arrives; empty lines are left out.
 * @throws Error with `isCsvError` when quotes do not match or a record is too long
 */
export async function* readCsv(source: Readable): AsyncGenerator<CsvRecord> {
  // Only imports need it.
  const { parse } = await import('csv-parse')
  const texts = decoded(source)
  const first = await texts.next()
  const start = first.done ? '' : first.value
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(start),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    trim: true,
  })
  async function* all() {
    yield start
    yield* texts
  }
  const input = PassThrough.from(all())
  input.on('error', error => parser.destroy(error))
  for await (const { record, info } of input.pipe(parser) as AsyncIterable<{
    record: string[]
    info: { lines: number }
  }>) {
    // The parser counts the line on which the record ends.
    const breaks = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0)
    yield { line: info.lines - breaks, cells: record }
  }
}
