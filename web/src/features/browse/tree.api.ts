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

/** A separate key from the lists, because changed files do not affect the tree. */
export const TREE = 'tree'

/** Loads the upper levels of the folder tree. */
export const navigationQuery = queryOptions({
  queryKey: [TREE, 'top'],
  queryFn: async ({ signal }) => (await api(browseNavigation, { query: {} }, { signal })).data,
  meta: { browsing: true },
})

/** The parent of a level: a folder or a group. */
export type TreeParent = { folderId: string } | { location: NavigationLocation }

interface LevelPage {
  folders: NavigationFolder[]
  paginate: Paginate
}

/** Loads a level of the tree from `firstPage` on; earlier pages are loaded already. */
export const levelQuery = (scope: ApiScope, parent: TreeParent, firstPage: number) =>
  infiniteQueryOptions({
    queryKey: [TREE, parent, firstPage, scope.guest],
    queryFn: ({ pageParam, signal }) => readLevel(scope, parent, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ paginate: { currentPage, lastPage } }) =>
      currentPage < lastPage ? currentPage + 1 : undefined,
  })

async function readLevel(
  scope: ApiScope,
  parent: TreeParent,
  page: number,
  signal: AbortSignal,
): Promise<LevelPage> {
  if ('folderId' in parent) {
    const request = { params: { id: parent.folderId }, query: { page } }
    const { data, meta } = await api(scope.browseNavigationBelow, request, { signal })
    return { folders: data, paginate: meta.paginate }
  }
  const { data } = await api(browseNavigation, { query: { ...parent, page } }, { signal })
  const [group] = data
  if (!group) throw new Error('The group that was asked for is missing.')
  return group
}

/** Loads a team folder as the only root of a tree. Disabled while there is no id. */
export const teamFolderQuery = (id = '') =>
  queryOptions({
    queryKey: [TREE, 'team', id],
    queryFn: async ({ signal }) => {
      const { attributes } = (await api(getItem, { params: { id } }, { signal })).data
      const { name, emoji, color, items } = attributes
      const count = items ?? 0
      return [
        {
          id,
          name,
          emoji,
          color,
          items: count,
          parent_id: null,
          team_folder: true,
          has_folders: count > 0,
        },
      ]
    },
    enabled: id !== '',
  })
