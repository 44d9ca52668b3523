import { z } from 'zod'
import { TREE_PAGE_SIZE } from './constants.ts'
import { Customer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { Category, Item, ItemName } from './items.ts'
import {
  Crumb,
  collection,
  FolderRef,
  Id,
  ListDirection,
  PageQuery,
  PageSize,
  Paginate,
  timeBound,
} from './resource.ts'

export const SORT_FIELDS = ['name', 'created_at', 'updated_at', 'size'] as const
export const SortField = z.enum(SORT_FIELDS)
export type SortField = z.infer<typeof SortField>

/** HTTP-7: sorted by `created_at`, descending, by default. */
export const ListQuery = PageQuery.extend({
  sort: SortField.default('created_at'),
  direction: ListDirection.default('DESC'),
})
export type ListQuery = z.output<typeof ListQuery>

export const Listing = collection(
  Item,
  z.object({
    /** The listed folder; null at the top. */
    root: Item.nullable(),
    /** Ancestors of the folder, outermost first. */
    ancestors: z.array(Crumb),
    paginate: Paginate,
    /**
     * In lists of all users' items: true when more match than `paginate.total` says. A later page
     * counts further.
     */
    is_capped: z.boolean().optional(),
    /** In the trash: when the newest item of the list was removed. */
    removed_until: z.iso.datetime().optional(),
    /** The team folder that the listed folder is or lies in, if the caller may see it. */
    teamFolder: z.object({ data: Item }).nullable(),
  }),
)
export type Listing = z.infer<typeof Listing>

export const browseFolder = endpoint({
  method: 'GET',
  path: '/api/browse/folders/:id',
  access: 'user',
  summary: 'Lists the contents of a folder, folders first.',
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: Listing,
})

/** Flat lists: `all` lists everything, an id the contents of one folder. */
export const browseAll = endpoint({
  method: 'GET',
  path: '/api/browse/all-folders/:id',
  access: 'user',
  summary: 'Lists everything the caller may see in one flat list; administrators see all items.',
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: Listing,
})

export const browseLatest = endpoint({
  method: 'GET',
  path: '/api/browse/latest',
  access: 'user',
  summary: "Lists the caller's files and those of their team folders, newest first.",
  query: PageQuery,
  response: Listing,
})

export const browseAncestors = endpoint({
  method: 'GET',
  path: '/api/items/:id/ancestors',
  access: 'user',
  summary:
    'Lists the folders above an item, outermost first, with the customer of a customer folder.',
  params: z.object({ id: Id }),
  response: z.object({
    data: z.array(Crumb),
    meta: z.object({ customer: Customer.nullable() }),
  }),
})

export const ITEM_KINDS = ['folder', ...Category.options] as const
export const ItemKind = z.enum(ITEM_KINDS)
export type ItemKind = z.infer<typeof ItemKind>

/** FILES-13: filters of the flat list. */
export const FilterQuery = ListQuery.extend({
  /** Owner of the items, for callers who see other users' items. */
  user: Id.optional(),
  /** Customer folder that contains the items. */
  custom: Id.optional(),
  /** Document type and subcategory. */
  type: Id.optional(),
  subcategory: Id.optional(),
  category: ItemKind.optional(),
  /** Modified from and to. */
  from: timeBound(false).optional(),
  to: timeBound(true).optional(),
})
export type FilterQuery = z.output<typeof FilterQuery>

export const filterItems = endpoint({
  method: 'GET',
  path: '/api/filter',
  access: 'user',
  summary: 'Lists all items in one flat list, with filters.',
  query: FilterQuery,
  response: Listing,
})

export const filterTrash = endpoint({
  method: 'GET',
  path: '/api/admin/trashed',
  access: 'admin',
  summary:
    'Lists the trash of all users in one flat list, with filters; `from` and `to` apply to the deletion date.',
  query: FilterQuery,
  response: Listing,
})

const branch = {
  id: Id,
  parent_id: Id.nullable(),
  name: z.string(),
  emoji: z.string().nullable(),
  color: z.string().nullable(),
  items: z.int(),
  team_folder: z.boolean(),
}
/** `has_folders` says whether a branch can be expanded before its level is loaded. */
const leaf = z.object({ ...branch, has_folders: z.boolean() })
export const NavigationFolder = leaf.extend({
  /** Whether the caller may add items to the folder and everything below it. */
  can_add: z.boolean(),
  /** All child folders, or none where there are many; those load when the branch is expanded. */
  folders: z.array(leaf),
})
export type NavigationFolder = z.infer<typeof NavigationFolder>
export type NavigationLeaf = z.infer<typeof leaf>
export const NavigationLocation = z.enum(['files', 'team-folders', 'shared-with-me'])
export type NavigationLocation = z.infer<typeof NavigationLocation>
export const NavigationGroup = z.object({
  location: NavigationLocation,
  name: z.string(),
  folders: z.array(NavigationFolder),
  paginate: Paginate,
  isMovable: z.boolean(),
  isOpen: z.boolean(),
})
export type NavigationGroup = z.infer<typeof NavigationGroup>

/** A page of a level by name, or the folder with a given name in it, case-insensitively. */
export const NavigationQuery = PageQuery.extend({
  per_page: PageSize.default(TREE_PAGE_SIZE),
  name: ItemName.optional(),
})
export type NavigationQuery = z.output<typeof NavigationQuery>

export const browseNavigation = endpoint({
  method: 'GET',
  path: '/api/browse/navigation',
  access: 'user',
  summary:
    'Returns the folder tree in three groups, two levels deep, one page of each; or a page of one group.',
  query: NavigationQuery.extend({ location: NavigationLocation.optional() }),
  response: z.object({ data: z.array(NavigationGroup) }),
})

export const browseNavigationBelow = endpoint({
  method: 'GET',
  path: '/api/browse/navigation/:id',
  access: 'user',
  summary: 'Returns a page of the next two levels of the folder tree below a folder.',
  params: z.object({ id: Id }),
  query: NavigationQuery,
  response: collection(NavigationFolder, z.object({ paginate: Paginate })),
})

export const locateItem = endpoint({
  method: 'GET',
  path: '/api/items/:id/place',
  access: 'user',
  summary: 'Returns the folder of an item and its position in it for a given order.',
  params: z.object({ id: Id }),
  query: ListQuery.omit({ page: true, per_page: true }),
  response: z.object({
    data: z.object({
      parent_id: Id.nullable(),
      /** Counted from 0, folders first. */
      index: z.int(),
    }),
  }),
})
