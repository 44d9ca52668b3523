import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApiScope, useApiScope } from '../../lib/api-scope.ts'
import { changeFavourites, refreshFavourites } from '../../lib/favourites.ts'
import { alsoUpdating, type Undo } from '../../lib/item-changes.ts'
import { BROWSE, numberOf, type PageKey, type Place } from './browse.api.ts'
import { removeFromPages } from './remove-from-pages.ts'
import { TREE } from './tree.api.ts'

type Page = [key: PageKey, listing: Listing]

/** What is shown before the server has agreed. Each change can be taken back. */
export interface ListingCache {
  /** By which what is shown came, and by which it is changed. */
  scope: ApiScope
  patch(id: string, change: (item: Item) => Item): Undo
  /** From every list, or only from those of the folders they leave. */
  remove(ids: ReadonlySet<string>, from?: 'everywhere' | 'folders'): Undo
  /** Asks again for what is shown; the rest is asked for when it is next looked at. */
  refresh(): Promise<void>
  /** The same where the folder tree is as it was: files alone have come. */
  refreshLists(): Promise<void>
  /** An item that any list has brought along. */
  find(id: string): Item | undefined
}

export function useListingCache(): ListingCache {
  const queries = useQueryClient()
  const scope = useApiScope()
  return useMemo(
    () => alsoUpdating(listingCache(queries, scope), change => changeFavourites(queries, change)),
    [queries, scope],
  )
}

function listingCache(queries: QueryClient, scope: ApiScope): ListingCache {
  return {
    scope,
    patch: (id, change) => {
      const touched = loadedPages(queries).filter(([, { data, meta }]) =>
        [...data, meta.root].some(item => item?.id === id),
      )
      return write(
        queries,
        touched,
        touched.map(([key, listing]) => [key, patched(listing, id, change)]),
      )
    },
    remove: (ids, from = 'everywhere') => {
      const pages = loadedPages(queries, from === 'folders' ? FOLDERS : PLACES)
      const lists = Map.groupBy(pages, ([key]) => key.slice(0, -1).join('/'))
      const touched = [...lists.values()].filter(pages =>
        pages.some(([, { data }]) => data.some(item => ids.has(item.id))),
      )
      return write(
        queries,
        touched.flat(),
        touched.flatMap(pages => shortened(pages, ids)),
      )
    },
    refresh: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: [BROWSE] }),
        queries.invalidateQueries({ queryKey: [TREE] }),
        refreshFavourites(queries),
      ])
    },
    refreshLists: () => queries.invalidateQueries({ queryKey: [BROWSE] }),
    find: id => {
      for (const [, { data, meta }] of loadedPages(queries)) {
        const item = [...data, meta.root].find(one => one?.id === id)
        if (item) return item
      }
      return undefined
    },
  }
}

const FOLDERS: readonly Place[] = ['folders', 'team', 'shared']
const PLACES: readonly Place[] = [...FOLDERS, 'all', 'latest', 'share', 'trash']

function loadedPages(queries: QueryClient, places = PLACES): Page[] {
  return places
    .flatMap(place => queries.getQueriesData<Listing>({ queryKey: [BROWSE, place] }))
    .flatMap(([key, listing]) => (listing ? [[key as PageKey, listing] satisfies Page] : []))
}

function write(queries: QueryClient, before: Page[], after: Page[]): Undo {
  // An answer that is on its way would bring the old state back.
  void queries.cancelQueries({ queryKey: [BROWSE], predicate: query => query.isActive() })
  for (const [key, listing] of after) queries.setQueryData(key, listing)
  return () => {
    for (const [key, listing] of before) queries.setQueryData(key, listing)
  }
}

function patched({ data, meta }: Listing, id: string, change: (item: Item) => Item): Listing {
  const change1 = (item: Item) => (item.id === id ? change(item) : item)
  return { data: data.map(change1), meta: { ...meta, root: meta.root && change1(meta.root) } }
}

function shortened(pages: Page[], ids: ReadonlySet<string>): Page[] {
  const numbered = new Map(pages.map(([key, listing]) => [numberOf(key), listing]))
  const after = removeFromPages(numbered, ids)
  return pages.map(([key, listing]) => [key, after.get(numberOf(key)) ?? listing])
}
