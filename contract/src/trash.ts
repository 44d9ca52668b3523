import { z } from 'zod'
import { Listing, ListQuery, SORT_FIELDS } from './browse.ts'
import { BulkSelection, hasOneSelection, ONE_WAY } from './bulk-selection.ts'
import { endpoint } from './endpoint.ts'
import { Changed, Item, ItemRef, ItemRefs, OnConflict } from './items.ts'
import { FolderRef, Id } from './resource.ts'

export const TRASH_SORT_FIELDS = ['deleted_at', ...SORT_FIELDS] as const

export type TrashSortField = (typeof TRASH_SORT_FIELDS)[number]

export const TrashQuery = ListQuery.extend({
  sort: z.enum(TRASH_SORT_FIELDS).default('created_at'),
})
export type TrashQuery = z.output<typeof TrashQuery>

export const browseTrash = endpoint({
  method: 'GET',
  path: '/api/browse/trash/:id',
  access: 'user',
  summary: 'Lists the trash or the contents of a trashed folder, with original locations.',
  params: z.object({ id: FolderRef }),
  query: TrashQuery,
  response: Listing,
})

/** Everything at the top of the trash; with a timestamp only what one call removed. */
export const RestoreBulk = z
  .object({
    except: z.array(Id).max(1000).default([]),
    removed_at: z.iso.datetime().optional(),
    /** `removed_from` of the call: editors of a team folder restore what they removed from it. */
    removed_from: Id.nullable().default(null),
  })
  .refine(({ removed_at, removed_from }) => removed_from === null || removed_at !== undefined, {
    error: 'validation.required',
    path: ['removed_at'],
  })
export type RestoreBulk = z.output<typeof RestoreBulk>

/**
 * `removed_until` of the list that the user confirmed: items that were removed later stay in the
 * trash.
 */
const RemovedUntil = z.object({ removed_until: z.iso.datetime().optional() })

/** Everything in a folder, or in the trash with `force_delete`. */
const RemoveBulk = BulkSelection.extend({
  force_delete: z.boolean().default(false),
  ...RemovedUntil.shape,
})
export type RemoveBulk = z.output<typeof RemoveBulk>

export const removeItems = endpoint({
  method: 'POST',
  path: '/api/remove',
  access: 'user',
  summary:
    'Moves items, or everything in a folder, to the trash, or with `force_delete` deletes trashed ones permanently.',
  body: z
    .object({
      items: z
        .array(ItemRef.extend({ force_delete: z.boolean().default(false) }))
        .min(1)
        .max(1000)
        .optional(),
      select_all_in: RemoveBulk.optional(),
    })
    .refine(hasOneSelection, ONE_WAY),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** Identifies the items of a bulk removal, so that they can be restored together. */
      removed_at: z.iso.datetime().nullable().optional(),
      /** The folder, if its items belong to another user. */
      removed_from: Id.nullable().optional(),
    }),
  }),
})

export const restoreItems = endpoint({
  method: 'POST',
  path: '/api/trash/restore',
  aliases: ['/trash/restore'],
  access: 'user',
  summary:
    'Restores trashed items to their original location, or home if that no longer exists or `to_home` is set. `replace` keeps the old content of a file as a version and merges folders; `skip` leaves items with taken names in the trash.',
  body: z
    .object({
      items: ItemRefs.optional(),
      select_all_in: RestoreBulk.optional(),
      to_home: z.boolean().default(false),
      /** With `select_all_in`, taken names always get a number. */
      on_conflict: OnConflict.default('rename'),
    })
    .refine(hasOneSelection, ONE_WAY)
    .refine(body => body.items !== undefined || body.on_conflict === 'rename', {
      error: 'validation.invalid',
      path: ['on_conflict'],
    }),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** Destination of all items, null for home; omitted for the whole trash. */
      places: z
        .array(z.object({ id: Id.nullable(), name: z.string().nullable(), items: z.int() }))
        .optional(),
    }),
  }),
})

export const findRestoreConflicts = endpoint({
  method: 'POST',
  path: '/api/trash/conflicts',
  access: 'user',
  summary: 'Returns the name conflicts of trashed items at their restore location.',
  body: z.object({ items: ItemRefs, to_home: z.boolean().default(false) }),
  response: z.object({ data: z.array(z.object({ item: Item, existing: Item })) }),
})

/** Progress in items, including those inside folders. */
const Progress = z.object({ total: z.int(), done: z.int() })
export type Progress = z.infer<typeof Progress>

export const getEmptying = endpoint({
  method: 'GET',
  path: '/api/trash/emptying',
  access: 'user',
  summary: "Returns the progress of emptying the caller's trash; null when it is not running.",
  response: z.object({ data: Progress.nullable() }),
})

export const emptyTrash = endpoint({
  method: 'DELETE',
  path: '/api/trash/dump',
  aliases: ['/trash/dump'],
  access: 'user',
  summary:
    "Deletes everything in the caller's trash permanently; in the background above 1000 items.",
  query: RemovedUntil,
  response: z.object({
    /** `emptying` is null when everything was deleted at once; `changed` is the number of items. */
    meta: Changed.shape.meta.extend({ emptying: Progress.nullable() }),
  }),
})
