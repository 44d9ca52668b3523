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

/** 22 colours that a folder can have. */
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

/** Whether everything that an item's document type asks for has been filled in. */
export const DocumentStatus = z.enum(['missing', 'entered'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

const timestamp = z.iso.datetime()
const ownerResource = z.object({
  id: Id,
  type: z.literal('user'),
  attributes: z.object({ name: z.string() }),
})

/** What the caller may do with an item; the buttons and the server read the same answer. */
export const Abilities = z.object({
  /** Put something into a folder. */
  add: z.boolean(),
  /** Rename it, give it another look, say what it is as a document. */
  edit: z.boolean(),
  move: z.boolean(),
  /** Into the trash, and out of it again. */
  remove: z.boolean(),
  /** For good. */
  purge: z.boolean(),
  download: z.boolean(),
  share: z.boolean(),
})
export type Abilities = z.infer<typeof Abilities>

/** Where a removed item was; only the trash tells. */
const Origin = z.object({
  ancestors: z.array(Crumb),
  /** Whether the folder still stands, so that the item is restored to it. */
  is_there: z.boolean(),
})

/** FILES-1: a file or folder. */
export const Item = z.object({
  id: Id,
  type: ItemType,
  attributes: z.object({
    item_id: Id,
    name: z.string(),
    /** The name a file had before its spaces became hyphens; null when it is the same. */
    original_name: z.string().nullable(),
    parent_id: Id.nullable(),
    /** The team folder that it is or lies in. */
    team_id: Id.nullable(),
    color: z.string().nullable(),
    emoji: z.string().nullable(),
    /** How many items a folder holds; null on files. */
    items: z.int().nullable(),
    size_bytes: z.int(),
    /** How many earlier contents of a file are kept; the present one is not among them. */
    versions: z.int(),
    mimetype: z.string().nullable(),
    category: Category.nullable(),
    file_url: z.string().nullable(),
    /** Null where nothing can be seen of a file, or not yet. */
    thumbnail: Thumbnail.nullable(),
    tipo_id: Id.nullable(),
    tipo_nombre: z.string().nullable(),
    subcategory_id: Id.nullable(),
    subcategory_nombre: z.string().nullable(),
    /** Null without a document type. */
    document_status: DocumentStatus.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    /** Whether the caller marked it. */
    is_favourite: z.boolean(),
    deleted_at: timestamp.nullable(),
  }),
  relationships: z.object({
    owner: toOne(ownerResource),
    creator: toOne(ownerResource),
    /** The caller, where he marked it. Nobody is told what others marked. */
    favourites: z.object({ data: z.array(z.object({ id: Id, type: z.literal('user') })) }),
    /** The item's link; only its owner is told of it. */
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
    /** The folders above it that the caller may see, outermost first; told by lists across folders. */
    ancestors: z.array(Crumb).optional(),
  }),
})
export type Item = z.infer<typeof Item>

/** By itself an item tells more than in a list. */
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
/** How many of the named items were changed; the rest were left by the conflict rule. */
export const Changed = z.object({ meta: z.object({ changed: z.int(), skipped: z.int() }) })
export type Changed = z.infer<typeof Changed>

export const getItem = endpoint({
  method: 'GET',
  path: '/api/items/:id',
  access: 'user',
  summary: 'One item with what the caller may do with it.',
  params: z.object({ id: Id }),
  response: z.object({ data: ItemDetails }),
})

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/create-folder',
  access: 'user',
  summary: 'Creates a folder, at home or in another folder.',
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
    'Renames an item; a folder can change its emoji and colour too. A taken name is numbered, unless `skip` refuses it or `replace` puts the item over what has it; what is there afterwards is answered.',
  params: z.object({ id: Id }),
  body: z.object({
    name: ItemName,
    /** The name it had when the caller looked. With another one by now it is refused: somebody was quicker. */
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
/** Names what was put there of a whole folder's content, so that it can be undone as a whole. */
const placedAt = { placed_at: z.iso.datetime().nullable().optional() }

export const moveItems = endpoint({
  method: 'POST',
  path: '/api/move',
  access: 'user',
  summary:
    'Moves items, or everything in a folder, into a folder, or home with `to_id` null; all of them or none. `replace` keeps the old content of a file as a version, and merges folders.',
  body: transfer.extend(onConflict).refine(hasOneSelection, ONE_WAY),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** Those that a taken name left with another one; left out for a whole folder's content. */
      renamed: z.array(z.object({ id: Id, type: ItemType, name: z.string() })),
      /** Null where something has another name now, or was put over something. */
      ...placedAt,
    }),
  }),
})

export const copyItems = endpoint({
  method: 'POST',
  path: '/api/copy',
  access: 'user',
  summary:
    'Copies items with everything in them, as they are moved; `rename` in the same folder duplicates.',
  body: transfer.extend(onConflict).refine(hasOneSelection, ONE_WAY),
  response: z.object({
    meta: Changed.shape.meta.extend({
      /** What stands in the folder now and was not there before; left out for a whole folder's content. */
      created: ItemRefs.min(0),
      /** Null where something was put over something. */
      ...placedAt,
    }),
  }),
})

export const findConflicts = endpoint({
  method: 'POST',
  path: '/api/conflicts',
  access: 'user',
  summary:
    "Which of the items would meet a taken name in a folder, by their own names or by one that they are to get, each with what has the name; of a whole folder's content the first of them, and how many there are.",
  body: transfer.extend({ name: ItemName.optional() }).refine(hasOneSelection, ONE_WAY),
  response: z.object({
    data: z.array(z.object({ item: Item, existing: Item })),
    meta: z.object({ total: z.int() }),
  }),
})
