import { randomUUID } from 'node:crypto'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { ByteRange } from '../../files/blob-store.ts'
import { whenSent } from '../../http/sent-bytes.ts'
import { whenClosed } from '../../http/when-closed.ts'
import type { watchRestrictedOwners } from '../restrictions/index.ts'
import { consumeDownload } from '../shares/index.ts'
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

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Outgoing {
  file: FileToSend
  /** Empty: all of it. */
  ranges: readonly ByteRange[]
  isSaved: boolean
}

function countWhenSent(deps: Deps, reply: FastifyReply, file: FileToSend, bytes: number): void {
  whenClosed(reply, () => {
    // Half of a download is traffic too, but how much of it left is not known.
    if (!reply.raw.writableFinished) return
    countDownload(deps, file, bytes).catch(err => deps.log.error({ err }, 'traffic'))
  })
}

/** Charges a link for what goes out by it, as far as it does. */
async function chargeDownload(deps: Deps, actor: Actor, reply: FastifyReply, outgoing: Outgoing) {
  const { file, ranges, isSaved } = outgoing
  const pieces = ranges.length > 0 ? ranges : [{ start: 0, end: file.size - 1 }]
  const settle = await consumeDownload(deps, actor, {
    content: file.blobId,
    wholeBytes: file.size,
    bytes: pieces.reduce((sum, { start, end }) => sum + end - start + 1, 0),
    isStart: pieces[0]?.start === 0,
    event: {
      kind: isSaved || !isInline(file.mimetype) ? 'downloaded' : 'viewed',
      item_id: file.item.id,
      name: file.item.name,
      bytes: file.size,
    },
  })
  whenSent(reply, settle)
}

function piecesOf(deps: Deps, reply: FastifyReply, file: FileToSend, ranges: ByteRange[]) {
  const type = contentType(file.mimetype)
  const boundary = randomUUID()
  const { length, body } = readPieces(deps, file, ranges, boundary, type)
  reply.status(206).headers({
    'content-type': `multipart/byteranges; boundary=${boundary}`,
    'content-length': length,
  })
  return { body: () => body, length }
}

function pieceOf(deps: Deps, reply: FastifyReply, file: FileToSend, range: ByteRange | undefined) {
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  const length = end - start + 1
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  reply.headers({ 'content-type': contentType(file.mimetype), 'content-length': length })
  return { body: () => readPiece(deps, file, { start, end }), length }
}

interface DownloadOptions {
  id: string
  version?: string | undefined
  /** To be kept, not shown. */
  isSaved: boolean
}

/** Sends a file to whoever may have it: whole, in pieces, or only what it is. */
export async function sendFile(
  deps: Deps & { watch: ReturnType<typeof watchRestrictedOwners> },
  actor: Actor,
  { id, version, isSaved }: DownloadOptions,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const file = await openFile(deps, actor, id, version)
  describe(reply, file, isSaved)
  const status = conditionalStatus(request, file)
  if (status) return reply.status(status).send()
  const wanted = wantedRanges(request, file)
  if (wanted === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${file.size}`).send()
  const ranges = wanted === 'whole' ? [] : wanted
  const isAsked = request.method === 'HEAD'
  if (!isAsked) await chargeDownload(deps, actor, reply, { file, ranges, isSaved })
  const sending =
    ranges.length > 1 ? piecesOf(deps, reply, file, ranges) : pieceOf(deps, reply, file, ranges[0])
  if (isAsked) return reply.send()
  deps.watch(file.item.owner_id, reply)
  countWhenSent(deps, reply, file, sending.length)
  return reply.send(await sending.body())
}
