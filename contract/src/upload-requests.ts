import { z } from 'zod'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { ItemName } from './items.ts'
import { TEXT_OF_LINES } from './names.ts'
import { Id, PageQuery, Paginate, toOne } from './resource.ts'

/** REQ-2: an ended request is `filled` if files arrived, otherwise `expired`. */
export const RequestStatus = z.enum(['active', 'filled', 'expired'])
export type RequestStatus = z.infer<typeof RequestStatus>

/** REQ-1: default expiry. */
const REQUEST_HOURS = 72
const REQUEST_DOCUMENTS = 50
const MAX_HOURS = 365 * 24

const timestamp = z.iso.datetime()

/** A requested document and whether it was received. */
export const RequestedDocument = z.object({
  id: Id,
  tipo_id: Id,
  tipo_nombre: z.string(),
  subcategory_id: Id.nullable(),
  subcategory_nombre: z.string().nullable(),
  is_missing: z.boolean(),
})
export type RequestedDocument = z.infer<typeof RequestedDocument>

/** Limits of a request, for owners and guests. */
export const RequestLimits = {
  max_bytes: z.int().nullable(),
  max_files: z.int().nullable(),
  /** Extensions such as `pdf`; null accepts any. */
  allowed_types: z.array(z.string()).nullable(),
}
export const RequestFolder = toOne(
  z.object({ id: Id, type: z.literal('folder'), attributes: z.object({ name: z.string() }) }),
)

/** An upload request as its owner sees it. */
export const UploadRequest = z.object({
  id: Id,
  type: z.literal('upload-request'),
  attributes: z.object({
    token: z.string(),
    /** URL of the guest page. */
    link: z.string(),
    status: RequestStatus,
    /** Also false while its folder is in the trash. */
    is_open: z.boolean(),
    name: z.string(),
    note: z.string().nullable(),
    email: z.string().nullable(),
    folder_id: Id.nullable(),
    /** Null never expires. */
    expires_at: timestamp.nullable(),
    ...RequestLimits,
    received_files: z.int(),
    received_bytes: z.int(),
    documents: z.array(RequestedDocument),
    created_at: timestamp,
    closed_at: timestamp.nullable(),
  }),
  relationships: z.object({ folder: RequestFolder }),
})
export type UploadRequest = z.infer<typeof UploadRequest>

const Note = z
  .string()
  .trim()
  .max(5000, 'validation.long')
  .regex(TEXT_OF_LINES, 'validation.invalid')
const Ending = z
  .string()
  .trim()
  .toLowerCase()
  .transform(ending => ending.replace(/^\.+/, ''))
  .pipe(z.string().regex(/^[\p{L}\p{N}_+-]{1,20}$/u, 'validation.invalid'))
const RequestedDocuments = z
  .array(z.object({ tipo_id: Id, subcategory_id: Id.nullable().default(null) }))
  .max(REQUEST_DOCUMENTS)
const Terms = z.object({
  note: Note.nullable(),
  /** Hours from now; null never expires. */
  expiration: z.int().min(1).max(MAX_HOURS).nullable(),
  max_bytes: z.int().min(1).nullable(),
  max_files: z.int().min(1).max(1_000_000).nullable(),
  allowed_types: z.array(Ending).max(100).nullable(),
})
/** `note` under the name that earlier scripts send. */
const EARLIER_NAMES = { notes: Terms.shape.note.optional() }
const ownReply = z.object({ data: UploadRequest })
const ownParams = z.object({ id: Id })

export const createUploadRequest = endpoint({
  method: 'POST',
  path: '/api/file-request',
  aliases: ['/api/upload-request'],
  access: 'user',
  summary: 'Creates an upload request: a folder for received files and a link for guests.',
  body: z
    .object({
      /** Parent of the created folder; null is home. */
      folder_id: Id.nullable().default(null),
      /** Also the name of the folder. */
      name: ItemName.optional(),
      note: Terms.shape.note.default(null),
      ...EARLIER_NAMES,
      /** Receives the link by email. */
      email: Email.nullable().default(null),
      expiration: Terms.shape.expiration.default(REQUEST_HOURS),
      max_bytes: Terms.shape.max_bytes.default(null),
      max_files: Terms.shape.max_files.default(null),
      allowed_types: Terms.shape.allowed_types.default(null),
      documents: RequestedDocuments.default([]),
    })
    .transform(({ notes, ...body }) => ({ ...body, note: body.note ?? notes ?? null })),
  response: ownReply,
  status: 201,
})

export const listUploadRequests = endpoint({
  method: 'GET',
  path: '/api/file-requests',
  aliases: ['/api/upload-requests'],
  access: 'user',
  summary: "Lists the caller's requests, or those of a folder: open ones first, then newest first.",
  query: PageQuery.extend({ folder_id: Id.optional() }),
  response: z.object({
    data: z.array(UploadRequest),
    meta: z.object({ paginate: Paginate }),
  }),
})

export const getUploadRequest = endpoint({
  method: 'GET',
  path: '/api/file-requests/:id',
  aliases: ['/api/upload-requests/:id'],
  access: 'user',
  summary: "Returns one of the caller's requests.",
  params: ownParams,
  response: ownReply,
})

export const updateUploadRequest = endpoint({
  method: 'PATCH',
  path: '/api/file-requests/:id',
  aliases: ['/api/upload-requests/:id'],
  access: 'user',
  summary: 'Changes only the given fields of an open request. Setting an expiration restarts it.',
  params: ownParams,
  body: Terms.extend({
    /** Name shown to guests; the folder keeps its name. */
    name: ItemName,
    /** The complete checklist. */
    documents: RequestedDocuments,
    ...EARLIER_NAMES,
  })
    .partial()
    .transform(({ notes, ...body }) => (notes === undefined ? body : { note: notes, ...body })),
  response: ownReply,
})

export const closeUploadRequest = endpoint({
  method: 'DELETE',
  path: '/api/file-requests/:id',
  aliases: ['/api/upload-requests/:id'],
  access: 'user',
  summary:
    'Closes a request immediately; received files stay. It is then filled, or expired if no files were received.',
  params: ownParams,
  response: ownReply,
})
