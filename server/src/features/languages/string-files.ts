import type { STRING_FILES } from '@coffer/contract/languages'
import { AppError } from '../../errors.ts'
import { csvHeader, csvRows, delimiterOf, isCsvError, withoutGuards } from '../../lib/csv.ts'

/** A translation in a file. */
export interface FileRow {
  /** Line of the CSV row or position of the JSON entry, from 1. */
  row: number
  key: string
  /** Anything else than text can't be imported. */
  text: unknown
  /** The English text that the translator saw. */
  source?: string
}

export interface ExportRow {
  key: string
  source: string
  text: string
}

const unreadable = (cause?: unknown) => new AppError('language.file_unreadable', { cause })

/** Decodes UTF-8, or UTF-16 with a byte order mark, which spreadsheets write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const utf16 = { fffe: 'utf-16le', feff: 'utf-16be' } as const
  const mark = `${first?.toString(16)}${second?.toString(16)}` as keyof typeof utf16
  try {
    return new TextDecoder(utf16[mark] ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('language.file_encoding', { cause })
  }
}

function readJson(text: string): FileRow[] {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw unreadable(cause)
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) throw unreadable()
  return Object.entries(content).map(([key, value], index) => ({
    row: index + 1,
    key,
    text: value,
  }))
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

async function readCsv(text: string): Promise<FileRow[]> {
  const records = await parseCsv(text)
  const header = (records[0]?.record ?? []).map(cell => cell.trim().toLowerCase())
  const columnOf = (...names: string[]) => header.findIndex(name => names.includes(name))
  const key = columnOf('key')
  const translation = columnOf('translation', 'value')
  const source = columnOf('source')
  if (key === -1 || translation === -1) throw new AppError('language.file_columns')
  return records.slice(1).map(({ record, info }) => ({
    row: info.lines,
    key: record[key]?.trim() ?? '',
    text: withoutGuards(record[translation] ?? ''),
    ...(source !== -1 && record[source] && { source: withoutGuards(record[source]) }),
  }))
}

async function parseCsv(text: string): Promise<CsvRecord[]> {
  // Only imports need it.
  const { parse } = await import('csv-parse/sync')
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as CsvRecord[]
  } catch (cause) {
    if (isCsvError(cause)) throw unreadable(cause)
    throw cause
  }
}

/**
 * Reads a file of translations; the content decides whether it is JSON or CSV.
 * @throws AppError `language.file_encoding`, `language.file_unreadable` or `language.file_columns`
 */
export async function readStringFile(bytes: Uint8Array): Promise<FileRow[]> {
  const text = decode(bytes)
  return /^\s*[[{"]/.test(text) && !/^\s*"?key\b/i.test(text) ? readJson(text) : readCsv(text)
}

/** Writes translations as a file; texts without translation are empty. */
export function writeStringFile(
  format: (typeof STRING_FILES)[number],
  rows: readonly ExportRow[],
): string {
  if (format === 'json')
    return `${JSON.stringify(Object.fromEntries(rows.map(({ key, text }) => [key, text])), null, 2)}\n`
  const cells = rows.map(({ key, source, text }) => [key, source, text])
  return csvHeader(['key', 'source', 'translation']) + csvRows(cells)
}
