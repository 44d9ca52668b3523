import { previews as contract, guestShares, guestUploadRequests } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { sendPicture } from '../../http/send-picture.ts'
import { openThumbnail } from './thumbnails.service.ts'

export function thumbnailsRoutes(route: Route, deps: Deps): void {
  for (const endpoint of [
    contract.getThumbnail,
    guestShares.getThumbnail,
    guestUploadRequests.getThumbnail,
  ])
    route(endpoint, async ({ actor, params: { id, size }, query }, http) => {
      const { blobId, key, read } = await openThumbnail(deps, actor, id, size)
      // Only a URL with the current blob id is cached permanently.
      return sendPicture({ tag: `${key}-${size}`, isFixed: query.v === blobId, read }, http)
    })
}
