import type { Listing } from '@coffer/contract/browse'
import { PAGE_SIZE } from '@coffer/contract/constants'
import type { Item } from '@coffer/contract/items'
import type { Crumb } from '@coffer/contract/resource'
import type { TeamFolder } from '@coffer/contract/teams'
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api.ts'
import {
  type ListLocation,
  listQueryKey,
  type PageKey,
  pageKey,
  pageNumberOf,
  pageOf,
  pageQuery,
  type TrashOrder,
} from './browse.api.ts'
import { PageReader } from './page-reader.ts'

/** Parallel requests when many rows are loaded at once. */
const PARALLEL_REQUESTS = 6

/** The rows of a list of any length. Only visible pages are loaded. */
export interface ListingRows {
  /** Key of the list in this order. */
  listKey: string
  /** Whether a page has been loaded. */
  isKnown: boolean
  total: number
  /** Whether the list is longer than `total`, which then grows as later pages are loaded. */
  isCapped: boolean
  itemAt(index: number): Item | undefined
  idAt(index: number): string | undefined
  /** Returns -1 when no loaded page contains the item. */
  indexOf(id: string): number
  /** All loaded items. */
  loaded(): Item[]
  /** Loads the items of a range, both ends included. Fails while offline. */
  load(from: number, to: number): Promise<Item[]>
}

export interface ListingView {
  rows: ListingRows
  /** The current folder; null at the top, undefined while loading. */
  root: Item | null | undefined
  ancestors: readonly Crumb[]
  /** In the trash, the time of the newest item that `rows.total` counts. */
  removedUntil: string | undefined
  /** The team folder with its members, in lists of team folders. */
  team: TeamFolder | null
  /** Whether the first page is still loading. */
  isLoading: boolean
  /** The error when no page could be loaded. */
  error: ApiError | null
  /** Whether some of the visible rows could not be loaded. */
  hasGaps: boolean
  retry: () => void
  /** Sets the visible rows, whose pages are then loaded. */
  setVisibleRange: (from: number, to: number) => void
}

/** Loads a list in an order, page by page as its rows become visible. */
export function useListing(location: ListLocation, order: TrashOrder): ListingView {
  const queries = useQueryClient()
  const listKey = listQueryKey(location).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the location.
  const stable = useMemo(() => location, [listKey])
  const { sort, direction } = order
  const reader = useMemo(
    () => new PageReader(queries, stable, { sort, direction }),
    [queries, stable, sort, direction],
  )
  const state = useSyncExternalStore(reader.subscribe, reader.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state says that the cache has changed.
  const listings = useMemo(() => loadedListings(queries, stable), [queries, stable, state])
  const [latest] = listings
  const total = totalOf(listings)
  const isCapped = latest?.meta.is_capped ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state says that the cache has changed.
  const rows = useMemo(
    () => rowsOf(queries, stable, order, { total, isCapped }),
    [queries, stable, order.sort, order.direction, total, isCapped, state],
  )
  return {
    rows,
    root: latest?.meta.root,
    ancestors: latest?.meta.ancestors ?? [],
    removedUntil: latest?.meta.removed_until,
    team: teamOf(latest),
    isLoading: !latest && !state.error,
    error: visibleError(state.error, latest !== undefined),
    hasGaps: state.hasGaps,
    retry: reader.retry,
    setVisibleRange: reader.setVisibleRange,
  }
}

/** Only lists of team folders include the members. */
function teamOf(latest: Listing | undefined): TeamFolder | null {
  const team = latest?.meta.teamFolder?.data
  return team && 'members' in team.relationships ? (team as TeamFolder) : null
}

/** Keeps showing loaded rows when a later request fails, unless the folder no longer exists. */
function visibleError(error: Error | null, isKnown: boolean): ApiError | null {
  if (!(error instanceof ApiError)) return null
  return isKnown && error.status !== 404 ? null : error
}

const pagesBetween = (from: number, to: number): number[] =>
  Array.from({ length: pageOf(to) - pageOf(from) + 1 }, (_, index) => pageOf(from) + index)

/** The loaded pages in any order, the latest response first. */
const loadedListings = (queries: QueryClient, location: ListLocation): Listing[] =>
  queries
    .getQueryCache()
    .findAll({ queryKey: listQueryKey(location) })
    .filter(query => query.state.data !== undefined)
    .sort((first, second) => second.state.dataUpdatedAt - first.state.dataUpdatedAt)
    .map(query => query.state.data as Listing)

/**
 * Every page includes the total; the latest response is the most accurate, except that later pages of a
 * list with a capped total have counted further than earlier ones.
 */
function totalOf(listings: readonly Listing[]): number | undefined {
  const [latest] = listings
  if (!latest?.meta.is_capped) return latest?.meta.paginate.total
  return Math.max(...listings.map(({ meta }) => meta.paginate.total))
}

function rowsOf(
  queries: QueryClient,
  location: ListLocation,
  order: TrashOrder,
  length: { total: number | undefined; isCapped: boolean },
): ListingRows {
  const { total = 0, isCapped } = length
  // Cached, because a lookup in the query cache takes longer than rendering a row.
  const pages = new Map<number, Listing>()
  const page = (number: number) => {
    const latest =
      pages.get(number) ?? queries.getQueryData(pageQuery(location, order, number).queryKey)
    if (latest) pages.set(number, latest)
    return latest
  }
  const itemAt = (index: number) => page(pageOf(index))?.data[index % PAGE_SIZE]
  let indexById: Map<string, number> | undefined
  return {
    listKey: pageKey(location, order, 1).slice(0, -1).join(' '),
    isKnown: length.total !== undefined,
    total,
    isCapped,
    itemAt,
    idAt: index => itemAt(index)?.id,
    indexOf: id => {
      indexById ??= indexItems(queries, location, order)
      return indexById.get(id) ?? -1
    },
    loaded: () => loadedPages(queries, location, order).flatMap(([, listing]) => listing.data),
    load: (from, to) => untilOffline(loadRange(from, to)),
  }

  async function loadRange(from: number, to: number): Promise<Item[]> {
    const pages = pagesBetween(from, to)
    const items: Item[] = []
    for (let start = 0; start < pages.length; start += PARALLEL_REQUESTS) {
      const pageNumbers = pages.slice(start, start + PARALLEL_REQUESTS)
      const answers = await Promise.all(
        pageNumbers.map(number =>
          queries.fetchQuery(withoutRefetch(pageQuery(location, order, number))),
        ),
      )
      indexById = undefined
      for (const [index, { data }] of answers.entries())
        items.push(...withinRange(data, pageNumbers[index] ?? 1, from, to))
    }
    return items
  }
}

/** Rejects while offline, where a query waits: an action would run long after it was requested. */
async function untilOffline<T>(loading: Promise<T>): Promise<T> {
  const offline = Promise.withResolvers<never>()
  const check = () => {
    if (!onlineManager.isOnline()) offline.reject(new ApiError(0, null, true))
  }
  const stop = onlineManager.subscribe(check)
  check()
  return Promise.race([loading, offline.promise]).finally(stop)
}

/** Cached pages stay valid until they are invalidated. */
const withoutRefetch = (query: ReturnType<typeof pageQuery>) => ({ ...query, staleTime: Infinity })

function withinRange(data: Item[], page: number, from: number, to: number): Item[] {
  const first = (page - 1) * PAGE_SIZE
  return data.filter((_, offset) => first + offset >= from && first + offset <= to)
}

function loadedPages(
  queries: QueryClient,
  location: ListLocation,
  order: TrashOrder,
): [number, Listing][] {
  const queryKey = pageKey(location, order, 1).slice(0, -1)
  return queries
    .getQueriesData<Listing>({ queryKey })
    .flatMap(([key, listing]) => (listing ? [[pageNumberOf(key as PageKey), listing]] : []))
}

const indexItems = (
  queries: QueryClient,
  location: ListLocation,
  order: TrashOrder,
): Map<string, number> =>
  new Map(
    loadedPages(queries, location, order).flatMap(([page, { data }]) =>
      data.map((item, offset) => [item.id, (page - 1) * PAGE_SIZE + offset] as const),
    ),
  )
