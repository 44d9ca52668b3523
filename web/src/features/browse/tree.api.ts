import {
  browseNavigation,
  type NavigationFolder,
  type NavigationLocation,
} from '@coffer/contract/browse'
import { getItem } from '@coffer/contract/items'
import type { Paginate } from '@coffer/contract/resource'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import type { ApiScope } from '../../lib/api-scope.ts'

/** Apart from the lists: files that come and go leave the tree as it is. */
export const TREE = 'tree'

/** The upper levels of the folder tree. */
export const navigationQuery = queryOptions({
  queryKey: [TREE, 'top'],
  queryFn: async ({ signal }) => (await api(browseNavigation, { query: {} }, { signal })).data,
  meta: { browsing: true },
})

/** Where a level hangs: below a folder, or as a group of its own. */
export type LevelPlace = { folderId: string } | { location: NavigationLocation }

interface LevelPage {
  folders: NavigationFolder[]
  paginate: Paginate
}

/** A level of the tree, page by page from one on; those before it are known already. */
export const levelQuery = (scope: ApiScope, place: LevelPlace, firstPage: number) =>
  infiniteQueryOptions({
    queryKey: [TREE, place, firstPage, scope.guest],
    queryFn: ({ pageParam, signal }) => readLevel(scope, place, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ paginate: { originClientId, lastPage } }) =>
      originClientId < lastPage ? originClientId + 1 : undefined,
  })

async function readLevel(
  scope: ApiScope,
  place: LevelPlace,
  page: number,
  signal: AbortSignal,
): Promise<LevelPage> {
  if ('folderId' in place) {
    const ask = { params: { id: place.folderId }, query: { page } }
    const { data, meta } = await api(scope.browseNavigationBelow, ask, { signal })
    return { folders: data, paginate: meta.paginate }
  }
  const { data } = await api(browseNavigation, { query: { ...place, page } }, { signal })
  const [group] = data
  if (!group) throw new Error('The group that was asked for is missing.')
  return group
}

/** A team folder as the only top of a tree, wherever among many it stands; asked for when there is one. */
export const teamFolderQuery = (id = '') =>
  queryOptions({
    queryKey: [TREE, 'team', id],
    queryFn: async ({ signal }) => {
      const { attributes } = (await api(getItem, { params: { id } }, { signal })).data
      const { name, emoji, color, items } = attributes
      const looks = { name, emoji, color, items: items ?? 0 }
      return [{ id, ...looks, parent_id: null, team_folder: true, has_folders: looks.items > 0 }]
    },
    enabled: id !== '',
  })
