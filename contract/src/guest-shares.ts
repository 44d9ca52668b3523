import { z } from 'zod'
import { Avatar } from './avatar.ts'
import * as browse from './browse.ts'
import { MAX_PASSWORD_LENGTH } from './constants.ts'
import * as downloads from './downloads.ts'
import { endpoint } from './endpoint.ts'
import { asGuestEndpoint, Token } from './guest-endpoints.ts'
import * as items from './items.ts'
import { ItemType } from './items.ts'
import * as previews from './previews.ts'
import { FolderRef, Id } from './resource.ts'
import * as search from './search.ts'
import { SharePermission } from './shares.ts'
import * as trash from './trash.ts'
import * as batches from './upload-batches.ts'
import * as uploads from './uploads.ts'
import * as zip from './zip.ts'

/** Calls that a guest of a share may make. Items outside the share answer not_found. */

const params = z.object({ token: Token })

/** HTTP-1: `/api/editor/…` and `/api/sharing/…` are one set of handlers. */
const prefixed = <const P extends string>(path: P) =>
  ({ path: `/api/sharing/${path}`, aliases: [`/api/editor/${path}`] }) as const
const guestEndpoint = <const P extends string, S extends z.ZodType>(path: P, shape: S) =>
  ({ ...prefixed(path), access: 'share', params: shape }) as const
const guestPath = <const P extends string>(path: P) => guestEndpoint(path, params)

/** A share as guests see it; without details while it is locked. */
export const SharedLink = z.object({
  id: z.string(),
  type: z.literal('sharing'),
  attributes: z.object({
    token: z.string(),
    protected: z.boolean(),
    is_unlocked: z.boolean(),
    /** All null while the share is locked. */
    permission: SharePermission.nullable(),
    type: ItemType.nullable(),
    item_id: Id.nullable(),
    name: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
    downloads_left: z.int().nullable(),
  }),
  relationships: z.object({
    owner: z.object({
      data: z
        .object({
          id: Id,
          type: z.literal('user'),
          attributes: z.object({ name: z.string(), color: z.string(), avatar: Avatar }),
        })
        .nullable(),
    }),
  }),
})
export type SharedLink = z.infer<typeof SharedLink>

export const openLink = endpoint({
  method: 'GET',
  ...prefixed(':token'),
  access: 'link',
  summary: 'Returns the shared item; for a locked share only that it is locked.',
  params,
  response: z.object({ data: SharedLink }),
})

export const unlockLink = endpoint({
  method: 'POST',
  ...prefixed('authenticate/:token'),
  access: 'link',
  summary: 'Unlocks a protected share for this browser. Wrong passwords are limited.',
  params,
  body: z.object({ password: z.string().max(MAX_PASSWORD_LENGTH, 'validation.long') }),
  response: z.object({ data: SharedLink }),
})

export const getLinkPreview = endpoint({
  method: 'GET',
  ...prefixed('og-site/:token'),
  access: 'link',
  summary: 'Returns the Open Graph page of a share; without details for a locked one.',
  params,
})

export const browseFolder = asGuestEndpoint(
  browse.browseFolder,
  guestEndpoint('folders/:id/:token', params.extend({ id: FolderRef })),
)
export const browseNavigation = asGuestEndpoint(
  browse.browseNavigationBelow,
  guestPath('navigation/:token'),
)
export const browseNavigationBelow = asGuestEndpoint(
  browse.browseNavigationBelow,
  guestEndpoint('navigation/:id/:token', params.extend({ id: Id })),
)
export const getSharedFile = endpoint({
  method: 'GET',
  ...prefixed('file/:token'),
  access: 'share',
  summary: 'Returns the shared file.',
  params,
  response: z.object({ data: items.ItemDetails }),
})
export const getItem = asGuestEndpoint(
  items.getItem,
  guestEndpoint('items/:id/:token', params.extend({ id: Id })),
)
export const searchItems = asGuestEndpoint(search.searchItems, guestPath('search/:token'))

export const downloadZip = asGuestEndpoint(zip.downloadZip, guestPath('zip/:token'))
export const postZip = asGuestEndpoint(zip.postZip, guestPath('zip/:token'))
export const saveZipSelection = asGuestEndpoint(
  zip.saveZipSelection,
  guestPath('zip/selections/:token'),
)

export const downloadFile = asGuestEndpoint(downloads.downloadFile, {
  path: '/file/:id/shared/:token',
  access: 'share',
  params: params.extend({ id: Id }),
})
export const downloadDirect = endpoint({
  method: 'GET',
  path: '/share/:token/direct',
  access: 'share',
  summary: 'Downloads the shared file.',
  params,
})
export const getThumbnail = asGuestEndpoint(previews.getThumbnail, {
  path: '/thumbnail/:id/:size/shared/:token',
  access: 'share',
  params: params.extend({ id: Id, size: previews.ThumbnailSize }),
})

export const createFolder = asGuestEndpoint(items.createFolder, guestPath('create-folder/:token'))
export const renameItem = asGuestEndpoint(
  items.renameItem,
  guestEndpoint('rename/:id/:token', params.extend({ id: Id })),
)
export const moveItems = asGuestEndpoint(items.moveItems, guestPath('move/:token'))
export const findConflicts = asGuestEndpoint(items.findConflicts, guestPath('conflicts/:token'))
export const removeItems = asGuestEndpoint(trash.removeItems, guestPath('remove/:token'))

export const uploadChunk = asGuestEndpoint(uploads.uploadChunk, {
  path: '/api/sharing/upload/chunks/:token',
  aliases: [
    '/api/sharing/upload/:token',
    '/api/editor/upload/chunks/:token',
    '/api/editor/upload/:token',
  ],
  access: 'share',
  params,
})
const uploadParams = params.extend({ upload_id: Id })
export const getUpload = asGuestEndpoint(
  uploads.getUpload,
  guestEndpoint('upload/:upload_id/:token', uploadParams),
)
export const cancelUpload = asGuestEndpoint(
  uploads.cancelUpload,
  guestEndpoint('upload/:upload_id/:token', uploadParams),
)
export const preflightUpload = asGuestEndpoint(
  batches.preflightUpload,
  guestPath('upload/preflight/:token'),
)
export const uploadBatch = asGuestEndpoint(batches.uploadBatch, guestPath('upload/batch/:token'))
