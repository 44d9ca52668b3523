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
  summary: 'What lies in the trash, or inside a trashed folder, and where it was.',
  params: z.object({ id: FolderRef }),
  query: TrashQuery,
  response: Listing,
})

/** Everything at the top of the trash; with a time what the call removed that was answered with it. */
export const RestoreBulk = z.object({
  except: z.array(Id).max(1000).default([]),
  removed_at: z.iso.datetime().optional(),
})
export type RestoreBulk = z.output<typeof RestoreBulk>

export const removeItems = endpoint({
  method: 'POST',
  path: '/api/remove',
  access: 'user',
  summary:
    'Moves items, or everything in a folder, to the trash, or with `force_delete` removes trashed ones for good.',
  body: z
    .object({
      items: z
        .array(ItemRef.extend({ force_delete: z.boolean().default(false) }))
        .min(1)
        .max(1000)
        .optional(),
      select_all_in: BulkSelection.extend({ force_delete: z.boolean().default(false) }).optional(),
    })
    .refine(hasOneSelection, ONE_WAY),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** Names the removal of a whole folder's content, so that it can be undone as a whole. */
      removed_at: z.iso.datetime().nullable().optional(),
    }),
  }),
})

export const restoreItems = endpoint({
  method: 'POST',
  path: '/api/trash/restore',
  aliases: ['/trash/restore'],
  access: 'user',
  summary:
    'Puts trashed items back where they were, or home if that is gone or `to_home` is set. `replace` keeps the old content of a file as a version, and merges folders; `skip` leaves in the trash what meets a taken name.',
  body: z
    .object({
      items: ItemRefs.optional(),
      select_all_in: RestoreBulk.optional(),
      to_home: z.boolean().default(false),
      /** With `select_all_in` taken names are always numbered. */
      on_conflict: OnConflict.default('rename'),
    })
    .refine(hasOneSelection, ONE_WAY)
    .refine(body => body.items !== undefined || body.on_conflict === 'rename', {
      error: 'validation.invalid',
      path: ['on_conflict'],
    }),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** Where everything is now, home with null; left out for the whole trash. */
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
  summary: 'Which trashed items would meet a taken name where they are restored to.',
  body: z.object({ items: ItemRefs, to_home: z.boolean().default(false) }),
  response: z.object({ data: z.array(z.object({ item: Item, existing: Item })) }),
})

/** Of what lies in the trash, inside of folders too, how much is gone. */
const Progress = z.object({ total: z.int(), done: z.int() })
export type Progress = z.infer<typeof Progress>

export const getEmptying = endpoint({
  method: 'GET',
  path: '/api/trash/emptying',
  access: 'user',
  summary: "How far the emptying of the caller's trash is; null when none is under way.",
  response: z.object({ data: Progress.nullable() }),
})

export const emptyTrash = endpoint({
  method: 'DELETE',
  path: '/api/trash/dump',
  aliases: ['/trash/dump'],
  access: 'user',
  summary:
    "Removes everything in the caller's trash for good; with more than 1000 items in it by and by.",
  response: z.object({
    /** `emptying` is null when all is done, and then `changed` tells how much. */
    meta: Changed.shape.meta.extend({ emptying: Progress.nullable() }),
  }),
})
