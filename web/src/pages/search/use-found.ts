import type { SearchedPerson, SearchHit, SearchType } from '@coffer/contract/search'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useUser } from '../../features/account/account.api.ts'
import {
  allHitsQuery,
  hitsQuery,
  isFiltered,
  peopleQuery,
} from '../../features/search/search.api.ts'
import type { Ask } from './ask.ts'

const FOLDERS = 4
const FILES = 7

export interface SearchResults {
  folders: SearchHit[]
  files: SearchHit[]
  /** Of both, when one wants to see them all. */
  all: SearchHit[]
  people: SearchedPerson[]
  hasMore: boolean
  isLoading: boolean
  isFetching: boolean
  hasFailed: boolean
  retry: () => void
  more: () => void
}

/** What the server finds. What was found before stays until there is something else. */
export function useFound(ask: Ask): SearchResults {
  const { query, filters, showsAll } = ask
  const isAsked = query !== '' || isFiltered(filters)
  const folders = useBest(
    ask,
    'folder',
    FOLDERS,
    isAsked && (filters.type ?? 'folder') === 'folder',
  )
  const files = useBest(ask, filters.type ?? 'file', FILES, isAsked && filters.type !== 'folder')
  const all = useInfiniteQuery(allHitsQuery(query, filters, isAsked && showsAll))
  const parts = [folders, files]
  return {
    folders: folders.hits,
    files: files.hits,
    all: isAsked && showsAll ? (all.data?.pages.flatMap(page => page.data) ?? []) : [],
    people: usePeople(ask),
    hasMore: parts.some(part => part.hasMore),
    isLoading: parts.some(part => part.isLoading),
    isFetching: parts.some(part => part.isFetching) || all.isFetching,
    hasFailed: parts.some(part => part.hasFailed) || (isAsked && showsAll && all.isError),
    retry: () => {
      for (const part of parts) if (part.hasFailed) void part.refetch()
      if (all.isError) void (all.isFetchNextPageError ? all.fetchNextPage() : all.refetch())
    },
    more: () => {
      if (showsAll && !all.isError && all.hasNextPage && !all.isFetching) void all.fetchNextPage()
    },
  }
}

/** The best few of one kind. */
function useBest({ query, filters }: Ask, type: SearchType, count: number, isEnabled: boolean) {
  const asked = useQuery({ ...hitsQuery(query, { ...filters, type }, count), enabled: isEnabled })
  return {
    hits: (isEnabled && asked.data?.data) || [],
    hasMore: isEnabled && asked.data?.meta.has_more === true,
    isLoading: isEnabled && (asked.isLoading || asked.isPlaceholderData),
    isFetching: isEnabled && asked.isFetching,
    hasFailed: isEnabled && asked.isError,
    refetch: asked.refetch,
  }
}

function usePeople({ query, filters }: Ask): SearchedPerson[] {
  const isAdmin = useUser().attributes.role === 'admin'
  const isEnabled = query !== '' && isAdmin && !isFiltered(filters)
  const { data } = useQuery(peopleQuery(query, isEnabled))
  return (isEnabled && data) || []
}
