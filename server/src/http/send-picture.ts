import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'

/** It is our own picture, and even so nothing in it is to run or to be embedded elsewhere. */
const CONTENT_POLICY = "default-src 'none'; sandbox"
const FOR_EVER = 'private, max-age=31536000, immutable'

interface Picture {
  /** What this very picture has alone. */
  tag: string
  /** Whether its address never shows another one. */
  isFixed: boolean
  read: () => Promise<Uint8Array>
}

/** Answers with one of the pictures that we have made: WebP. */
export async function sendPicture(
  { tag, isFixed, read }: Picture,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<never> {
  const etag = `"${tag}"`
  reply.headers({
    etag,
    'cache-control': isFixed ? FOR_EVER : 'private, no-cache',
    'content-type': 'image/webp',
    'content-security-policy': CONTENT_POLICY,
    'cross-origin-resource-policy': 'same-origin',
  })
  if (fresh(request.headers, { etag })) return reply.status(304).send() as never
  const picture = await read()
  reply.header('content-length', picture.length)
  return reply.send(request.method === 'HEAD' ? undefined : picture) as never
}
