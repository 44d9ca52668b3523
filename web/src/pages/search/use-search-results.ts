import type { SearchHit, SearchType } from '@coffer/contract/search'
import type { Person } from '@coffer/contract/users'
import { type UseBaseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useUser } from '../../features/account/account.api.ts'
import {
  allHitsQuery,
  hitsQuery,
  isFiltered,
  peopleQuery,
} from '../../features/search/search.api.ts'
import { checkConnection } from '../../lib/connection.ts'
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
  /** Whether it has failed because the server cannot be reached. */
  isOffline: boolean
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
  const all = useAllHits(request, isSearching && showsAll)
  const parts = [folders, files]
  const isOffline = [...parts, all].some(part => part.isOffline)
  return {
    folders: folders.hits,
    files: files.hits,
    all: all.hits,
    people: usePeople(request),
    hasMore: parts.some(part => part.hasMore),
    isLoading: parts.some(part => part.isLoading),
    isFetching: [...parts, all].some(part => part.isFetching),
    hasFailed: isOffline || [...parts, all].some(part => part.hasFailed),
    isOffline,
    retry: () => {
      if (isOffline) void checkConnection()
      for (const part of [...parts, all]) if (part.hasFailed) void part.refetch()
    },
    more: all.more,
  }
}

/** Whether a query waits for the connection without results, which takes until the server answers. */
const isPausedEmpty = ({ isPaused, data, isPlaceholderData }: UseBaseQueryResult): boolean =>
  isPaused && (data === undefined || isPlaceholderData)

/** All results in one list. */
function useAllHits({ query, filters }: SearchRequest, isEnabled: boolean) {
  const search = useInfiniteQuery(allHitsQuery(query, filters, isEnabled))
  const { isError, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = search
  const isOffline = isEnabled && isPausedEmpty(search)
  const pages = isEnabled && !isOffline ? search.data?.pages : undefined
  return {
    hits: pages?.flatMap(page => page.data) ?? [],
    isFetching,
    isOffline,
    hasFailed: isEnabled && isError,
    refetch: () => (isFetchNextPageError ? fetchNextPage() : refetch()),
    more: () => {
      if (isEnabled && !isError && hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}

/**
 * The best results of one kind, folders or files. A type among the words of the query replaces `type`
 * and may find the other kind.
 */
function useBestHits(
  { query, filters }: SearchRequest,
  type: SearchType,
  count: number,
  isEnabled: boolean,
) {
  const search = useQuery({ ...hitsQuery(query, { ...filters, type }, count), enabled: isEnabled })
  const isOffline = isEnabled && isPausedEmpty(search)
  const page = isEnabled && !isOffline ? search.data : undefined
  const hits = page?.data.filter(hit => (hit.type === 'folder') === (type === 'folder')) ?? []
  return {
    hits,
    hasMore: hits.length > 0 && page?.meta.has_more === true,
    isLoading: isEnabled && !isOffline && (search.isLoading || search.isPlaceholderData),
    isOffline,
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
