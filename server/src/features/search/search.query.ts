import { SEARCH_TYPES, type SearchQuery, type SearchType } from '@coffer/contract/search'
import type { Filters } from './candidates.repository.ts'
import { wordsOf } from './search.terms.ts'

/** More words than these narrow nothing any more. */
const WORDS_MAX = 8

export interface ParsedQuery {
  words: string[]
  type: SearchType | undefined
  extension: string | undefined
  /** The name of a folder, as it was typed. */
  inFolder: string | undefined
  filters: Omit<Filters, 'trees' | 'below'>
}

const DAY_MS = 24 * 3_600_000
const SIZES: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** `type:pdf`, `in:"old invoices"`; also in Spanish. */
const PREFIX = /(?:^|\s)(\p{L}+):(?:"([^"]*)"|(\S+))/gu

const NAMES: Record<string, 'type' | 'in' | 'before' | 'after' | 'larger' | 'smaller'> = {
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
}
const TYPES: Record<string, SearchType> = {
  ...Object.fromEntries(SEARCH_TYPES.map(type => [type, type])),
  carpeta: 'folder',
  archivo: 'file',
  imagen: 'image',
  picture: 'image',
  photo: 'image',
  documento: 'document',
}

/** 2026, 2026-01 and 2026-01-31 as the moments at which that time begins and ends. */
function spanOf(text: string): [from: number, before: number] | null {
  const found = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text)
  if (!found) return null
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  if (day) {
    const from = Date.UTC(year, month - 1, day)
    return [from, from + DAY_MS]
  }
  return month
    ? [Date.UTC(year, month - 1), Date.UTC(year, month)]
    : [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
}

function bytesOf(text: string): number | null {
  const found = /^(\d+(?:\.\d+)?)([kmgt]?)i?b?$/i.exec(text)
  if (!found) return null
  return Math.round(Number(found[1]) * (SIZES[found[2]?.toLowerCase() ?? ''] ?? 1))
}

/** What is typed is an addition to what is chosen. @returns false when it is no filter after all */
function apply(asked: ParsedQuery, name: string, value: string): boolean {
  const { filters } = asked
  switch (NAMES[name]) {
    case 'type': {
      const type = TYPES[value.toLowerCase()]
      const extension = value.replace(/^\./, '').toLowerCase()
      if (type) asked.type = type
      else if (/^[\p{L}\p{N}]{1,16}$/u.test(extension)) asked.extension = extension
      return type !== undefined || asked.extension === extension
    }
    case 'in':
      asked.inFolder = value
      return value !== ''
    case 'before':
      return applySpan(value, ([from]) => ({ changedBefore: from }), filters)
    case 'after':
      return applySpan(value, ([, before]) => ({ changedFrom: before }), filters)
    case 'larger':
      return applySize(value, bytes => ({ minSize: bytes }), filters)
    case 'smaller':
      return applySize(value, bytes => ({ maxSize: bytes }), filters)
    default:
      return false
  }
}

function applySpan(
  value: string,
  change: (span: [number, number]) => ParsedQuery['filters'],
  filters: ParsedQuery['filters'],
): boolean {
  const span = spanOf(value)
  if (span) Object.assign(filters, change(span))
  return span !== null
}

function applySize(
  value: string,
  change: (bytes: number) => ParsedQuery['filters'],
  filters: ParsedQuery['filters'],
): boolean {
  const bytes = bytesOf(value)
  if (bytes !== null) Object.assign(filters, change(bytes))
  return bytes !== null
}

/** What a search asks for, with the filters that were typed among its words. */
export function readQuery(query: SearchQuery): ParsedQuery {
  const asked: ParsedQuery = {
    words: [],
    type: query.type,
    extension: query.extension?.toLowerCase(),
    inFolder: undefined,
    filters: {
      documentType: query.document_type,
      subcategory: query.subcategory,
      changedFrom: query.from === undefined ? undefined : Date.parse(query.from),
      changedBefore: query.to === undefined ? undefined : Date.parse(query.to) + DAY_MS,
      minSize: query.min_size,
      maxSize: query.max_size,
    },
  }
  const rest = query.query.replace(
    PREFIX,
    (whole, name: string, quoted?: string, plain?: string) =>
      apply(asked, name.toLowerCase(), quoted ?? plain ?? '') ? ' ' : whole,
  )
  asked.words = [...new Set(wordsOf(rest))].slice(0, WORDS_MAX)
  return asked
}

/** Whether there is anything to look for. */
export const isEmpty = ({ words, type, extension, inFolder, filters }: ParsedQuery): boolean =>
  words.length === 0 &&
  [type, extension, inFolder, ...Object.values(filters)].every(value => value === undefined)
