import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

/** Sets the headers of a file that is generated for the caller, which browsers save. */
export const asDownload = (
  reply: FastifyReply,
  { filename, type }: { filename: string; type: string },
): FastifyReply =>
  reply.headers({
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': contentDisposition(filename, { type: 'attachment' }),
    'cache-control': 'private, no-store',
  })
