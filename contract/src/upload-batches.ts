import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Problem } from './errors.ts'
import { Item, OnConflict } from './items.ts'
import { Id } from './resource.ts'
import { Skipped } from './uploads.ts'

/** Files above this go by themselves. */
export const BATCH_FILE_BYTES = 1024 * 1024
export const BATCH_BYTES = 8 * 1024 * 1024
export const BATCH_FILES = 100
const PREFLIGHT_ENTRIES = 10_000

/** Judged with its entry: one path that can't be kept does not refuse the others. */
const path = z.string().max(100_000).default('')
const filename = z.string().min(1).max(4096)
const optionalId = z
  .union([Id, z.literal('').transform(() => null)])
  .nullable()
  .default(null)

export const PreflightEntry = z.object({
  filename,
  /** As in the upload's form: the folders below the parent, then the file. */
  path,
  size: z.int().nonnegative(),
  /** What the client takes it for; the content decides in the end. */
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

/** `index` is an entry's place in the manifest. Entries that nothing speaks against are left out. */
export const Preflight = z.object({
  conflicts: z.array(z.object({ index: z.int(), existing: Existing })),
  refused: z.array(z.object({ index: z.int(), problem: Problem })),
  /** Of everything that is not refused. */
  needed_bytes: z.int(),
  /** What the quota has left; null when nothing limits it. */
  room_bytes: z.int().nullable(),
  /** How many of the entries that are not refused fit, taken in their order. */
  fits: z.int(),
})
export type Preflight = z.infer<typeof Preflight>

export const preflightUpload = endpoint({
  method: 'POST',
  path: '/api/upload/preflight',
  access: 'user',
  summary: 'Says what would become of files before their first byte is sent. Changes nothing.',
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
  /** When the file was last changed on its disk, in milliseconds: it keeps that date. */
  modified_at: z.int().nonnegative().optional(),
})
export type BatchEntry = z.output<typeof BatchEntry>
export const BatchManifest = z.array(BatchEntry).min(1).max(BATCH_FILES)

export const BatchForm = z.object({
  parent_id: optionalId,
  /** Of all the files. */
  tipo_id: optionalId,
  subcategory_id: optionalId,
  /** A list of entries as JSON; the files follow in its order. */
  manifest: z.string(),
})

/** Of one file: what it became, or why it did not; neither where it was skipped. */
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
  summary:
    'Takes many small files at once: `manifest`, then a `file` part for each of its entries.',
  accepts: 'multipart',
  body: BatchForm,
  response: z.object({ data: z.array(BatchResult), meta: Skipped }),
})
