import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type Bytes, collect, limitBytes } from '../lib/byte-streams.ts'
import { readForm } from './multipart.ts'

const missingFile = (): AppError =>
  new AppError('request.invalid', { errors: { file: ['validation.required'] } })

/**
 * Passes on the only file of a form while it arrives, with the fields before it.
 * @returns the result of `use`
 * @throws AppError `request.invalid` when there is no file
 */
export async function receiveFile<T>(
  request: FastifyRequest,
  use: (content: Bytes, fieldsSoFar: Record<string, string>) => Promise<T>,
): Promise<T> {
  let received: { result: T } | undefined
  await readForm(request, async ({ content }, fields) => {
    received = { result: await use(content, fields) }
  })
  if (!received) throw missingFile()
  return received.result
}

/**
 * Reads the only file of a form into memory.
 * @throws AppError `request.too_large`, or `request.invalid` when there is no file or an empty one
 */
export async function readUploadedFile(
  request: FastifyRequest,
  maxBytes: number,
): Promise<Uint8Array> {
  const bytes = await receiveFile(request, content =>
    collect(
      limitBytes(content, maxBytes, () => {
        throw new AppError('request.too_large')
      }),
    ),
  )
  if (bytes.length === 0) throw missingFile()
  return bytes
}
