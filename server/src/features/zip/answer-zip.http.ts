import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import type { Deps } from '../../deps.ts'
import { rangeOf, rangeStillFits } from '../downloads/index.ts'
import { readZip } from './send-zip.service.ts'
import { countZipTraffic, type ZipToSend } from './zip.service.ts'

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

function setHeaders(reply: FastifyReply, { layout, filename }: ZipToSend): void {
  reply.headers({
    'accept-ranges': 'bytes',
    // A proxy that stores a response before it sends it would stop reading for minutes.
    'x-accel-buffering': 'no',
    etag: layout.etag,
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(filename, { type: 'attachment' }),
    'cross-origin-resource-policy': 'same-origin',
  })
}

/** Returns the status of a conditional request that needs no body. */
function conditionalStatus({ headers }: FastifyRequest, etag: string): 304 | 412 | undefined {
  const ifMatch = headers['if-match']
  if (ifMatch && ifMatch !== '*' && !ifMatch.split(',').some(tag => tag.trim() === etag)) return 412
  return fresh(headers, { etag }) ? 304 : undefined
}

function requestedRange({ headers }: FastifyRequest, { etag, length }: ZipToSend['layout']) {
  const isUnchanged = rangeStillFits(headerOf(headers['if-range']), etag)
  return rangeOf(isUnchanged ? headers.range : undefined, length)
}

export interface HttpExchange {
  request: FastifyRequest
  reply: FastifyReply
}

export interface StartedResponse {
  bytes: number
  isStart: boolean
}

/**
 * Sends an archive with support for ranges. The same unchanged items give the same bytes, so an
 * interrupted download can be resumed. `begin` runs before the first byte is sent.
 */
export async function answerZip(
  deps: Pick<Deps, 'transact' | 'blobs' | 'log' | 'now'>,
  { request, reply }: HttpExchange,
  archive: ZipToSend,
  begin: (response: StartedResponse) => Promise<void> = async () => undefined,
): Promise<FastifyReply> {
  const { layout } = archive
  const { length } = layout
  setHeaders(reply, archive)
  const status = conditionalStatus(request, layout.etag)
  if (status) return reply.status(status).send()
  const range = requestedRange(request, layout)
  if (range === 'unsatisfiable')
    return reply.status(416).header('content-range', `bytes */${length}`).send()
  const { start, end } = range === 'whole' ? { start: 0, end: length - 1 } : range
  if (range !== 'whole')
    reply.status(206).header('content-range', `bytes ${start}-${end}/${length}`)
  reply.headers({ 'content-type': 'application/zip', 'content-length': end - start + 1 })
  if (request.method === 'HEAD') return reply.send()
  await begin({ bytes: end - start + 1, isStart: start === 0 })
  const count = (bytes: number) =>
    void countZipTraffic(deps, archive, { start, end: start + bytes - 1 }).catch(err =>
      deps.log.error({ err }, 'traffic could not be recorded'),
    )
  return reply.send(readZip(deps, layout, { start, end }, count))
}
