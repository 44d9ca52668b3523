import { z } from 'zod'
import { BulkSelection, hasOneSelection, ONE_WAY } from './bulk-selection.ts'
import { endpoint } from './endpoint.ts'
import { nameError, normaliseName, PLAIN_TEXT } from './names.ts'
import { Exif, Thumbnail } from './previews.ts'
import { Crumb, Id, toOne } from './resource.ts'

export const ItemType = z.enum(['folder', 'file'])
export type ItemType = z.infer<typeof ItemType>

export const Category = z.enum(['image', 'video', 'audio', 'document', 'other'])
export type Category = z.infer<typeof Category>

/** The 22 folder colours. */
export const FOLDER_COLORS = [
  '#0e8f7c',
  '#2f9e68',
  '#5b9e2f',
  '#8f9e2f',
  '#b8982a',
  '#d8a441',
  '#c8782f',
  '#c65a2e',
  '#b3392f',
  '#a8324f',
  '#a83a78',
  '#8f4aa0',
  '#7a4fb0',
  '#5d56b8',
  '#4464b8',
  '#2f6db3',
  '#2a86b0',
  '#2b8f9e',
  '#4f7d74',
  '#6c7a89',
  '#59636b',
  '#8b5e4a',
] as const

/** Whether all required fields of an item's document type have values. */
export const DocumentStatus = z.enum(['missing', 'entered'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

const timestamp = z.iso.datetime()
const ownerResource = z.object({
  id: Id,
  type: z.literal('user'),
  attributes: z.object({ name: z.string() }),
})

/** Abilities of the caller on an item, used by the buttons and the server alike. */
export const Abilities = z.object({
  /** Add items to a folder. */
  add: z.boolean(),
  /** Rename, change the appearance and the document type. */
  edit: z.boolean(),
  move: z.boolean(),
  /** Move to the trash and restore. */
  remove: z.boolean(),
  /** Delete permanently. */
  purge: z.boolean(),
  download: z.boolean(),
  share: z.boolean(),
})
export type Abilities = z.infer<typeof Abilities>

/** Original location of a trashed item; only set in the trash. */
const Origin = z.object({
  ancestors: z.array(Crumb),
  /** Whether the folder still exists, so that the item is restored to it. */
  is_there: z.boolean(),
})

/** FILES-1: a file or folder. */
export const Item = z.object({
  id: Id,
  type: ItemType,
  attributes: z.object({
    item_id: Id,
    name: z.string(),
    /** Name of the uploaded file before its spaces became hyphens; null when it is the same. */
    original_name: z.string().nullable(),
    parent_id: Id.nullable(),
    /** Team folder that the item is or lies in. */
    team_id: Id.nullable(),
    color: z.string().nullable(),
    emoji: z.string().nullable(),
    /** Number of items in a folder; null for files. */
    items: z.int().nullable(),
    size_bytes: z.int(),
    /** Number of earlier versions of a file. */
    versions: z.int(),
    mimetype: z.string().nullable(),
    category: Category.nullable(),
    file_url: z.string().nullable(),
    /** Null without a thumbnail, or while none is ready. */
    thumbnail: Thumbnail.nullable(),
    tipo_id: Id.nullable(),
    tipo_nombre: z.string().nullable(),
    subcategory_id: Id.nullable(),
    subcategory_nombre: z.string().nullable(),
    /** Null without a document type. */
    document_status: DocumentStatus.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    /** Whether the item is a favourite of the caller. */
    is_favourite: z.boolean(),
    deleted_at: timestamp.nullable(),
  }),
  relationships: z.object({
    owner: toOne(ownerResource),
    creator: toOne(ownerResource),
    /** The caller, if the item is their favourite. Favourites of others are not revealed. */
    favourites: z.object({ data: z.array(z.object({ id: Id, type: z.literal('user') })) }),
    /** Share of the item; only visible to its owner. */
    shared: toOne(
      z.object({
        id: z.string(),
        type: z.literal('share'),
        attributes: z.object({
          token: z.string(),
          permission: z.enum(['editor', 'visitor']),
          protected: z.boolean(),
          expires_at: timestamp.nullable(),
          download_limit: z.int().nullable(),
          downloads: z.int(),
        }),
      }),
    ),
  }),
  meta: z.object({
    can: Abilities,
    origin: Origin.optional(),
    /** Ancestors that the caller may see, outermost first; only set in flat lists. */
    ancestors: z.array(Crumb).optional(),
  }),
})
export type Item = z.infer<typeof Item>

/** A single item has more details than a list element. */
export const ItemDetails = Item.extend({
  attributes: Item.shape.attributes.extend({ exif: Exif.nullable() }),
})
export type ItemDetails = z.infer<typeof ItemDetails>

export const ItemName = z
  .string()
  .transform(normaliseName)
  .superRefine((name, context) => {
    const fault = nameError(name)
    if (fault) context.addIssue({ code: 'custom', message: `validation.name.${fault}` })
  })

export const ItemRef = z.object({ id: Id, type: ItemType })
export type ItemRef = z.infer<typeof ItemRef>
export const ItemRefs = z.array(ItemRef).min(1).max(1000)

export const OnConflict = z.enum(['rename', 'replace', 'skip'])
export type OnConflict = z.infer<typeof OnConflict>

export const Emoji = z.string().min(1).max(32).regex(PLAIN_TEXT, 'validation.invalid')
const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'validation.color')
const itemReply = z.object({ data: Item })
/** Number of changed items; the conflict rule skipped the rest. */
export const Changed = z.object({ meta: z.object({ changed: z.int(), skipped: z.int() }) })
export type Changed = z.infer<typeof Changed>

export const getItem = endpoint({
  method: 'GET',
  path: '/api/items/:id',
  access: 'user',
  summary: "Returns an item with the caller's abilities.",
  params: z.object({ id: Id }),
  response: z.object({ data: ItemDetails }),
})

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/create-folder',
  access: 'user',
  summary: 'Creates a folder at home or in another folder.',
  body: z.object({
    name: ItemName,
    parent_id: Id.nullable().default(null),
    emoji: Emoji.nullable().default(null),
    color: Color.nullable().default(null),
    tipo_id: Id.nullable().default(null),
    subcategory_id: Id.nullable().default(null),
    on_conflict: OnConflict.exclude(['replace']).default('rename'),
  }),
  response: itemReply,
  status: 201,
})

export const renameItem = endpoint({
  method: 'PATCH',
  path: '/api/rename/:id',
  access: 'user',
  summary:
    'Renames an item; also changes emoji and colour of a folder. A taken name gets a number, unless `skip` rejects it or `replace` replaces the existing item; the response is the resulting item.',
  params: z.object({ id: Id }),
  body: z.object({
    name: ItemName,
    /** The name as the caller knows it. The call is rejected if the item was renamed since. */
    seen_name: z.string().max(1024).optional(),
    type: ItemType,
    emoji: Emoji.nullable().optional(),
    color: Color.nullable().optional(),
    on_conflict: OnConflict.default('rename'),
  }),
  response: itemReply,
})

const transfer = z.object({
  to_id: Id.nullable(),
  items: ItemRefs.optional(),
  select_all_in: BulkSelection.optional(),
})
const onConflict = { on_conflict: OnConflict.default('rename') }
/** The folder that the caller saw the items in; items that are no longer there are skipped. */
export const fromFolder = { from_id: Id.nullable().optional() }
/** Identifies the items that a bulk move or copy created, so that they can be undone together. */
const placedAt = { placed_at: z.iso.datetime().nullable().optional() }

export const moveItems = endpoint({
  method: 'POST',
  path: '/api/move',
  access: 'user',
  summary:
    'Moves items, or everything in a folder, into a folder, or home with `to_id` null; all or none. `replace` keeps the old content of a file as a version and merges folders.',
  body: transfer.extend({ ...onConflict, ...fromFolder }).refine(hasOneSelection, ONE_WAY),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** Items that were renamed because of a conflict; omitted for a bulk selection. */
      renamed: z.array(z.object({ id: Id, type: ItemType, name: z.string() })),
      /**
       * Null if an item was renamed or replaced another one, or if the caller may not move them
       * back.
       */
      ...placedAt,
    }),
  }),
})

export const copyItems = endpoint({
  method: 'POST',
  path: '/api/copy',
  access: 'user',
  summary:
    'Copies items with their contents, with the same rules as moving; `rename` in the same folder duplicates.',
  body: transfer.extend(onConflict).refine(hasOneSelection, ONE_WAY),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** The created items; omitted for a bulk selection. */
      created: ItemRefs.min(0),
      /** Null if an item replaced another one. */
      ...placedAt,
    }),
  }),
})

export const findConflicts = endpoint({
  method: 'POST',
  path: '/api/conflicts',
  access: 'user',
  summary:
    'Returns name conflicts of items in a folder, by their own or a given name, with the existing item; for a bulk selection the first ones and their number.',
  body: transfer.extend({ name: ItemName.optional() }).refine(hasOneSelection, ONE_WAY),
  response: z.object({
    data: z.array(z.object({ item: Item, existing: Item })),
    meta: z.object({ total: z.int() }),
  }),
})
