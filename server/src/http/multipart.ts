import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { chunksOf } from '../lib/byte-streams.ts'

const LIMITS = { fields: 64, files: 1, fieldSize: 16 * 1024, fieldNameSize: 100, headerPairs: 32 }

/** How much of a file waits for the disk before its sender is slowed down. */
const FILE_BUFFER_BYTES = 512 * 1024

export const isMultipart = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false

interface FilePart {
  filename: string | undefined
  /** Ends when the whole form has been read, so that what follows the file is known by then. */
  content: AsyncIterable<Uint8Array>
}

/** Takes the file, or leaves it unread. */
export type OnFile = (file: FilePart, fieldsSoFar: Record<string, string>) => Promise<void>

function openParser(request: FastifyRequest) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: LIMITS,
      fileHwm: FILE_BUFFER_BYTES,
      // Names come from people: a path in one is refused by the rules, not cut off here.
      preservePath: true,
    })
  } catch (cause) {
    throw new AppError('request.malformed', { cause })
  }
}

/**
 * Reads a form in one pass. Fields are collected; the file, if any, is handed over while it comes
 * in, together with the fields that came before it.
 * @throws AppError `request.malformed` when it breaks off, `request.too_large` over the limits
 */
export function readForm(
  request: FastifyRequest,
  onFile: OnFile = async () => undefined,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  const parser = openParser(request)
  const form = Promise.withResolvers<void>()
  let file = Promise.resolve()
  let openContent: Readable | undefined
  let isBroken = false

  function abortConnection(cause: unknown): void {
    isBroken = true
    request.raw.unpipe(parser)
    // Whoever reads the file must not wait for bytes that will not come.
    openContent?.destroy(cause instanceof Error ? cause : undefined)
    form.reject(cause)
  }
  const fail = (cause: unknown) =>
    abortConnection(
      cause instanceof AppError ? cause : new AppError('request.malformed', { cause }),
    )
  async function* untilFormEnds(content: Readable): AsyncIterable<Uint8Array> {
    yield* chunksOf(content)
    await form.promise
  }
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) return fail(new AppError('request.too_large'))
    fields[name] = value
  })
  parser.on('file', (_field, content, filename) => {
    // What the parser had read ahead.
    if (isBroken) return void content.resume()
    openContent = content
    // Nobody may be reading it when it breaks off.
    content.on('error', () => undefined)
    // Handed over as they stand now: what comes later is not part of what was promised.
    file = onFile({ filename, content: untilFormEnds(content) }, { ...fields })
    // Whoever had no need of the file still has the form to wait for; whoever failed over it says why.
    file.then(() => content.resume(), abortConnection)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => fail(new AppError('request.too_large')))
  parser.on('error', fail)
  parser.on('finish', () => form.resolve())
  request.raw.on('aborted', () => {
    const error = new Error('The client hung up')
    parser.destroy(error)
    fail(error)
  })
  request.raw.pipe(parser)
  // Nobody is still at work on the file when the caller hears of a failure.
  const fileIsLeft = () => file.catch(() => undefined)
  return form.promise
    .finally(fileIsLeft)
    .then(() => file)
    .then(() => fields)
}
