import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Fast enough for every request, and nearly as small as the highest quality. */
const BROTLI_QUALITY = 4

const ENCODINGS = {
  br: (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: string) => gzipSync(text),
}

/** The best encoding that a browser accepts. */
export const encodingOf = (accepted: string | undefined): keyof typeof ENCODINGS | undefined =>
  (['br', 'gzip'] as const).find(name => accepted?.split(/[,;\s]+/).includes(name))

/** Sends a page that was made for this request, compressed if the browser accepts it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const encoding = encodingOf(request.headers['accept-encoding'])
  return encoding
    ? reply.header('content-encoding', encoding).send(ENCODINGS[encoding](page))
    : reply.send(page)
}
