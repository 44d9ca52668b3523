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

/** Replaces the order by removal date, which only the trash supports. */
export const inFolders = <O extends TrashOrder>({ sort, ...order }: O) => ({
  ...order,
  sort: sort === 'deleted_at' ? 'created_at' : sort,
})

/** Filters of a list across folders. */
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

/** Identifies a list: the contents of a folder, a list across folders, or a trash. */
export interface ListLocation {
  place: LocationKind
  /** Null at the top. */
  folderId: string | null
  filter?: Filter
  /** The scope of a guest; undefined for the signed-in user. */
  scope?: ApiScope
}
export type LocationKind =
  | 'folders'
  | 'all'
  | 'latest'
  | 'share'
  | 'team'
  | 'shared'
  | 'trash'
  | 'trashed'

/** The route that opens a folder of the list. */
export const ADDRESS = {
  folders: '/platform/files/{-$id}',
  latest: '/platform/files/{-$id}',
  share: '/platform/files/{-$id}',
  all: '/platform/all-files/{-$id}',
  team: '/platform/team-folders/{-$id}',
  shared: '/platform/shared-with-me/{-$id}',
  trash: '/platform/trash/{-$id}',
  trashed: '/platform/all-files/{-$id}',
} as const satisfies Record<LocationKind, string>

/** Whether the list shows items of many folders at once. */
export const isFlat = ({ place, folderId }: Pick<ListLocation, 'place' | 'folderId'>): boolean =>
  folderId === null && FLAT_LOCATIONS.has(place)
const FLAT_LOCATIONS: ReadonlySet<string> = new Set<LocationKind>([
  'all',
  'latest',
  'share',
  'team',
  'shared',
  'trashed',
])

type Query<O = SortOrder> = O & { page: number }
type RequestOptions = { signal: AbortSignal }

const PAGE_LOADERS: Record<
  Exclude<LocationKind, 'trash'>,
  (location: ListLocation, query: Query, options: RequestOptions) => Promise<Listing>
> = {
  folders: ({ scope = userScope, ...location }, query, options) =>
    api(scope.browseFolder, { params: pathParams(location), query }, options),
  trashed: (location, query, options) =>
    api(filterTrash, { query: { ...query, ...location.filter } }, options),
  latest: (_, { page }, options) => api(browseLatest, { query: { page } }, options),
  // Loaded lazily: the other lists need nothing of this contract.
  share: async (_, query, options) => {
    const { browseShares } = await import('@coffer/contract/shares')
    return api(browseShares, { query }, options)
  },
  team: async (location, query, options) =>
    api(
      (await loadTeamsContract()).browseTeamFolders,
      { params: pathParams(location), query },
      options,
    ),
  shared: async (location, query, options) =>
    api(
      (await loadTeamsContract()).browseSharedWithMe,
      { params: pathParams(location), query },
      options,
    ),
  all: (location, query, options) =>
    location.folderId === null
      ? api(filterItems, { query: { ...query, ...location.filter } }, options)
      : api(browseAll, { params: pathParams(location), query }, options),
}

function loadPage(
  location: ListLocation,
  query: Query<TrashOrder>,
  options: RequestOptions,
): Promise<Listing> {
  const { place } = location
  if (place === 'trash') return api(browseTrash, { params: pathParams(location), query }, options)
  return PAGE_LOADERS[place](location, inFolders(query), options)
}

/** Loaded lazily, for the lists of team folders only. */
const loadTeamsContract = () => import('@coffer/contract/teams')
const pathParams = ({ folderId }: ListLocation) => ({ id: folderId ?? 'all' })

export const BROWSE = 'browse'

/** Query key of all pages of a list, in any order. */
export const listQueryKey = ({ place, folderId, filter = {}, scope }: ListLocation) =>
  [BROWSE, place, folderId ?? 'all', `${JSON.stringify(filter)}${scope?.guest ?? ''}`] as const

export type PageKey = readonly [
  ...ReturnType<typeof listQueryKey>,
  sort: string,
  direction: string,
  page: number,
]

/** Query key of one page of a list in an order. */
export const pageKey = (
  location: ListLocation,
  { sort, direction }: TrashOrder,
  page: number,
): PageKey => [...listQueryKey(location), sort, direction, page] as const

/**
 * Loads one page of a list. Each page is a query of its own, so that a list of any length can be
 * read from anywhere.
 */
export const pageQuery = (location: ListLocation, order: TrashOrder, page: number) =>
  queryOptions({
    queryKey: pageKey(location, order, page),
    queryFn: async ({ signal }): Promise<Listing> =>
      loadPage(location, { ...order, page }, { signal }),
    // A 401 for a guest must not sign out the user of this browser.
    meta: { browsing: !location.scope },
  })

/** The page number in the query key of a page. */
export const pageNumberOf = (key: PageKey): number => key[6]

/** The page that contains a row. Pages count from 1, rows from 0. */
export const pageOf = (index: number): number => Math.floor(index / PAGE_SIZE) + 1

/**
 * Loads the ancestors of an item and the owner of its folder, for lists that don't include them.
 */
export const ancestorsQuery = (id: string) =>
  queryOptions({
    queryKey: [BROWSE, 'ancestors', id],
    queryFn: async ({ signal }) => await api(browseAncestors, { params: { id } }, { signal }),
  })
