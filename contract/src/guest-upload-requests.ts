import { z } from 'zod'
import { Avatar } from './avatar.ts'
import * as browse from './browse.ts'
import { createCustomFolder as customFolder } from './custom-folders.ts'
import * as downloads from './downloads.ts'
import { Email } from './email-address.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { asGuestEndpoint, Token } from './guest-endpoints.ts'
import * as items from './items.ts'
import { ItemRef, OnConflict } from './items.ts'
import * as previews from './previews.ts'
import { FolderRef, Id, PageQuery, Paginate } from './resource.ts'
import * as batches from './upload-batches.ts'
import {
  RequestedDocument,
  RequestFolder,
  RequestLimits,
  RequestStatus,
} from './upload-requests.ts'
import * as uploads from './uploads.ts'

/** Calls that a guest of an upload request may make. Guests see only the files they sent. */

const params = z.object({ token: Token })

/** HTTP-1: `/api/upload-request/…` and `/api/file-request/…` are one set of handlers. */
const guestEndpoint = <
  const P extends string,
  S extends z.ZodType,
  const A extends Endpoint['access'] = 'upload-request',
>(
  path: P,
  shape: S,
  access: A = 'upload-request' as A,
) =>
  ({
    path: `/api/file-request/:token${path}`,
    aliases: [`/api/upload-request/:token${path}`],
    access,
    params: shape,
  }) as const

/** An upload request as its guests see it. */
export const GuestUploadRequest = z.object({
  id: z.string(),
  type: z.literal('upload-request'),
  attributes: z.object({
    token: z.string(),
    status: RequestStatus,
    name: z.string(),
    note: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
    ...RequestLimits,
    /** What remains within the limits; null without a limit. */
    bytes_left: z.int().nullable(),
    files_left: z.int().nullable(),
    /** Counts of what this guest sent. */
    sent_files: z.int(),
    sent_bytes: z.int(),
    /** Requested documents that this guest has not sent. */
    documents: z.array(RequestedDocument),
    closed_at: z.iso.datetime().nullable(),
  }),
  relationships: z.object({
    folder: RequestFolder,
    user: z.object({
      data: z.object({
        id: Id,
        type: z.literal('user'),
        attributes: z.object({ name: z.string(), color: z.string(), avatar: Avatar }),
      }),
    }),
  }),
})
export type GuestUploadRequest = z.infer<typeof GuestUploadRequest>
const askedReply = z.object({ data: GuestUploadRequest })

export const openRequest = endpoint({
  method: 'GET',
  ...guestEndpoint('', params, 'request-link'),
  summary: 'Returns an upload request in any state.',
  response: askedReply,
})

export const finishRequest = endpoint({
  method: 'DELETE',
  ...guestEndpoint('', params),
  summary:
    'Marks everything as sent and closes the request. With an email, a receipt is sent there.',
  body: z.object({ email: Email.nullable().default(null) }),
  response: askedReply,
})

/** A file as it was received. */
export const ReceiptFile = z.object({
  id: Id,
  type: z.literal('receipt-file'),
  attributes: z.object({
    name: z.string(),
    size_bytes: z.int(),
    /** Hexadecimal; null until it is computed, and while the content is missing or damaged. */
    sha256: z.string().nullable(),
    received_at: z.iso.datetime(),
  }),
})
export type ReceiptFile = z.infer<typeof ReceiptFile>

export const getReceipt = endpoint({
  method: 'GET',
  ...guestEndpoint('/receipt', params, 'request-link'),
  summary: 'Lists the files this guest sent as they were received; also for a closed request.',
  query: PageQuery,
  response: z.object({
    data: z.array(ReceiptFile),
    meta: z.object({
      paginate: Paginate,
      total_bytes: z.int(),
      /** Whether every hash is computed. */
      is_complete: z.boolean(),
    }),
  }),
})

/** REQ-6: a page of the top folder; a folder id or `all` is accepted in its place. */
const PageNumber = z.string().regex(/^[1-9]\d{0,5}$/)
export const browseFolder = asGuestEndpoint(
  browse.browseFolder,
  guestEndpoint('/browse/:id', params.extend({ id: z.union([FolderRef, PageNumber]) })),
)
export const browseNavigation = asGuestEndpoint(
  browse.browseNavigationBelow,
  guestEndpoint('/navigation', params),
)
export const browseNavigationBelow = asGuestEndpoint(
  browse.browseNavigationBelow,
  guestEndpoint('/navigation/:id', params.extend({ id: Id })),
)
export const getItem = asGuestEndpoint(
  items.getItem,
  guestEndpoint('/items/:id', params.extend({ id: Id })),
)

export const downloadFile = asGuestEndpoint(downloads.downloadFile, {
  path: '/file/:id/upload-request/:token',
  access: 'upload-request',
  params: params.extend({ id: Id }),
})
export const getThumbnail = asGuestEndpoint(previews.getThumbnail, {
  path: '/thumbnail/:id/:size/upload-request/:token',
  access: 'upload-request',
  params: params.extend({ id: Id, size: previews.ThumbnailSize }),
})

export const createFolder = asGuestEndpoint(
  items.createFolder,
  guestEndpoint('/create-folder', params),
)
export const createCustomFolder = asGuestEndpoint(
  customFolder,
  guestEndpoint('/create-folder-custom', params),
)
/** Never replaces: the existing item may belong to another guest. */
export const renameItem = asGuestEndpoint(items.renameItem, {
  ...guestEndpoint('/rename/:id', params.extend({ id: Id })),
  body: items.renameItem.body.extend({
    on_conflict: OnConflict.exclude(['replace']).default('rename'),
  }),
})
const Refs = z.array(ItemRef).min(1).max(1000)
export const moveItems = endpoint({
  method: 'POST',
  ...guestEndpoint('/move', params),
  summary: 'Moves items into a folder, or to the top with `to_id` null; taken names get a number.',
  body: z.object({ to_id: Id.nullable(), items: Refs, ...items.fromFolder }),
  response: items.moveItems.response,
})
export const removeItems = endpoint({
  method: 'POST',
  ...guestEndpoint('/remove', params),
  summary: 'Deletes sent items permanently.',
  body: z.object({ items: Refs }),
  response: items.Changed,
})

export const uploadChunk = asGuestEndpoint(uploads.uploadChunk, {
  path: '/api/file-request/:token/upload/chunks',
  aliases: [
    '/api/file-request/:token/upload',
    '/api/upload-request/:token/upload/chunks',
    '/api/upload-request/:token/upload',
  ],
  access: 'upload-request',
  params,
})
const uploadParams = params.extend({ upload_id: Id })
export const getUpload = asGuestEndpoint(
  uploads.getUpload,
  guestEndpoint('/upload/:upload_id', uploadParams),
)
export const cancelUpload = asGuestEndpoint(
  uploads.cancelUpload,
  guestEndpoint('/upload/:upload_id', uploadParams),
)
export const preflightUpload = asGuestEndpoint(
  batches.preflightUpload,
  guestEndpoint('/upload/preflight', params),
)
export const uploadBatch = asGuestEndpoint(
  batches.uploadBatch,
  guestEndpoint('/upload/batch', params),
)
