import type { SearchHit, SearchType } from '@coffer/contract/search'
import type { Person } from '@coffer/contract/users'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useUser } from '../../features/account/account.api.ts'
import {
  allHitsQuery,
  hitsQuery,
  isFiltered,
  peopleQuery,
} from '../../features/search/search.api.ts'
import type { SearchRequest } from './search-request.ts'

const FOLDERS = 4
const FILES = 7

export interface SearchResults {
  folders: SearchHit[]
  files: SearchHit[]
  /** Files and folders, when all results are shown. */
  all: SearchHit[]
  people: Person[]
  hasMore: boolean
  isLoading: boolean
  isFetching: boolean
  hasFailed: boolean
  retry: () => void
  more: () => void
}

/** Returns search results of the server. Previous results stay until new ones arrive. */
export function useSearchResults(request: SearchRequest): SearchResults {
  const { query, filters, showsAll } = request
  const isSearching = query !== '' || isFiltered(filters)
  const folders = useBestHits(
    request,
    'folder',
    FOLDERS,
    isSearching && (filters.type ?? 'folder') === 'folder',
  )
  const files = useBestHits(
    request,
    filters.type ?? 'file',
    FILES,
    isSearching && filters.type !== 'folder',
  )
  const all = useInfiniteQuery(allHitsQuery(query, filters, isSearching && showsAll))
  const parts = [folders, files]
  return {
    folders: folders.hits,
    files: files.hits,
    all: isSearching && showsAll ? (all.data?.pages.flatMap(page => page.data) ?? []) : [],
    people: usePeople(request),
    hasMore: parts.some(part => part.hasMore),
    isLoading: parts.some(part => part.isLoading),
    isFetching: parts.some(part => part.isFetching) || all.isFetching,
    hasFailed: parts.some(part => part.hasFailed) || (isSearching && showsAll && all.isError),
    retry: () => {
      for (const part of parts) if (part.hasFailed) void part.refetch()
      if (all.isError) void (all.isFetchNextPageError ? all.fetchNextPage() : all.refetch())
    },
    more: () => {
      if (showsAll && !all.isError && all.hasNextPage && !all.isFetching) void all.fetchNextPage()
    },
  }
}

/** The best results of one kind. */
function useBestHits(
  { query, filters }: SearchRequest,
  type: SearchType,
  count: number,
  isEnabled: boolean,
) {
  const search = useQuery({ ...hitsQuery(query, { ...filters, type }, count), enabled: isEnabled })
  return {
    hits: (isEnabled && search.data?.data) || [],
    hasMore: isEnabled && search.data?.meta.has_more === true,
    isLoading: isEnabled && (search.isLoading || search.isPlaceholderData),
    isFetching: isEnabled && search.isFetching,
    hasFailed: isEnabled && search.isError,
    refetch: search.refetch,
  }
}

function usePeople({ query, filters }: SearchRequest): Person[] {
  const isAdmin = useUser().attributes.role === 'admin'
  const isEnabled = query !== '' && isAdmin && !isFiltered(filters)
  const { data } = useQuery(peopleQuery(query, isEnabled))
  return (isEnabled && data) || []
}
