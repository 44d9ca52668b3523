import { randomUUID } from 'node:crypto'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { ByteRange } from '../../files/blob-store.ts'
import { freeSentPieces, whenSent } from '../../http/sent-bytes.ts'
import { headOf } from '../../lib/byte-streams.ts'
import type { watchRestrictedOwners } from '../restrictions/index.ts'
import { consumeDownload } from '../shares/index.ts'
import type { watchTeamMembers } from '../teams/index.ts'
import {
  hasCharset,
  isInline,
  rangeStillFits,
  rangesOf,
  textContentType,
} from './downloads.rules.ts'
import {
  countDownload,
  type FileToSend,
  openFile,
  readRange,
  readRanges,
} from './downloads.service.ts'

/** User content never runs on our origin. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox"

const dispositionOf = (file: FileToSend, type: 'inline' | 'attachment'): string =>
  contentDisposition(file.item.name, { type })

function setHeaders(reply: FastifyReply, file: FileToSend, forceDownload: boolean): void {
  const inline = !forceDownload && isInline(file.mimetype)
  reply.headers({
    'accept-ranges': 'bytes',
    // A proxy that stores a response before it sends it would stop reading for minutes.
    'x-accel-buffering': 'no',
    etag: `"${file.blobId}"`,
    'last-modified': new Date(file.modifiedAt).toUTCString(),
    // Access is checked on every request, although the bytes never change.
    'cache-control': 'private, no-cache',
    'content-disposition': dispositionOf(file, inline ? 'inline' : 'attachment'),
    'content-security-policy': CONTENT_POLICY,
    'cross-origin-resource-policy': 'same-origin',
  })
}

/** Returns the status of a conditional request that needs no body. */
function conditionalStatus(request: FastifyRequest, file: FileToSend): 304 | 412 | undefined {
  const etag = `"${file.blobId}"`
  const { 'if-match': ifMatch } = request.headers
  if (ifMatch && ifMatch !== '*' && !ifMatch.split(',').some(tag => tag.trim() === etag)) return 412
  const lastModified = new Date(file.modifiedAt).toUTCString()
  return fresh(request.headers, { etag, 'last-modified': lastModified }) ? 304 : undefined
}

function requestedRanges(request: FastifyRequest, file: FileToSend) {
  const { range, 'if-range': ifRangeHeader } = request.headers
  const ifRange = Array.isArray(ifRangeHeader) ? ifRangeHeader[0] : ifRangeHeader
  const isUnchanged = rangeStillFits(ifRange, `"${file.blobId}"`)
  return rangesOf(isUnchanged ? range : undefined, file.size)
}

interface HttpExchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Outgoing {
  file: FileToSend
  /** Empty for the whole file. */
  ranges: readonly ByteRange[]
  isAttachment: boolean
}

/** Counts what was sent as traffic, also of an interrupted download. */
function countWhenSent(deps: Deps, reply: FastifyReply, file: FileToSend, bytes: number): void {
  whenSent(reply, sentBytes => {
    const counted = Math.min(sentBytes, bytes)
    if (counted === 0) return
    countDownload(deps, file, counted).catch(err =>
      deps.log.error({ err }, 'traffic could not be recorded'),
    )
  })
}

/** Uses up the download allowance of a share's guest. */
async function countAgainstShare(
  deps: Deps,
  actor: Actor,
  reply: FastifyReply,
  outgoing: Outgoing,
) {
  const { file, ranges, isAttachment } = outgoing
  const sentRanges = ranges.length > 0 ? ranges : [{ start: 0, end: file.size - 1 }]
  const returnUnsent = await consumeDownload(deps, actor, {
    content: file.blobId,
    contentBytes: file.size,
    bytes: sentRanges.reduce((sum, { start, end }) => sum + end - start + 1, 0),
    isStart: sentRanges.some(({ start }) => start === 0),
    event: {
      kind: isAttachment || !isInline(file.mimetype) ? 'downloaded' : 'viewed',
      item_id: file.item.id,
      name: file.item.name,
      bytes: file.size,
    },
  })
  whenSent(reply, returnUnsent)
}

function multipartBody(deps: Deps, reply: FastifyReply, file: FileToSend, ranges: ByteRange[]) {
  const boundary = randomUUID()
  const { length, body } = readRanges(deps, file, ranges, boundary, file.mimetype)
  reply.status(206).headers({
    'content-type': `multipart/byteranges; boundary=${boundary}`,
    'content-length': length,
  })
  return { body: () => body, length }
}

function singleBody(
  deps: Deps,
  reply: FastifyReply,
  file: FileToSend,
  range: ByteRange | undefined,
) {
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  const length = end - start + 1
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  reply.headers({ 'content-type': file.mimetype, 'content-length': length })
  return {
    async body() {
      const content = await readRange(deps, file, { start, end })
      // The encoding of a text shows only where the content begins.
      if (start === 0 && hasCharset(file.mimetype))
        reply.type(textContentType(file.mimetype, await headOf(content), file.size))
      return content
    },
    length,
  }
}

/** A redirect costs more than sending a smaller file. */
const MIN_HANDED_OFF_BYTES = 8 * 1024 * 1024
/** The location of nginx for the folder of contents: deploy/nginx.conf. */
const NGINX_LOCATION = '/coffer-contents/'

/**
 * Lets the bucket or nginx send a file, for users who download all of it. Guests are charged by the
 * bytes that were sent, and what runs code or is displayed keeps the policy of our answers.
 * @returns whether the response is complete without a body
 */
async function handOff(
  deps: Deps,
  actor: Actor,
  { request, reply }: HttpExchange,
  { file, isAttachment }: Outgoing,
): Promise<boolean> {
  const { delivery } = deps.config
  const { range, 'if-match': ifMatch } = request.headers
  // Others have ETags of their own.
  const isWhole = range === undefined && ifMatch === undefined
  const isLarge = file.size > MIN_HANDED_OFF_BYTES
  if (delivery === 'proxy' || actor.kind !== 'user' || !isAttachment || !isWhole || !isLarge)
    return false
  // The origin of a bucket may be another site of the operator, where nothing of users may run.
  const isSafe = delivery === 'accel' || isInline(file.mimetype)
  const type = isSafe ? file.mimetype : 'application/octet-stream'
  const headers = { type, disposition: dispositionOf(file, 'attachment') }
  const handedOff = await deps.blobs.handOff(file.blobId, delivery, headers)
  if (handedOff?.kind === 'redirect')
    reply.status(302).headers({ location: handedOff.url, 'cache-control': 'private, no-store' })
  // nginx adds `accept-ranges` itself.
  if (handedOff?.kind === 'accel')
    reply
      .removeHeader('accept-ranges')
      .headers({ 'content-type': type, 'x-accel-redirect': NGINX_LOCATION + handedOff.path })
  return handedOff !== undefined
}

interface DownloadOptions {
  id: string
  version?: string | undefined
  /** Whether the browser should save the file instead of displaying it. */
  isAttachment: boolean
}

/** Sends a file with access checks: completely, in ranges, or only its headers for HEAD. */
export async function sendFile(
  deps: Deps & {
    watchOwners: ReturnType<typeof watchRestrictedOwners>
    watchMembers: ReturnType<typeof watchTeamMembers>
  },
  actor: Actor,
  { id, version, isAttachment }: DownloadOptions,
  { request, reply }: HttpExchange,
): Promise<FastifyReply> {
  const file = await openFile(deps, actor, id, version)
  setHeaders(reply, file, isAttachment)
  const status = conditionalStatus(request, file)
  if (status) return reply.status(status).send()
  const requested = requestedRanges(request, file)
  if (requested === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${file.size}`).send()
  const ranges = requested === 'whole' ? [] : requested
  const isHead = request.method === 'HEAD'
  if (!isHead && (await handOff(deps, actor, { request, reply }, { file, ranges, isAttachment }))) {
    countWhenSent(deps, reply, file, file.size)
    return reply.send()
  }
  if (!isHead) await countAgainstShare(deps, actor, reply, { file, ranges, isAttachment })
  const sending =
    ranges.length > 1
      ? multipartBody(deps, reply, file, ranges)
      : singleBody(deps, reply, file, ranges[0])
  if (isHead) return reply.send()
  deps.watchOwners([file.item.owner_id], reply)
  deps.watchMembers(actor, [file.item], reply)
  countWhenSent(deps, reply, file, sending.length)
  freeSentPieces(reply)
  return reply.send(await sending.body())
}
