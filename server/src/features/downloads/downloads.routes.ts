import { randomUUID } from 'node:crypto'
import { finished } from 'node:stream'
import { downloads as contract } from '@coffer/contract'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Deps } from '../../deps.ts'
import type { ByteRange } from '../../files/blob-store.ts'
import type { Route } from '../../http/route.ts'
import { contentType, isInline, rangeStillFits, rangesOf } from './downloads.rules.ts'
import {
  countDownload,
  type FileToSend,
  openFile,
  readPiece,
  readPieces,
} from './downloads.service.ts'

/** Spec leaves it open; ours: user content never runs on our origin. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox"

function describe(reply: FastifyReply, file: FileToSend, forceDownload: boolean): void {
  const inline = !forceDownload && isInline(file.mimetype)
  reply.headers({
    'accept-ranges': 'bytes',
    etag: `"${file.blobId}"`,
    'last-modified': new Date(file.modifiedAt).toUTCString(),
    // The right to see it is judged anew every time; the bytes themselves never change.
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(file.item.name, {
      type: inline ? 'inline' : 'attachment',
    }),
    'content-security-policy': CONTENT_POLICY,
    'cross-origin-resource-policy': 'same-origin',
  })
}

/** A client that names the content it has, or insists on, is answered without bytes. */
function conditionalStatus(request: FastifyRequest, file: FileToSend): 304 | 412 | undefined {
  const etag = `"${file.blobId}"`
  const { 'if-match': ifMatch } = request.headers
  if (ifMatch && ifMatch !== '*' && !ifMatch.split(',').some(tag => tag.trim() === etag)) return 412
  const lastModified = new Date(file.modifiedAt).toUTCString()
  return fresh(request.headers, { etag, 'last-modified': lastModified }) ? 304 : undefined
}

function wantedRanges(request: FastifyRequest, file: FileToSend) {
  const { range, 'if-range': given } = request.headers
  const ifRange = Array.isArray(given) ? given[0] : given
  const fits = rangeStillFits(ifRange, `"${file.blobId}"`)
  return rangesOf(fits ? range : undefined, file.size)
}

export function downloadsRoutes(route: Route, deps: Deps): void {
  function countWhenSent(reply: FastifyReply, file: FileToSend, bytes: number): void {
    finished(reply.raw, error => {
      // Half of a download is traffic too, but how much of it left is not known.
      if (!error) countDownload(deps, file, bytes).catch(err => deps.log.error({ err }, 'traffic'))
    })
  }

  async function sendPieces(reply: FastifyReply, file: FileToSend, ranges: ByteRange[]) {
    const type = contentType(file.mimetype)
    const boundary = randomUUID()
    const { length, body } = readPieces(deps, file, ranges, boundary, type)
    reply.status(206).headers({
      'content-type': `multipart/byteranges; boundary=${boundary}`,
      'content-length': length,
    })
    return { body: () => body, length }
  }

  function sendOne(reply: FastifyReply, file: FileToSend, range: ByteRange | undefined) {
    const { start, end } = range ?? { start: 0, end: file.size - 1 }
    const length = end - start + 1
    if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
    reply.headers({ 'content-type': contentType(file.mimetype), 'content-length': length })
    return { body: () => readPiece(deps, file, { start, end }), length }
  }

  route(contract.downloadFile, async ({ actor, params, query }, { request, reply }) => {
    const file = await openFile(deps, actor, params.id, query.version)
    describe(reply, file, query.download !== undefined)
    const status = conditionalStatus(request, file)
    if (status) return reply.status(status).send() as never
    const ranges = wantedRanges(request, file)
    if (ranges === 'unsatisfiable')
      return reply.status(416).header('content-range', `bytes */${file.size}`).send() as never
    const [first, ...more] = ranges === 'whole' ? [] : ranges
    const answer =
      first && more.length > 0
        ? await sendPieces(reply, file, [first, ...more])
        : sendOne(reply, file, first)
    if (request.method === 'HEAD') return reply.send() as never
    countWhenSent(reply, file, answer.length)
    return reply.send(await answer.body()) as never
  })
}
