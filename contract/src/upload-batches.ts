import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Problem } from './errors.ts'
import { Item, OnConflict } from './items.ts'
import { Id } from './resource.ts'
import { ModifiedAt, Skipped } from './uploads.ts'

/** Larger files are uploaded on their own. */
export const BATCH_FILE_BYTES = 1024 * 1024
export const BATCH_BYTES = 8 * 1024 * 1024
export const BATCH_FILES = 100
/** Different folders on the paths of all files of a batch. */
export const BATCH_FOLDERS = 1000
const PREFLIGHT_ENTRIES = 10_000

/** Validated per entry: an invalid path does not reject the other files. */
const path = z.string().max(100_000).default('')
const filename = z.string().min(1).max(4096)
const optionalId = z
  .union([Id, z.literal('').transform(() => null)])
  .nullable()
  .default(null)

/** The folders on a path that ends with its file: `a/b/photo.jpg` gives `a` and `a/b`. */
export const foldersOnPath = (path: string): string[] => {
  const names = path.replace(/^\/+/, '').split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

export const PreflightEntry = z.object({
  filename,
  /** As in the upload form: folders below the parent, then the file. */
  path,
  size: z.int().nonnegative(),
  /** Type as the client knows it; the content decides. */
  type: z.string().max(255).default(''),
})
export type PreflightEntry = z.input<typeof PreflightEntry>

const Existing = z.object({
  id: Id,
  type: z.enum(['folder', 'file']),
  name: z.string(),
  size_bytes: z.int(),
  updated_at: z.iso.datetime(),
})

/** `index` is the position in the manifest. Entries without a finding are omitted. */
export const Preflight = z.object({
  conflicts: z.array(z.object({ index: z.int(), existing: Existing })),
  refused: z.array(z.object({ index: z.int(), problem: Problem })),
  /** Total of all entries that are not rejected. */
  needed_bytes: z.int(),
  /** Free quota; null without a limit. */
  room_bytes: z.int().nullable(),
  /** Number of accepted entries that fit, in manifest order. */
  fits: z.int(),
})
export type Preflight = z.infer<typeof Preflight>

export const preflightUpload = endpoint({
  method: 'POST',
  path: '/api/upload/preflight',
  access: 'user',
  summary: 'Checks files before the upload. Changes nothing.',
  body: z.object({
    parent_id: Id.nullable().default(null),
    entries: z.array(PreflightEntry).min(1).max(PREFLIGHT_ENTRIES),
  }),
  response: z.object({ data: Preflight }),
})

export const BatchEntry = z.object({
  filename,
  path,
  size: z.int().nonnegative(),
  upload_id: Id.optional(),
  /** `sha-256=` and the base64 digest of the file. */
  checksum: z
    .string()
    .regex(/^sha-256=[A-Za-z0-9+/]{43}=$/, 'validation.checksum')
    .optional(),
  on_conflict: OnConflict.default('rename'),
  /** Modification time of the file on disk in milliseconds; the item keeps it. */
  modified_at: ModifiedAt.optional(),
})
export type BatchEntry = z.output<typeof BatchEntry>
export const BatchManifest = z.array(BatchEntry).min(1).max(BATCH_FILES)

export const BatchForm = z.object({
  parent_id: optionalId,
  /** Total of all files. */
  tipo_id: optionalId,
  subcategory_id: optionalId,
  /** JSON list of entries; the files follow in its order. */
  manifest: z.string(),
})

/** Result for one file: the item or an error; neither if it was skipped. */
export const BatchResult = z.object({
  upload_id: Id.nullable(),
  item: Item.nullable(),
  problem: Problem.nullable(),
})
export type BatchResult = z.infer<typeof BatchResult>

export const uploadBatch = endpoint({
  method: 'POST',
  path: '/api/upload/batch',
  access: 'user',
  summary: 'Uploads many small files at once: `manifest`, then a `file` part for each entry.',
  accepts: 'multipart',
  body: BatchForm,
  response: z.object({ data: z.array(BatchResult), meta: Skipped }),
})
