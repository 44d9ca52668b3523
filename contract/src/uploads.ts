import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item, OnConflict } from './items.ts'
import { PLAIN_TEXT } from './names.ts'
import { Id } from './resource.ts'

export const Upload = z.object({
  id: z.string(),
  type: z.literal('upload'),
  attributes: z.object({
    /** Bytes stored so far; the next chunk starts here. */
    received_bytes: z.int(),
    /** Null while an upload without a declared size is running. */
    size_bytes: z.int().nullable(),
    name: z.string(),
    path: z.string(),
    parent_id: Id.nullable(),
    /** Name of the file on the uploading device. */
    filename: z.string(),
    /** Modification time of that file in milliseconds; null if the client did not send it. */
    modified_at: z.int().nullable(),
    /** Device that started the upload, such as `Firefox, Android`; null if unknown. */
    device: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
})
export type Upload = z.infer<typeof Upload>

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform(v => v === true || v === 'true' || v === '1')
/** Whole numbers as digits only: no signs, fractions, exponents or spaces. */
const bytes = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,16}$/, 'validation.bytes')])
  .transform(Number)
  .pipe(z.int())

/** Milliseconds, negative before 1970; the year 1 is the first that a date in a response can have. */
export const ModifiedAt = z.int().min(Date.parse('0001-01-01T00:00:00Z'))

export const PATH_MAX_LENGTH = 8192

/** Form parts beside `file`. Those after `subcategory_id` make an upload resumable. */
export const UploadForm = z.object({
  filename: z.string().min(1).max(4096),
  path: z.string().max(PATH_MAX_LENGTH).regex(PLAIN_TEXT, 'validation.invalid').default(''),
  parent_id: z
    .union([Id, z.literal('').transform(() => null)])
    .nullable()
    .default(null),
  extension: z.string().max(255).optional(),
  is_last: flag.default(true),
  tipo_id: z
    .union([Id, z.literal('').transform(() => null)])
    .nullable()
    .default(null),
  subcategory_id: z
    .union([Id, z.literal('').transform(() => null)])
    .nullable()
    .default(null),
  upload_id: Id.optional(),
  offset: bytes.optional(),
  size: bytes.optional(),
  /** `sha-256=` and the base64 digest of this chunk. */
  checksum: z
    .string()
    .regex(/^sha-256=[A-Za-z0-9+/]{43}=$/, 'validation.checksum')
    .optional(),
  on_conflict: OnConflict.default('rename'),
  /** Modification time of the file on disk in milliseconds; the item keeps it, and another device recognises the file by it. */
  modified_at: z
    .union([z.int(), z.string().regex(/^-?\d{1,16}$/, 'validation.invalid')])
    .transform(Number)
    .pipe(ModifiedAt)
    .optional(),
})
export type UploadForm = z.output<typeof UploadForm>

/** UPL-21: files that operating systems leave behind are not stored and are counted in `skipped`. */
export const Skipped = z.object({ skipped: z.int() })

/**
 * 201 with the item when the file is complete; before that 200 with the received bytes, or with
 * `meta.skipped` for a skipped file.
 */
export const uploadChunk = endpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'user',
  summary: 'Uploads one chunk of a file, or a small file at once. The `file` part comes last.',
  accepts: 'multipart',
  body: UploadForm,
  response: z.object({ data: Item }),
  interim: z.object({ data: Upload.nullable(), meta: Skipped.optional() }),
  status: 201,
})

export const getUpload = endpoint({
  method: 'GET',
  path: '/api/upload/:upload_id',
  access: 'user',
  summary: 'Returns the progress of an upload.',
  params: z.object({ upload_id: Id }),
  response: z.object({ data: Upload }),
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/upload/:upload_id',
  access: 'user',
  summary: 'Cancels an upload and releases its reservation.',
  params: z.object({ upload_id: Id }),
  status: 204,
})

const UPLOAD_MARK = /^[\da-f-]{36}$/i

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/uploads',
  access: 'user',
  summary: "Lists the caller's unfinished uploads, ordered by id.",
  query: z.object({
    /** Cursor: the last id of the previous page. */
    after: z.string().regex(UPLOAD_MARK).optional(),
  }),
  response: z.object({
    data: z.array(Upload),
    /** Cursor of the next page; null on the last one. */
    meta: z.object({ next: z.string().nullable() }),
  }),
})
