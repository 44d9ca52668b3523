import { SEARCH_TYPES, type SearchQuery, type SearchType } from '@coffer/contract/search'
import { clockIn, momentOf } from '@coffer/contract/wall-clock'
import type { Filters } from './candidates.repository.ts'
import { wordsOf } from './search.terms.ts'

/** Further words are ignored. */
export const MAX_WORDS = 8

export interface ParsedQuery {
  words: string[]
  type: SearchType | undefined
  extension: string | undefined
  /** The typed name of a folder. */
  inFolder: string | undefined
  filters: Omit<Filters, 'trees' | 'below'>
}

const SIZES: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** Matches filters such as `type:pdf` and `in:"old invoices"`, in English or Spanish. */
const PREFIX = /(?:^|\s)(\p{L}+):(?:"([^"]*)"|(\S+))/gu

type FilterName = 'type' | 'in' | 'before' | 'after' | 'larger' | 'smaller'
const FILTER_NAMES = mapOf<FilterName>({
  type: 'type',
  tipo: 'type',
  in: 'in',
  en: 'in',
  before: 'before',
  antes: 'before',
  after: 'after',
  despues: 'after',
  después: 'after',
  larger: 'larger',
  mayor: 'larger',
  smaller: 'smaller',
  menor: 'smaller',
})
const TYPES = mapOf<SearchType>({
  ...Object.fromEntries(SEARCH_TYPES.map(type => [type, type])),
  carpeta: 'folder',
  archivo: 'file',
  imagen: 'image',
  picture: 'image',
  photo: 'image',
  documento: 'document',
})

/** Unlike an object, a map has no entry for words such as `constructor`. */
function mapOf<T>(entries: Record<string, T>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries))
}

type DateRange = [from: number, before: number]

/** Parses 2026, 2026-01 or 2026-01-31 to the start and the exclusive end in milliseconds. */
function parseDateRange(text: string, timeZone: string): DateRange | null {
  const match = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  const startOf = (...date: [year: number, month: number, day?: number]) =>
    momentOf(Date.UTC(...date), moment => clockIn(timeZone, moment))
  if (day) return [startOf(year, month - 1, day), startOf(year, month - 1, day + 1)]
  return month
    ? [startOf(year, month - 1), startOf(year, month)]
    : [startOf(year, 0), startOf(year + 1, 0)]
}

function parseBytes(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)([kmgt]?)i?b?$/i.exec(text)
  if (!match) return null
  return Math.round(Number(match[1]) * (SIZES[match[2]?.toLowerCase() ?? ''] ?? 1))
}

/** Adds a typed filter to the selected ones. @returns false when it is not a valid filter */
function applyFilter(parsed: ParsedQuery, timeZone: string, name: string, value: string): boolean {
  const { filters } = parsed
  switch (FILTER_NAMES.get(name)) {
    case 'type': {
      const type = TYPES.get(value.toLowerCase())
      const extension = value.replace(/^\./, '').toLowerCase()
      if (type) parsed.type = type
      else if (/^[\p{L}\p{N}]{1,16}$/u.test(extension)) parsed.extension = extension
      return type !== undefined || parsed.extension === extension
    }
    case 'in':
      parsed.inFolder = value
      return value !== ''
    case 'before':
      return applyDateRange(
        parseDateRange(value, timeZone),
        ([from]) => ({ changedBefore: from }),
        filters,
      )
    case 'after':
      return applyDateRange(
        parseDateRange(value, timeZone),
        ([, before]) => ({ changedFrom: before }),
        filters,
      )
    case 'larger':
      return applySize(value, bytes => ({ minSize: bytes }), filters)
    case 'smaller':
      return applySize(value, bytes => ({ maxSize: bytes }), filters)
    default:
      return false
  }
}

function applyDateRange(
  range: DateRange | null,
  change: (range: DateRange) => ParsedQuery['filters'],
  filters: ParsedQuery['filters'],
): boolean {
  if (range) Object.assign(filters, change(range))
  return range !== null
}

function applySize(
  value: string,
  change: (bytes: number) => ParsedQuery['filters'],
  filters: ParsedQuery['filters'],
): boolean {
  const bytes = parseBytes(value)
  if (bytes !== null) Object.assign(filters, change(bytes))
  return bytes !== null
}

/**
 * Parses a search into words and filters, including filters typed among the words.
 * @param timeZone that of typed days
 */
export function readQuery(query: SearchQuery, timeZone: string): ParsedQuery {
  const parsed: ParsedQuery = {
    words: [],
    type: query.type,
    extension: query.extension?.toLowerCase(),
    inFolder: undefined,
    filters: {
      documentType: query.document_type,
      subcategory: query.subcategory,
      changedFrom: query.from,
      changedBefore: query.to === undefined ? undefined : query.to + 1,
      minSize: query.min_size,
      maxSize: query.max_size,
    },
  }
  const rest = query.query.replace(
    PREFIX,
    (matched, name: string, quoted?: string, plain?: string) =>
      applyFilter(parsed, timeZone, name.toLowerCase(), quoted ?? plain ?? '') ? ' ' : matched,
  )
  parsed.words = [...new Set(wordsOf(rest))].slice(0, MAX_WORDS)
  return parsed
}

/** Reports whether a search has neither words nor filters. */
export const isEmpty = ({ words, type, extension, inFolder, filters }: ParsedQuery): boolean =>
  words.length === 0 &&
  [type, extension, inFolder, ...Object.values(filters)].every(value => value === undefined)
