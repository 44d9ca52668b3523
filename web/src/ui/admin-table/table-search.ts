import { MAX_PAGE_SIZE, PAGE_SIZE } from '@coffer/contract/constants'
import { z } from 'zod'
import { type DaySelection, instantsOf, PERIODS } from '../../lib/day-range.ts'

/** The state of a table in the search parameters of its page. */
export interface TableSearch {
  page?: number | undefined
  per_page?: number | undefined
  sort?: string | undefined
  direction?: Direction | undefined
  query?: string | undefined
  /**
   * Filters: `name` of a choice or text, `name_min` and `name_max` of a range, `name_days`, or
   * `name_from` and `name_to`, of days.
   */
  [filter: string]: string | number | undefined
}

export type Direction = 'asc' | 'desc'

/** The values of a choice, or how else a filter is kept in the URL. */
export type FilterType = readonly string[] | 'text' | 'range' | 'days' | DaysOr
/** Days, or one of a few other values such as "never", kept under the name itself. */
interface DaysOr {
  daysOr: readonly string[]
}
export type FilterTypes = Readonly<Record<string, FilterType>>

export interface TableOrder {
  sort: string
  direction: Direction
}

/** The query of the call that lists the rows. */
export interface TableRequest extends TableOrder {
  page: number
  per_page: number
  query?: string
  /** `name_days` is converted: the server only knows `name_from` and `name_to`. */
  [filter: string]: string | number | undefined
}

const Text = z.coerce.string().trim().min(1).max(255)
const Count = z.coerce.number().int().positive()
const Amount = z.coerce.number().nonnegative()
const dropInvalid = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

const FIXED = {
  page: dropInvalid(Count),
  per_page: dropInvalid(Count.max(MAX_PAGE_SIZE)),
  sort: dropInvalid(Text),
  direction: dropInvalid(z.enum(['asc', 'desc'])),
  query: dropInvalid(Text),
}

/** Reads the state from the URL. Unknown parameters and invalid values are dropped. */
export function parseTableSearch(filters: FilterTypes, search: unknown): TableSearch {
  const shape = Object.entries(filters).flatMap(([name, type]) => fieldsOf(name, type))
  const parsed = z.object({ ...FIXED, ...Object.fromEntries(shape) }).safeParse(search)
  return withoutUndefined(parsed.data ?? {})
}

function fieldsOf(name: string, type: FilterType): [string, z.ZodType][] {
  if (type === 'text') return [[name, dropInvalid(Text)]]
  if (type === 'range')
    return [
      [`${name}_min`, dropInvalid(Amount)],
      [`${name}_max`, dropInvalid(Amount)],
    ]
  if (isDays(type))
    return [
      ...(type === 'days' ? [] : fieldsOf(name, type.daysOr)),
      [`${name}_days`, dropInvalid(z.coerce.string().pipe(z.enum(PERIODS)))],
      [`${name}_from`, dropInvalid(z.iso.date())],
      [`${name}_to`, dropInvalid(z.iso.date())],
    ]
  return [[name, dropInvalid(z.coerce.string().pipe(z.enum(type)))]]
}

/** The days chosen in a filter. */
export const daysOf = (search: TableSearch, name: string): DaySelection =>
  withoutUndefined({
    days: search[`${name}_days`],
    from: search[`${name}_from`],
    to: search[`${name}_to`],
  }) as DaySelection

/** The query of the call for what the URL shows. */
export function requestOf(
  filters: FilterTypes,
  search: TableSearch,
  order: TableOrder,
  now: Date,
): TableRequest {
  const { query } = search
  const sorted = search.sort
    ? { sort: search.sort, direction: search.direction ?? 'asc' }
    : { sort: order.sort, direction: search.direction ?? order.direction }
  const values = Object.entries(filters).flatMap(([name, type]) =>
    isDays(type)
      ? daysRequest(name, search, now)
      : fieldsOf(name, type).map(([field]) => [field, search[field]]),
  )
  const given = withoutUndefined(Object.fromEntries(values))
  const page = search.page ?? 1
  const per_page = search.per_page ?? PAGE_SIZE
  return { page, per_page, ...sorted, ...(query ? { query } : {}), ...given } as TableRequest
}

function daysRequest(name: string, search: TableSearch, now: Date) {
  const { from, to } = instantsOf(daysOf(search, name), now)
  return [
    [name, search[name]],
    [`${name}_from`, from],
    [`${name}_to`, to],
  ]
}

const isDays = (type: FilterType): type is 'days' | DaysOr =>
  type === 'days' || (typeof type === 'object' && 'daysOr' in type)

/** How many filters are on. */
export const countFilters = (filters: FilterTypes, search: TableSearch): number =>
  Object.entries(filters).filter(([name, type]) => isOn(name, type, search)).length

const isOn = (name: string, type: FilterType, search: TableSearch): boolean =>
  fieldsOf(name, type).some(([field]) => search[field] !== undefined)

/** Search parameters that switch filters off. */
export const cleared = (filters: FilterTypes): TableSearch =>
  Object.fromEntries(
    Object.entries(filters)
      .flatMap(([name, type]) => fieldsOf(name, type))
      .map(([field]) => [field, undefined]),
  )

const withoutUndefined = (values: Record<string, unknown>): TableSearch =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as TableSearch
