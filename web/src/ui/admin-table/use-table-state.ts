import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import {
  cleared,
  countFilters,
  type FilterTypes,
  parseTableSearch,
  requestOf,
  type TableOrder,
  type TableRequest,
  type TableSearch,
} from './table-search.ts'

export interface TableState {
  filterTypes: FilterTypes
  search: TableSearch
  /** The query for the call that lists the rows. */
  request: TableRequest
  /** How many filters are on. */
  filterCount: number
  /** Changes parameters in the URL; everything except `page` returns to the first page. */
  change: (patch: TableSearch, how?: { replace: boolean }) => void
  clearFilters: () => void
}

/**
 * The state of an admin table, kept in the URL of its page.
 * @param filterTypes and `order` must keep their identity between renders
 */
export function useTableState(filterTypes: FilterTypes, order: TableOrder): TableState {
  const raw: unknown = useSearch({ strict: false })
  const navigate = useNavigate()
  const search = useMemo(() => parseTableSearch(filterTypes, raw), [filterTypes, raw])
  // Instants of day filters change only with the day, so the request stays equal.
  const request = requestOf(filterTypes, search, order, new Date())
  const change = useStable((patch: TableSearch, { replace } = { replace: false }) => {
    const next = { ...search, page: undefined, ...patch }
    // The first page is the URL without a page.
    if (next.page === 1) next.page = undefined
    void navigate({ to: '.', search: next as never, replace })
  })
  return {
    filterTypes,
    search,
    request,
    filterCount: countFilters(filterTypes, search),
    change,
    clearFilters: () => change({ ...cleared(filterTypes), query: undefined }),
  }
}
