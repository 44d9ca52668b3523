import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ApiScope, useApiScope } from '../../lib/api-scope.ts'
import { changeFavourites, refreshFavourites } from '../../lib/favourites.ts'
import { alsoUpdating, type Undo } from '../../lib/item-changes.ts'
import { UPLOAD_REQUESTS } from '../../lib/query-keys.ts'
import { BROWSE, type LocationKind, type PageKey, pageNumberOf } from './browse.api.ts'
import { removeFromPages } from './remove-from-pages.ts'
import { TREE } from './tree.api.ts'

type Page = [key: PageKey, listing: Listing]

/** Updates cached lists before the server confirms a change. Each update can be undone. */
export interface ListingCache {
  /** The scope of the calls that read and change the lists. */
  scope: ApiScope
  patch(id: string, change: (item: Item) => Item): Undo
  /** Removes items from every list, or only from the lists of the folders they leave. */
  remove(ids: ReadonlySet<string>, from?: 'everywhere' | 'folders'): Undo
  /** Refetches the current lists; others are refetched when they are next shown. */
  refresh(): Promise<void>
  /** Refetches lists without the folder tree, when only files were added. */
  refreshLists(): Promise<void>
  /** Finds an item in any loaded list. */
  find(id: string): Item | undefined
}

/** Returns the cached lists of the current scope. Changes also update the favourites. */
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
      const affected = loadedPages(queries).filter(([, { data, meta }]) =>
        [...data, meta.root].some(item => item?.id === id),
      )
      return write(
        queries,
        affected,
        affected.map(([key, listing]) => [key, patched(listing, id, change)]),
      )
    },
    remove: (ids, from = 'everywhere') => {
      const pages = loadedPages(queries, from === 'folders' ? FOLDER_LOCATIONS : ALL_LOCATIONS)
      const lists = Map.groupBy(pages, ([key]) => key.slice(0, -1).join('/'))
      const affected = [...lists.values()].filter(pages =>
        pages.some(([, { data }]) => data.some(item => ids.has(item.id))),
      )
      return write(
        queries,
        affected.flat(),
        affected.flatMap(pages => withoutItems(pages, ids)),
      )
    },
    refresh: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: [BROWSE] }),
        queries.invalidateQueries({ queryKey: [TREE] }),
        // Requests end with their folder.
        queries.invalidateQueries({ queryKey: [UPLOAD_REQUESTS] }),
        refreshFavourites(queries),
      ])
    },
    refreshLists: () => queries.invalidateQueries({ queryKey: [BROWSE] }),
    find: id => {
      for (const [, { data, meta }] of loadedPages(queries)) {
        const item = [...data, meta.root].find(candidate => candidate?.id === id)
        if (item) return item
      }
      return undefined
    },
  }
}

const FOLDER_LOCATIONS: readonly LocationKind[] = ['folders', 'team', 'shared']
const ALL_LOCATIONS: readonly LocationKind[] = [
  ...FOLDER_LOCATIONS,
  'all',
  'latest',
  'share',
  'trash',
]

function loadedPages(queries: QueryClient, locations = ALL_LOCATIONS): Page[] {
  return locations
    .flatMap(location => queries.getQueriesData<Listing>({ queryKey: [BROWSE, location] }))
    .flatMap(([key, listing]) => (listing ? [[key as PageKey, listing] satisfies Page] : []))
}

function write(queries: QueryClient, before: Page[], after: Page[]): Undo {
  // A response that is already on its way would restore the old state.
  void queries.cancelQueries({ queryKey: [BROWSE], predicate: query => query.isActive() })
  for (const [key, listing] of after) queries.setQueryData(key, listing)
  return () => {
    for (const [key, listing] of before) queries.setQueryData(key, listing)
  }
}

function patched({ data, meta }: Listing, id: string, change: (item: Item) => Item): Listing {
  const changeItem = (item: Item) => (item.id === id ? change(item) : item)
  return { data: data.map(changeItem), meta: { ...meta, root: meta.root && changeItem(meta.root) } }
}

function withoutItems(pages: Page[], ids: ReadonlySet<string>): Page[] {
  const listingByPage = new Map(pages.map(([key, listing]) => [pageNumberOf(key), listing]))
  const after = removeFromPages(listingByPage, ids)
  return pages.map(([key, listing]) => [key, after.get(pageNumberOf(key)) ?? listing])
}
