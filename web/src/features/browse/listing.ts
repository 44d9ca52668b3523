import type { Listing } from '@coffer/contract/browse'
import { PAGE_SIZE } from '@coffer/contract/constants'
import type { Item } from '@coffer/contract/items'
import type { Crumb } from '@coffer/contract/resource'
import type { TeamFolder } from '@coffer/contract/teams'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { ApiError } from '../../lib/api.ts'
import {
  type ListLocation,
  listQueryKey,
  numberOf,
  type PageKey,
  pageKey,
  pageOf,
  pageQuery,
  type TrashOrder,
} from './browse.api.ts'
import { PageReader } from './page-reader.ts'

/** Asked for together, where many rows are needed at once. */
const CONNECTIONS_PER_USER = 6

/** A list of any length, of which only the looked-at pages are loaded. */
export interface ListingRows {
  /** Of this list in this order. */
  listKey: string
  /** Whether anything has arrived yet. */
  isKnown: boolean
  total: number
  itemAt(index: number): Item | undefined
  idAt(index: number): string | undefined
  /** -1 where no loaded page has it. */
  indexOf(id: string): number
  /** All items of the list that are loaded. */
  loaded(): Item[]
  /** The items from one row to another, both included, asking for those that are missing. */
  load(from: number, to: number): Promise<Item[]>
}

export interface ListingView {
  rows: ListingRows
  /** The folder that is shown; null at the top, undefined while nothing is known. */
  root: Item | null | undefined
  ancestors: readonly Crumb[]
  /** The team folder that it is or lies in, with its people, where they are shown. */
  team: TeamFolder | null
  /** Nothing has arrived yet. */
  isLoading: boolean
  /** Nothing can be shown because of it. */
  error: ApiError | null
  /** Some of the looked-at rows could not be loaded. */
  hasGaps: boolean
  retry: () => void
  /** Tells which rows are looked at. */
  look: (from: number, to: number) => void
}

export function useListing(shelf: ListLocation, order: TrashOrder): ListingView {
  const queries = useQueryClient()
  const word = listQueryKey(shelf).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same shelf as long as its key is.
  const stable = useMemo(() => shelf, [word])
  const { sort, direction } = order
  const reader = useMemo(
    () => new PageReader(queries, stable, { sort, direction }),
    [queries, stable, sort, direction],
  )
  const state = useSyncExternalStore(reader.subscribe, reader.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state says that the cache has changed.
  const known = useMemo(() => knownOf(queries, stable), [queries, stable, state])
  const total = known?.meta.paginate.total
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state says that the cache has changed.
  const rows = useMemo(
    () => rowsOf(queries, stable, order, total),
    [queries, stable, order.sort, order.direction, total, state],
  )
  return {
    rows,
    root: known?.meta.root,
    ancestors: known?.meta.ancestors ?? [],
    team: teamOf(known),
    isLoading: !known && !state.error,
    error: worthShowing(state.error, known !== undefined),
    hasGaps: state.hasGaps,
    retry: reader.retry,
    look: reader.look,
  }
}

/** Only the lists of team folders name the people in it. */
function teamOf(known: Listing | undefined): TeamFolder | null {
  const team = known?.meta.teamFolder?.data
  return team && 'members' in team.relationships ? (team as TeamFolder) : null
}

/** What is shown stays while a later answer fails, unless the folder itself is gone. */
function worthShowing(error: Error | null, isKnown: boolean): ApiError | null {
  if (!(error instanceof ApiError)) return null
  return isKnown && error.status !== 404 ? null : error
}

const pagesBetween = (from: number, to: number): number[] =>
  Array.from({ length: pageOf(to) - pageOf(from) + 1 }, (_, index) => pageOf(from) + index)

/** Any page of the shelf tells its folder and its length; the latest answer is the truest. */
function knownOf(queries: QueryClient, shelf: ListLocation): Listing | undefined {
  return queries
    .getQueryCache()
    .findAll({ queryKey: listQueryKey(shelf) })
    .filter(query => query.state.data !== undefined)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)[0]?.state.data as
    | Listing
    | undefined
}

function rowsOf(
  queries: QueryClient,
  shelf: ListLocation,
  order: TrashOrder,
  length?: number,
): ListingRows {
  const total = length ?? 0
  // Kept, because every row asks, and finding a page in the cache takes longer than drawing a row.
  const pages = new Map<number, Listing>()
  const page = (number: number) => {
    const known =
      pages.get(number) ?? queries.getQueryData(pageQuery(shelf, order, number).queryKey)
    if (known) pages.set(number, known)
    return known
  }
  const itemAt = (index: number) => page(pageOf(index))?.data[index % PAGE_SIZE]
  let places: Map<string, number> | undefined
  return {
    listKey: pageKey(shelf, order, 1).slice(0, -1).join(' '),
    isKnown: length !== undefined,
    total,
    itemAt,
    idAt: index => itemAt(index)?.id,
    indexOf: id => {
      places ??= placesOf(queries, shelf, order)
      return places.get(id) ?? -1
    },
    loaded: () => loadedPages(queries, shelf, order).flatMap(([, listing]) => listing.data),
    load: async (from, to) => {
      const pages = pagesBetween(from, to)
      const items: Item[] = []
      for (let start = 0; start < pages.length; start += CONNECTIONS_PER_USER) {
        const wanted = pages.slice(start, start + CONNECTIONS_PER_USER)
        const answers = await Promise.all(
          wanted.map(number => queries.fetchQuery(untilChanged(pageQuery(shelf, order, number)))),
        )
        for (const [place, { data }] of answers.entries())
          items.push(...withinRange(data, wanted[place] ?? 1, from, to))
      }
      return items
    },
  }
}

/** What is there is true until it is said to have changed. */
const untilChanged = (query: ReturnType<typeof pageQuery>) => ({ ...query, staleTime: Infinity })

function withinRange(data: Item[], page: number, from: number, to: number): Item[] {
  const first = (page - 1) * PAGE_SIZE
  return data.filter((_, offset) => first + offset >= from && first + offset <= to)
}

function loadedPages(
  queries: QueryClient,
  shelf: ListLocation,
  order: TrashOrder,
): [number, Listing][] {
  const queryKey = pageKey(shelf, order, 1).slice(0, -1)
  return queries
    .getQueriesData<Listing>({ queryKey })
    .flatMap(([key, listing]) => (listing ? [[numberOf(key as PageKey), listing]] : []))
}

const placesOf = (
  queries: QueryClient,
  shelf: ListLocation,
  order: TrashOrder,
): Map<string, number> =>
  new Map(
    loadedPages(queries, shelf, order).flatMap(([page, { data }]) =>
      data.map((item, offset) => [item.id, (page - 1) * PAGE_SIZE + offset] as const),
    ),
  )
