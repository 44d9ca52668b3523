import { previews as contract, requestGuests, sharing } from '@coffer/contract'
import fresh from 'fresh'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { openThumbnail } from './thumbnails.service.ts'

/** It is our own picture, and even so nothing in it is to run or to be embedded elsewhere. */
const CONTENT_POLICY = "default-src 'none'; sandbox"
const FOR_EVER = 'private, max-age=31536000, immutable'

export function thumbnailsRoutes(route: Route, deps: Deps): void {
  for (const door of [contract.getThumbnail, sharing.getThumbnail, requestGuests.getThumbnail])
    route(door, async ({ actor, params, query }, { request, reply }) => {
      const { blobId, key, read } = await openThumbnail(deps, actor, params.id, params.size)
      const etag = `"${key}-${params.size}"`
      reply.headers({
        etag,
        // An address without the right content shows whatever there is by then.
        'cache-control': query.v === blobId ? FOR_EVER : 'private, no-cache',
        'content-type': 'image/webp',
        'content-security-policy': CONTENT_POLICY,
        'cross-origin-resource-policy': 'same-origin',
      })
      if (fresh(request.headers, { etag })) return reply.status(304).send() as never
      const picture = await read()
      reply.header('content-length', picture.length)
      return reply.send(request.method === 'HEAD' ? undefined : picture) as never
    })
}
