import { z } from 'zod'
import { TREE_PAGE_SIZE } from './constants.ts'
import { Customer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { Category, Item, ItemName } from './items.ts'
import { Crumb, collection, FolderRef, Id, PageQuery, PageSize, Paginate } from './resource.ts'

export const SORT_FIELDS = ['name', 'created_at', 'updated_at', 'size'] as const
export const SortField = z.enum(SORT_FIELDS)
export type SortField = z.infer<typeof SortField>
export const Direction = z
  .string()
  .transform(value => value.toUpperCase())
  .pipe(z.enum(['ASC', 'DESC']))

/** HTTP-7: sorted by `created_at`, descending, by default. */
export const ListQuery = PageQuery.extend({
  sort: SortField.default('created_at'),
  direction: Direction.default('DESC'),
})
export type ListQuery = z.output<typeof ListQuery>

export const Listing = collection(
  Item,
  z.object({
    /** The folder that is shown; null at the top. */
    root: Item.nullable(),
    /** The folders above it, outermost first. */
    ancestors: z.array(Crumb),
    paginate: Paginate,
    /** The team folder that the shown one is or lies in, where the caller may see it. */
    teamFolder: z.object({ data: Item }).nullable(),
  }),
)
export type Listing = z.infer<typeof Listing>

export const browseFolder = endpoint({
  method: 'GET',
  path: '/api/browse/folders/:id',
  access: 'user',
  summary: "A page of a folder's content, folders first.",
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: Listing,
})

/** What lies across folders: `all` is everything, an id one folder's content. */
export const browseAll = endpoint({
  method: 'GET',
  path: '/api/browse/all-folders/:id',
  access: 'user',
  summary: "Everything the caller may see, in one flat list; for admins everybody's items.",
  params: z.object({ id: FolderRef }),
  query: ListQuery,
  response: Listing,
})

export const browseLatest = endpoint({
  method: 'GET',
  path: '/api/browse/latest',
  access: 'user',
  summary: "The caller's files and those in team folders that he is in, the last to arrive first.",
  query: PageQuery,
  response: Listing,
})

export const browseAncestors = endpoint({
  method: 'GET',
  path: '/api/items/:id/ancestors',
  access: 'user',
  summary:
    'The folders above an item, outermost first, and the customer whose folder is among them.',
  params: z.object({ id: Id }),
  response: z.object({
    data: z.array(Crumb),
    meta: z.object({ customer: Customer.nullable() }),
  }),
})

export const ITEM_KINDS = ['folder', ...Category.options] as const
export const ItemKind = z.enum(ITEM_KINDS)
export type ItemKind = z.infer<typeof ItemKind>

/** A moment, or a day of which the first or the last moment counts. */
const moment = (end: boolean) =>
  z.union([
    z.iso.datetime({ offset: true }).transform(value => Date.parse(value)),
    z.iso.date().transform(day => Date.parse(`${day}T${end ? '23:59:59.999' : '00:00:00.000'}Z`)),
  ])

/** FILES-13: the filters of the flat list. */
export const FilterQuery = ListQuery.extend({
  /** Whose items, for those who see other people's. */
  user: Id.optional(),
  /** Within a customer's folder. */
  custom: Id.optional(),
  /** A document type and one of its subcategories. */
  type: Id.optional(),
  subcategory: Id.optional(),
  category: ItemKind.optional(),
  /** Changed since, and until. */
  from: moment(false).optional(),
  to: moment(true).optional(),
})
export type FilterQuery = z.output<typeof FilterQuery>

export const filterItems = endpoint({
  method: 'GET',
  path: '/api/filter',
  access: 'user',
  summary: 'The flat list of all items, narrowed.',
  query: FilterQuery,
  response: Listing,
})

export const filterTrash = endpoint({
  method: 'GET',
  path: '/api/admin/trashed',
  access: 'admin',
  summary:
    "Everything in everybody's trash in one flat list, narrowed as all items are; `from` and `to` are about the removal.",
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
/** `has_folders` tells whether a branch can be opened before its level is asked for. */
const leaf = z.object({ ...branch, has_folders: z.boolean() })
export const NavigationFolder = leaf.extend({
  /** Whether the caller may put something into it, and so into what is below it. */
  can_add: z.boolean(),
  /** All of them or, where there are many, none: they are asked for when it is opened. */
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

/** A page of a level by name, or the one folder in it that has a name, however that is written. */
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
    'The folder tree in three groups, two levels deep, a page of each; or a page of one group.',
  query: NavigationQuery.extend({ location: NavigationLocation.optional() }),
  response: z.object({ data: z.array(NavigationGroup) }),
})

export const browseNavigationBelow = endpoint({
  method: 'GET',
  path: '/api/browse/navigation/:id',
  access: 'user',
  summary: 'A page of the next two levels of the folder tree below a folder.',
  params: z.object({ id: Id }),
  query: NavigationQuery,
  response: collection(NavigationFolder, z.object({ paginate: Paginate })),
})

export const locateItem = endpoint({
  method: 'GET',
  path: '/api/items/:id/place',
  access: 'user',
  summary: 'Which folder an item lies in, and at which place under an order.',
  params: z.object({ id: Id }),
  query: ListQuery.omit({ page: true, per_page: true }),
  response: z.object({
    data: z.object({
      parent_id: Id.nullable(),
      /** From 0, folders first. */
      index: z.int(),
    }),
  }),
})
