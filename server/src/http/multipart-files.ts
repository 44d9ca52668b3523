import type { Readable } from 'node:stream'
import { Busboy, type BusboyConfig, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type Bytes, chunksOf } from '../lib/byte-streams.ts'

export type Part = { name: string; value: string } | { name: string; content: Bytes }

/** Whoever has read enough of a part leaves the rest to be read by nobody. */
function skipRest(stream: Readable | undefined): void {
  stream?.removeAllListeners('data')
  stream?.resume()
}

/**
 * The parts of a form in their order, each while it comes in. The next one is given out when the
 * last one has been read or left; no more waits in memory than what came with one packet.
 * @throws AppError `request.malformed` when it breaks off, `request.too_large` over the limits
 */
export async function* readParts(
  request: FastifyRequest,
  limits: NonNullable<BusboyConfig['limits']>,
): AsyncGenerator<Part> {
  const waiting: { part: Part; stream?: Readable }[] = []
  let failure: unknown
  let isOver = false
  let open: Readable | undefined
  let wake: () => void = () => undefined

  function fail(cause: unknown): void {
    failure ??= cause instanceof AppError ? cause : new AppError('request.malformed', { cause })
    request.raw.unpipe(parser)
    // Whoever reads it must not wait for bytes that will not come.
    for (const stream of [open, ...waiting.map(one => one.stream)])
      stream?.destroy(failure as Error)
    wake()
  }
  const onAborted = () => fail(new Error('The client hung up'))
  const parser = openParser(request, limits)
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) return fail(new AppError('request.too_large'))
    waiting.push({ part: { name, value } })
    wake()
  })
  parser.on('file', (name, stream) => {
    // Nobody may be reading it when it breaks off.
    stream.on('error', () => undefined)
    waiting.push({ part: { name, content: chunksOf(stream) }, stream })
    wake()
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => fail(new AppError('request.too_large')))
  parser.on('error', fail)
  parser.on('finish', () => {
    isOver = true
    wake()
  })
  request.raw.on('aborted', onAborted)
  request.raw.pipe(parser)
  try {
    for (;;) {
      // What came before a fault is judged before it, however the packets fell.
      const next = waiting.shift()
      if (next) {
        open = next.stream
        yield next.part
        skipRest(open)
        open = undefined
      } else if (failure) throw failure
      else if (isOver) return
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
