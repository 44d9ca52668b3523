import {
  browseAll,
  browseAncestors,
  browseLatest,
  filterItems,
  filterTrash,
  type ItemKind,
  type Listing,
  type SortField,
} from '@coffer/contract/browse'
import { PAGE_SIZE } from '@coffer/contract/constants'
import { browseTrash, type TrashSortField } from '@coffer/contract/trash'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { type ApiScope, userScope } from '../../lib/api-scope.ts'

export interface SortOrder {
  sort: SortField
  direction: 'ASC' | 'DESC'
}

export interface TrashOrder {
  sort: TrashSortField
  direction: 'ASC' | 'DESC'
}

/** Only the trash knows when something was removed. */
export const inFolders = <O extends TrashOrder>({ sort, ...order }: O) => ({
  ...order,
  sort: sort === 'deleted_at' ? 'created_at' : sort,
})

/** What a list across folders is narrowed to. */
export interface Filter {
  category?: ItemKind | undefined
  user?: string | undefined
  type?: string | undefined
  subcategory?: string | undefined
  custom?: string | undefined
  /** ISO times. */
  from?: string | undefined
  to?: string | undefined
}

/** Which list is shown: a folder's content, a list across folders, or what lies in a trash. */
export interface ListLocation {
  place: Place
  /** Null at the top. */
  folderId: string | null
  filter?: Filter
  /** By which a guest came; left out for the signed-in user. */
  scope?: ApiScope
}
export type Place = 'folders' | 'all' | 'latest' | 'share' | 'team' | 'shared' | 'trash' | 'trashed'

/** Where a folder of the list is opened. */
export const ADDRESS = {
  folders: '/platform/files/{-$id}',
  latest: '/platform/files/{-$id}',
  share: '/platform/files/{-$id}',
  all: '/platform/all-files/{-$id}',
  team: '/platform/team-folders/{-$id}',
  shared: '/platform/shared-with-me/{-$id}',
  trash: '/platform/trash/{-$id}',
  trashed: '/platform/all-files/{-$id}',
} as const satisfies Record<Place, string>

/** Whether it shows items of many folders at once. */
export const isFlat = ({ place, folderId }: Pick<ListLocation, 'place' | 'folderId'>): boolean =>
  folderId === null && FLAT.has(place)
const FLAT: ReadonlySet<string> = new Set<Place>([
  'all',
  'latest',
  'share',
  'team',
  'shared',
  'trashed',
])

type Query<O = SortOrder> = O & { page: number }
type Ask = { signal: AbortSignal }

const LISTS: Record<
  Exclude<Place, 'trash'>,
  (shelf: ListLocation, query: Query, ask: Ask) => Promise<Listing>
> = {
  folders: ({ scope = userScope, ...shelf }, query, ask) =>
    api(scope.browseFolder, { params: idOf(shelf), query }, ask),
  trashed: (shelf, query, ask) => api(filterTrash, { query: { ...query, ...shelf.filter } }, ask),
  latest: (_, { page }, ask) => api(browseLatest, { query: { page } }, ask),
  // Files need nothing else of what is said of links.
  share: async (_, query, ask) => {
    const { browseShares } = await import('@coffer/contract/shares')
    return api(browseShares, { query }, ask)
  },
  team: async (shelf, query, ask) =>
    api((await teams()).browseTeamFolders, { params: idOf(shelf), query }, ask),
  shared: async (shelf, query, ask) =>
    api((await teams()).browseSharedWithMe, { params: idOf(shelf), query }, ask),
  all: (shelf, query, ask) =>
    shelf.folderId === null
      ? api(filterItems, { query: { ...query, ...shelf.filter } }, ask)
      : api(browseAll, { params: idOf(shelf), query }, ask),
}

function listOf(shelf: ListLocation, query: Query<TrashOrder>, ask: Ask): Promise<Listing> {
  const { place } = shelf
  if (place === 'trash') return api(browseTrash, { params: idOf(shelf), query }, ask)
  return LISTS[place](shelf, inFolders(query), ask)
}

/** Asked for by those alone who go there. */
const teams = () => import('@coffer/contract/teams')
const idOf = ({ folderId }: ListLocation) => ({ id: folderId ?? 'all' })

export const BROWSE = 'browse'

/** All pages of a shelf, in whatever order. */
export const listQueryKey = ({ place, folderId, filter = {}, scope }: ListLocation) =>
  [BROWSE, place, folderId ?? 'all', `${JSON.stringify(filter)}${scope?.guest ?? ''}`] as const

export type PageKey = readonly [
  ...ReturnType<typeof listQueryKey>,
  sort: string,
  direction: string,
  page: number,
]

export const pageKey = (
  shelf: ListLocation,
  { sort, direction }: TrashOrder,
  page: number,
): PageKey => [...listQueryKey(shelf), sort, direction, page] as const

/** One page of a list. Pages are kept apart, so that a list of any length can be entered anywhere. */
export const pageQuery = (shelf: ListLocation, order: TrashOrder, page: number) =>
  queryOptions({
    queryKey: pageKey(shelf, order, page),
    queryFn: async ({ signal }): Promise<Listing> => listOf(shelf, { ...order, page }, { signal }),
    // A guest who is sent away is not signed out by it.
    meta: { browsing: !shelf.scope },
  })

export const numberOf = (key: PageKey): number => key[6]

export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1

/** Where an item lies, for lists that don't say it, and whose folder that is. */
export const ancestorsQuery = (id: string) =>
  queryOptions({
    queryKey: [BROWSE, 'ancestors', id],
    queryFn: async ({ signal }) => await api(browseAncestors, { params: { id } }, { signal }),
  })
