import type { Readable } from 'node:stream'
import { Busboy, type BusboyConfig, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type Bytes, chunksOf } from '../lib/byte-streams.ts'

export type Part = { name: string; value: string } | { name: string; content: Bytes }

/** Discards the unread rest of a part. */
function discardRest(stream: Readable | undefined): void {
  stream?.removeAllListeners('data')
  stream?.resume()
}

/**
 * Yields the parts of a form in order while they arrive. The next part is yielded once the last was
 * read or skipped; at most one network packet of parts waits in memory.
 * @throws AppError `request.malformed` if the form is incomplete, `request.too_large` above the limits
 */
export async function* readParts(
  request: FastifyRequest,
  limits: NonNullable<BusboyConfig['limits']>,
): AsyncGenerator<Part> {
  const pending: { part: Part; stream?: Readable }[] = []
  let failure: unknown
  let isFinished = false
  let currentStream: Readable | undefined
  let wake: () => void = () => undefined

  function fail(cause: unknown): void {
    failure ??= cause instanceof AppError ? cause : new AppError('request.malformed', { cause })
    request.raw.unpipe(parser)
    // A reader must not wait for bytes that will not arrive.
    for (const stream of [currentStream, ...pending.map(part => part.stream)])
      stream?.destroy(failure as Error)
    wake()
  }
  const onAborted = () => fail(new Error('The client hung up'))
  const parser = openParser(request, limits)
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) return fail(new AppError('request.too_large'))
    pending.push({ part: { name, value } })
    wake()
  })
  parser.on('file', (name, stream) => {
    // Without a listener an unread stream would raise an unhandled error.
    stream.on('error', () => undefined)
    pending.push({ part: { name, content: chunksOf(stream) }, stream })
    wake()
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => fail(new AppError('request.too_large')))
  parser.on('error', fail)
  parser.on('finish', () => {
    isFinished = true
    wake()
  })
  request.raw.on('aborted', onAborted)
  request.raw.pipe(parser)
  try {
    for (;;) {
      // Parts received before a failure are yielded first, however the packets were split.
      const next = pending.shift()
      if (next) {
        currentStream = next.stream
        yield next.part
        discardRest(currentStream)
        currentStream = undefined
      } else if (failure) throw failure
      else if (isFinished) return
      else
        await new Promise<void>(resolve => {
          wake = resolve
        })
    }
  } finally {
    request.raw.off('aborted', onAborted)
    request.raw.unpipe(parser)
  }
}

function openParser(request: FastifyRequest, limits: BusboyConfig['limits']) {
  try {
    return new Busboy({ headers: request.headers as BusboyHeaders, limits, preservePath: true })
  } catch (cause) {
    throw new AppError('request.malformed', { cause })
  }
}
