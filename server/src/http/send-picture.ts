import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/** Although we made the picture, nothing in it may run or be embedded by other sites. */
const CONTENT_POLICY = "default-src 'none'; sandbox"
const CACHE_FOREVER = 'private, max-age=31536000, immutable'

interface Picture {
  /** Unique per picture; becomes its ETag. */
  tag: string
  /** Whether the URL always shows the same picture. */
  isFixed: boolean
  read: () => Promise<Uint8Array>
  /** Of other pictures than our previews. */
  type?: string
}

/** Sends one of our generated pictures. */
export async function sendPicture(
  { tag, isFixed, read, type = 'image/webp' }: Picture,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const etag = `"${tag}"`
  reply.headers({
    etag,
    'cache-control': isFixed ? CACHE_FOREVER : 'private, no-cache',
    'content-type': type,
    'content-security-policy': CONTENT_POLICY,
    'cross-origin-resource-policy': 'same-origin',
  })
  if (fresh(request.headers, { etag })) return reply.status(304).send()
  const picture = await read()
  reply.header('content-length', picture.length)
  return reply.send(request.method === 'HEAD' ? undefined : picture)
}
