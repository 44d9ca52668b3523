import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { chunksOf } from '../lib/byte-streams.ts'

const LIMITS = { fields: 64, files: 1, fieldSize: 16 * 1024, fieldNameSize: 100, headerPairs: 32 }

/** Bytes of a file that wait until it is read; its reader reads ahead by itself. */
const FILE_BUFFER_BYTES = 64 * 1024

/** Whether the request body is a multipart form. */
export const isMultipart = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false

export interface FilePart {
  filename: string | undefined
  /** Ends when the whole form was read, so that fields after the file are known by then. */
  content: AsyncIterable<Uint8Array>
  /** Names of the fields after the file; complete when `content` ends. */
  laterFields: readonly string[]
}

/** Reads the file, or leaves it unread. */
export type OnFile = (file: FilePart, fieldsSoFar: Record<string, string>) => Promise<void>

function openParser(request: FastifyRequest) {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: LIMITS,
      fileHwm: FILE_BUFFER_BYTES,
      // File names with a path are rejected by our rules instead of being cut here.
      preservePath: true,
    })
  } catch (cause) {
    throw new AppError('request.malformed', { cause })
  }
}

/**
 * Reads a form in one pass. Fields are collected; the file, if any, is passed on while it arrives,
 * together with the fields before it.
 * @throws AppError `request.malformed` if the form is incomplete, `request.too_large` above the limits
 */
export function readForm(
  request: FastifyRequest,
  onFile: OnFile = async () => undefined,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null)
  const laterFields: string[] = []
  const parser = openParser(request)
  const form = Promise.withResolvers<void>()
  let file = Promise.resolve()
  let openContent: Readable | undefined
  let isBroken = false

  function abortConnection(cause: unknown): void {
    isBroken = true
    request.raw.unpipe(parser)
    // The reader of the file must not wait for bytes that will not arrive.
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
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) return fail(new AppError('request.too_large'))
    fields[name] = value
    if (openContent) laterFields.push(name)
  })
  parser.on('file', (_field, content, filename) => {
    // Data that the parser had read ahead.
    if (isBroken) return void content.resume()
    openContent = content
    // Without a listener an unread stream would raise an unhandled error.
    content.on('error', () => undefined)
    // A copy of the fields so far; later fields are not part of it.
    file = onFile({ filename, content: untilFormEnds(content), laterFields }, { ...fields })
    // An unread file must still be drained for the form to end; a failure aborts the connection.
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
  // The file handler has finished before the caller receives a failure.
  const waitForFile = () => file.catch(() => undefined)
  return form.promise
    .finally(waitForFile)
    .then(() => file)
    .then(() => fields)
}
