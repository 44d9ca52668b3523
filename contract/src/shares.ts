import { z } from 'zod'
import { Listing, ListQuery } from './browse.ts'
import { MAX_PASSWORD_LENGTH } from './constants.ts'
import { Email } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { Token } from './guest-endpoints.ts'
import { ItemType } from './items.ts'
import { Id, PageQuery, Paginate } from './resource.ts'

/** SHARE-3: hours; 24 is 1 day, 48 are 2 days, 168 are 7 days. */
export const SHARE_EXPIRY_HOURS = [1, 2, 6, 12, 24, 48, 168] as const
const ExpiryHours = z.union(SHARE_EXPIRY_HOURS.map(hours => z.literal(hours)))

export const SharePermission = z.enum(['editor', 'visitor'])
export type SharePermission = z.infer<typeof SharePermission>

/** A share as its owner sees it. */
export const Share = z.object({
  id: Id,
  type: z.literal('share'),
  attributes: z.object({
    token: z.string(),
    /** URL of the guest page. */
    link: z.string(),
    /** URL that downloads the file directly; null for folders. */
    direct_link: z.string().nullable(),
    type: ItemType,
    item_id: Id,
    permission: SharePermission,
    protected: z.boolean(),
    /** Selected expiry in hours; null never expires. */
    expire_in: z.int().nullable(),
    expires_at: z.iso.datetime().nullable(),
    download_limit: z.int().nullable(),
    downloads: z.int(),
    visits: z.int(),
    /** Whether guests can open it now. */
    is_open: z.boolean(),
    created_at: z.iso.datetime(),
  }),
})
export type Share = z.infer<typeof Share>

const Password = z
  .string()
  .min(1, 'validation.required')
  .max(MAX_PASSWORD_LENGTH, 'validation.long')
export const MAX_DOWNLOADS = 1_000_000
const DownloadLimit = z.int().min(1).max(MAX_DOWNLOADS)
export const SHARE_MAILS = 50
const Emails = z.array(Email).max(SHARE_MAILS)
const tokenParams = z.object({ token: Token })
const shareReply = z.object({ data: Share })

export const createShare = endpoint({
  method: 'POST',
  path: '/api/share',
  access: 'user',
  summary: 'Creates a share of a file or folder; an item has at most one.',
  body: z
    .object({
      id: Id,
      type: ItemType,
      isPassword: z.boolean().default(false),
      password: Password.nullable().default(null),
      /** Files are always view-only. */
      permission: SharePermission.default('visitor'),
      /** In hours. */
      expiration: ExpiryHours.nullable().default(null),
      download_limit: DownloadLimit.nullable().default(null),
      emails: Emails.default([]),
    })
    .refine(body => !body.isPassword || body.password !== null, {
      error: 'validation.required',
      path: ['password'],
    }),
  response: shareReply,
  status: 201,
})

export const getShare = endpoint({
  method: 'GET',
  path: '/api/share/:token',
  access: 'user',
  summary: "Returns one of the caller's shares.",
  params: tokenParams,
  response: shareReply,
})

export const updateShare = endpoint({
  method: 'PATCH',
  path: '/api/share/:token',
  access: 'user',
  summary:
    'Changes only the given fields. Setting an expiration restarts it; the password is kept until a new one or `protected` false is sent.',
  params: tokenParams,
  body: z.object({
    /** False removes the password. */
    protected: z.boolean().optional(),
    /** Null keeps the current password. */
    password: Password.nullable().optional(),
    permission: SharePermission.optional(),
    expiration: ExpiryHours.nullable().optional(),
    download_limit: DownloadLimit.nullable().optional(),
  }),
  response: shareReply,
})

export const revokeShares = endpoint({
  method: 'DELETE',
  path: '/api/share/revoke',
  access: 'user',
  summary: 'Deletes shares of the caller immediately; those of others are ignored.',
  body: z.object({ tokens: z.array(Token).min(1).max(1000) }),
  response: z.object({ meta: z.object({ changed: z.int() }) }),
})

export const mailShare = endpoint({
  method: 'POST',
  path: '/api/share/:token/email',
  access: 'user',
  summary: 'Emails the link to several recipients.',
  params: tokenParams,
  body: z.object({ emails: Emails.min(1) }),
  response: z.object({ meta: z.object({ sent: z.int() }) }),
})

export const getShareQrCode = endpoint({
  method: 'GET',
  path: '/api/share/:token/qr',
  access: 'user',
  summary: 'Returns the link as a QR code.',
  params: tokenParams,
  response: z.object({ data: z.object({ svg: z.string() }) }),
})

export const ShareEventKind = z.enum([
  'opened',
  'wrong_password',
  'unlocked',
  'viewed',
  'downloaded',
  'uploaded',
  'removed',
])
export type ShareEventKind = z.infer<typeof ShareEventKind>

export const ShareEvent = z.object({
  id: Id,
  type: z.literal('share_event'),
  attributes: z.object({
    kind: ShareEventKind,
    /** Name of the item at that time. */
    item_id: Id.nullable(),
    name: z.string().nullable(),
    bytes: z.int().nullable(),
    /** Device name such as `Firefox, Android`. */
    device: z.string().nullable(),
    created_at: z.iso.datetime(),
  }),
})
export type ShareEvent = z.infer<typeof ShareEvent>

export const listShareEvents = endpoint({
  method: 'GET',
  path: '/api/share/:token/events',
  access: 'user',
  summary: 'Lists the activity of a share, newest first.',
  params: tokenParams,
  query: PageQuery,
  response: z.object({
    data: z.array(ShareEvent),
    meta: z.object({ paginate: Paginate }),
  }),
})

export const browseShares = endpoint({
  method: 'GET',
  path: '/api/browse/share',
  access: 'user',
  summary: "Lists the caller's items that have a share.",
  query: ListQuery,
  response: Listing,
})
