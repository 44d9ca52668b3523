import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Item, OnConflict } from './items.ts'
import { PLAIN_TEXT } from './names.ts'
import { Id } from './resource.ts'

export const Upload = z.object({
  id: z.string(),
  type: z.literal('upload'),
  attributes: z.object({
    /** Everything up to here is on disk; the next chunk starts here. */
    received_bytes: z.int(),
    /** Null while an upload without a declared size is under way. */
    size_bytes: z.int().nullable(),
    name: z.string(),
    path: z.string(),
    parent_id: Id.nullable(),
    /** The name as its file has it on the disk it comes from. */
    filename: z.string(),
    /** When that file was last changed there, in milliseconds; null when its client did not say. */
    modified_at: z.int().nullable(),
    /** What it was begun with, such as `Firefox, Android`; null when nothing is known. */
    device: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  }),
})
export type Upload = z.infer<typeof Upload>

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform(v => v === true || v === 'true' || v === '1')
/** Whole numbers only, as digits: no signs, fractions, exponents or spaces. */
const bytes = z
  .union([z.int().nonnegative(), z.string().regex(/^\d{1,16}$/, 'validation.bytes')])
  .transform(Number)
  .pipe(z.int())

export const PATH_MAX_LENGTH = 8192

/** The form parts beside `file`. Those after `subcategory_id` are what makes an upload safe to go on. */
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
  /** When the file was last changed on its disk, in milliseconds: it keeps that date, and is known by it on another device. */
  modified_at: bytes.optional(),
})
export type UploadForm = z.output<typeof UploadForm>

/** UPL-21: files that operating systems leave behind are not stored, and counted in `skipped`. */
export const Skipped = z.object({ skipped: z.int() })

/**
 * 201 with the item when the file is whole; 200 with how far the upload has come before that, or with
 * `meta.skipped` for a file that is not kept.
 */
export const uploadChunk = endpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'user',
  summary: 'Takes one chunk of a file, or a small file whole. The `file` part comes last.',
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
  summary: 'How far an upload has come.',
  params: z.object({ upload_id: Id }),
  response: z.object({ data: Upload }),
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/api/upload/:upload_id',
  access: 'user',
  summary: 'Gives an upload up and frees what it held.',
  params: z.object({ upload_id: Id }),
  status: 204,
})

const UPLOAD_MARK = /^[\da-f-]{36}$/i

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/uploads',
  access: 'user',
  summary: "The caller's unfinished uploads, in the order of their ids, page by page.",
  query: z.object({
    /** Where the page before ended: a mark in the order, by which nothing is looked up. */
    after: z.string().regex(UPLOAD_MARK).optional(),
  }),
  response: z.object({
    data: z.array(Upload),
    /** What the next page comes `after`; null when there is none. */
    meta: z.object({ next: z.string().nullable() }),
  }),
})
