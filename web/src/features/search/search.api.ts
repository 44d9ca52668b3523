import { locateItem, type SortField } from '@coffer/contract/browse'
import { type SearchType, searchItems, searchPeople } from '@coffer/contract/search'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ApiScope, userScope } from '../../lib/api-scope.ts'
import { yearOf } from '../../lib/clock.ts'
import { dayOf, instantsOf } from '../../lib/day-range.ts'
import { zoneName } from '../../lib/time-zone.ts'

export type ChangedChoice = 'any' | 'day' | 'week' | 'month' | 'year'
export type SizeChoice = 'any' | 'small' | 'medium' | 'large'

export interface SearchFilters {
  type: SearchType | null
  /** A document type and one of its subcategories. */
  documentType: string | null
  subcategory: string | null
  changed: ChangedChoice
  size: SizeChoice
}
export const NO_FILTERS: SearchFilters = {
  type: null,
  documentType: null,
  subcategory: null,
  changed: 'any',
  size: 'any',
}

/** Whether any search filter is set. */
export const isFiltered = ({ type, documentType, changed, size }: SearchFilters): boolean =>
  type !== null || documentType !== null || changed !== 'any' || size !== 'any'

const MIB = 1024 * 1024
const DAYS = { day: '1', week: '7', month: '30' } as const

/** The first moment of a period, by the days and years of the reader. */
function startOf(changed: ChangedChoice): string | undefined {
  const now = new Date()
  if (changed === 'any') return undefined
  if (changed === 'year') return dayOf(`${yearOf(now)}-01-01`).toISOString()
  return instantsOf({ days: DAYS[changed] }, now).from
}

function toQuery({ type, documentType, subcategory, changed, size }: SearchFilters) {
  return {
    type: type ?? undefined,
    document_type: documentType ?? undefined,
    subcategory: subcategory ?? undefined,
    from: startOf(changed),
    time_zone: zoneName(),
    min_size: size === 'medium' ? MIB : size === 'large' ? 100 * MIB : undefined,
    max_size: size === 'small' ? MIB : size === 'medium' ? 100 * MIB : undefined,
  }
}

/** Results stay fresh this long, so that a repeated search shows them at once. */
const STALE_MS = 5_000
const SEARCH = 'search'

/** Loads the best hits. An outdated request is aborted. */
export const hitsQuery = (query: string, filters: SearchFilters, count: number) =>
  queryOptions({
    queryKey: [SEARCH, 'hits', query, filters, count],
    queryFn: ({ signal }) =>
      api(searchItems, { query: { query, ...toQuery(filters), per_page: count } }, { signal }),
    enabled: query !== '' || isFiltered(filters),
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Loads all hits, page by page. */
export const allHitsQuery = (
  query: string,
  filters: SearchFilters,
  isEnabled: boolean,
  { more, guest }: Pick<ApiScope, 'more' | 'guest'> = userScope,
) =>
  infiniteQueryOptions({
    queryKey: [SEARCH, 'all', query, filters, guest],
    queryFn: more
      ? ({ signal, pageParam }) =>
          api(
            more.searchItems,
            { query: { query, ...toQuery(filters), page: pageParam } },
            { signal },
          )
      : skipToken,
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more && meta.page < 20 ? meta.page + 1 : undefined),
    enabled: isEnabled,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Finds people by part of their name or address. */
export const peopleQuery = (query: string, isEnabled: boolean) =>
  queryOptions({
    queryKey: [SEARCH, 'people', query],
    queryFn: async ({ signal }) => (await api(searchPeople, { query: { query } }, { signal })).data,
    enabled: isEnabled && query !== '',
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/** Finds the index of an item in its folder. */
export const locate = async (
  id: string,
  order: { sort: SortField; direction: 'ASC' | 'DESC' },
): Promise<{ parent_id: string | null; index: number }> =>
  (await api(locateItem, { params: { id }, query: order })).data
