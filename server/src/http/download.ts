import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Content = string | Uint8Array | AsyncIterable<string>

/** Names a CSV file by its day in UTC. */
export const csvFile = (name: string, now: Date): { filename: string; type: string } => ({
  filename: `${name}-${now.toISOString().slice(0, 10)}.csv`,
  type: 'text/csv',
})

/**
 * Sends a file that is generated for the caller, which browsers save.
 * @param read generates the content, and records the export in the audit log; not called for HEAD
 */
export async function sendExport(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { filename, type }: { filename: string; type: string },
  read: () => Content | Promise<Content>,
): Promise<undefined> {
  reply.headers({
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': contentDisposition(filename, { type: 'attachment' }),
    'cache-control': 'private, no-store',
  })
  await reply.send(request.method === 'HEAD' ? undefined : bodyOf(await read()))
}

const bodyOf = (content: Content): string | Uint8Array | Readable =>
  typeof content === 'string' || content instanceof Uint8Array
    ? content
    : Readable.from(content, { objectMode: false })
