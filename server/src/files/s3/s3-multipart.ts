import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { AppError } from '../../errors.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import type { Appended, Part, PartialBlob, Placement } from '../blob-store.ts'
import { PartBuffer, type PartSpace } from './part-buffer.ts'
import type { S3Connection } from './s3-connection.ts'
import { isFinal, nameOf } from './s3-errors.ts'
import type { S3Objects } from './s3-objects.ts'
import { type StoreCallRepeat, storeCallRepeated } from './store-events.ts'

const MIB = 1024 * 1024
const MIN_PART_BYTES = 8 * MIB
/** Up to 156 GiB. */
const UNKNOWN_PART_BYTES = 16 * MIB
const MAX_PARTS = 10_000
/** For sizes that are known; the rest is a margin. */
const PLANNED_PARTS = 9_900
/** Parts that are sent while the next one arrives. */
const PARALLEL_PARTS = 2
const PART_ATTEMPTS = 6
const PART_RETRY_MS = 100

export const TAILS = 'tails/'

/** One size for all parts of an upload, because some stores refuse different ones. */
const partBytesOf = (sizeBytes: number | null): number =>
  sizeBytes === null
    ? UNKNOWN_PART_BYTES
    : Math.max(MIN_PART_BYTES, Math.ceil(sizeBytes / PLANNED_PARTS / MIB) * MIB)

export interface MultipartDeps {
  connection: S3Connection
  objects: S3Objects
  space: PartSpace
  /** Bounds the parts of all uploads that are sent at once, each of which has buffers. */
  limitSends: <T>(work: () => Promise<T>) => Promise<T>
  /** The name of the object with a key. */
  nameOfKey: (key: string) => string
}

/** Writes the bytes of one request to a multipart upload, whose parts are larger than most chunks. */
class PartWriter {
  readonly #deps: MultipartDeps
  readonly #blob: PartialBlob
  readonly #placement: Placement
  readonly #parts: Part[] = []
  readonly #sending = new Set<Promise<unknown>>()
  #failure: unknown
  #uploadId: string | null
  #buffer: PartBuffer
  #offset: number

  constructor(deps: MultipartDeps, blob: PartialBlob) {
    this.#deps = deps
    this.#blob = blob
    this.#placement = blob.placement ?? {
      uploadId: null,
      partBytes: partBytesOf(blob.sizeBytes),
      tail: null,
      staleTail: null,
    }
    this.#uploadId = this.#placement.uploadId
    this.#offset = blob.receivedBytes - (this.#placement.tail?.bytes ?? 0)
    this.#buffer = this.#newBuffer()
  }

  #newBuffer(): PartBuffer {
    const { partBytes } = this.#placement
    return new PartBuffer(this.#deps.space, partBytes)
  }

  async append(source: Bytes, isLast: boolean): Promise<Appended> {
    try {
      const { tail } = this.#placement
      if (tail) await this.#add(await this.#deps.objects.readAll(tail.key))
      const before = this.#offset + this.#buffer.bytes
      let checksum = 0
      for await (const chunk of source) {
        checksum = crc32(chunk, checksum)
        await this.#add(chunk)
      }
      const bytes = this.#offset + this.#buffer.bytes - before
      const placement = await this.#finish(bytes, isLast)
      return { bytes, crc32: checksum, parts: this.#parts, placement }
    } catch (error) {
      await this.#discard()
      throw error
    } finally {
      await this.#buffer.release()
    }
  }

  async #add(chunk: Uint8Array): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      rest = await this.#buffer.add(rest)
      if (this.#buffer.isFull) await this.#flush()
    }
  }

  /** Starts sending the buffered bytes as the next part. */
  async #flush(): Promise<void> {
    const buffer = this.#buffer
    const { partBytes } = this.#placement
    const part = { number: this.#offset / partBytes + 1, offset: this.#offset }
    if (part.number > MAX_PARTS)
      throw new AppError('upload.too_large', { values: { limit: MAX_PARTS * partBytes } })
    this.#buffer = this.#newBuffer()
    this.#offset += buffer.bytes
    try {
      this.#uploadId ??= await createUpload(this.#deps, this.#blob.key)
    } catch (error) {
      await buffer.release()
      throw error
    }
    const sending = this.#send(part, this.#uploadId, buffer).finally(() =>
      this.#sending.delete(sending),
    )
    this.#sending.add(sending)
    if (this.#sending.size >= PARALLEL_PARTS) await Promise.race(this.#sending)
    if (this.#failure) throw this.#failure
  }

  /** Keeps a failure for the next part or the end. */
  async #send(
    part: Pick<Part, 'number' | 'offset'>,
    uploadId: string,
    buffer: PartBuffer,
  ): Promise<void> {
    try {
      const { key } = this.#blob
      this.#parts.push(await sendPart(this.#deps, { key, uploadId }, part, buffer))
    } catch (error) {
      this.#failure ??= error
    } finally {
      await buffer.release()
    }
  }

  async #finish(bytes: number, isLast: boolean): Promise<Placement> {
    const { tail, staleTail } = this.#placement
    const hasRest = this.#buffer.bytes > 0
    if (bytes === 0 && !isLast) return this.#placement
    if (hasRest && isLast) await this.#flush()
    await Promise.all(this.#sending)
    if (this.#failure) throw this.#failure
    this.#parts.sort((a, b) => a.number - b.number)
    const next = hasRest && !isLast ? await this.#putTail() : null
    // Only now, because the bytes of this request are not acknowledged yet.
    if (staleTail) await this.#deps.objects.remove([staleTail])
    return {
      ...this.#placement,
      uploadId: this.#uploadId,
      tail: next,
      staleTail: tail?.key ?? null,
    }
  }

  /** Under a new name each time, because the tail before is the acknowledged one. */
  async #putTail(): Promise<NonNullable<Placement['tail']>> {
    const { connection, objects } = this.#deps
    const name = `${TAILS}${this.#blob.key}/${randomUUID()}`
    await send(this.#deps, 'PutObject', this.#buffer, body =>
      connection.client.send(
        new connection.s3.PutObjectCommand({
          ...objects.named(name),
          ...objects.encryption,
          ...body,
        }),
      ),
    )
    return { key: name, bytes: this.#buffer.bytes }
  }

  async #discard(): Promise<void> {
    await Promise.all(this.#sending)
    // Parts of an upload that was acknowledged before are not named in its completion.
    if (this.#placement.uploadId === null && this.#uploadId !== null)
      await abortUpload(this.#deps, this.#blob.key, this.#uploadId).catch(() => undefined)
  }
}

interface PartBody {
  Body: Readable
  ContentLength: number
  ContentMD5: string
}

/** Sends a buffer, repeatedly if need be, because the SDK cannot send a stream again. */
async function send<T>(
  { limitSends }: MultipartDeps,
  operation: 'PutObject' | 'UploadPart',
  buffer: PartBuffer,
  run: (body: PartBody) => Promise<T>,
): Promise<T> {
  async function attempt(): Promise<T> {
    const Body = buffer.body()
    try {
      return await run({ Body, ContentLength: buffer.bytes, ContentMD5: buffer.md5() })
    } finally {
      Body.destroy()
    }
  }
  for (let failures = 0; ; ) {
    try {
      return await limitSends(attempt)
    } catch (error) {
      failures += 1
      if (isFinal(error) || failures === PART_ATTEMPTS) throw error
    }
    storeCallRepeated.publish({ operation } satisfies StoreCallRepeat)
    await sleep(PART_RETRY_MS * 2 ** failures)
  }
}

async function createUpload(
  { connection, objects, nameOfKey }: MultipartDeps,
  key: string,
): Promise<string> {
  const { s3, client } = connection
  const command = new s3.CreateMultipartUploadCommand({
    ...objects.named(nameOfKey(key)),
    ...objects.encryption,
  })
  const { UploadId } = await client.send(command)
  if (!UploadId) throw new Error('The store began an upload without an id')
  return UploadId
}

async function sendPart(
  deps: MultipartDeps,
  { key, uploadId }: { key: string; uploadId: string },
  { number, offset }: Pick<Part, 'number' | 'offset'>,
  buffer: PartBuffer,
): Promise<Part> {
  const { connection, objects, nameOfKey } = deps
  const { s3, client } = connection
  const { ETag } = await send(deps, 'UploadPart', buffer, body =>
    client.send(
      new s3.UploadPartCommand({
        ...objects.named(nameOfKey(key)),
        ...body,
        UploadId: uploadId,
        PartNumber: number,
      }),
    ),
  )
  if (!ETag) throw new Error('The store received a part without naming it')
  return { number, offset, bytes: buffer.bytes, crc32: buffer.crc32, etag: ETag }
}

/** An upload that is gone is no error. */
export async function abortUpload(
  { connection, objects, nameOfKey }: MultipartDeps,
  key: string,
  UploadId: string,
): Promise<void> {
  const { s3, client } = connection
  try {
    const named = objects.named(nameOfKey(key))
    await client.send(new s3.AbortMultipartUploadCommand({ ...named, UploadId }))
  } catch (error) {
    if (nameOf(error) !== 'NoSuchUpload') throw error
  }
}

/** Writes the bytes of one request behind the acknowledged ones. */
export const appendParts = (
  deps: MultipartDeps,
  blob: PartialBlob,
  source: Bytes,
  isLast: boolean,
): Promise<Appended> => new PartWriter(deps, blob).append(source, isLast)

/** Turns the acknowledged parts into an object. */
export async function completeParts(
  deps: MultipartDeps,
  { key, receivedBytes, placement }: PartialBlob,
  parts: readonly Part[],
): Promise<void> {
  const { objects, nameOfKey } = deps
  const tail = placement?.tail ?? null
  if (!placement?.uploadId) {
    // Less than a part was received.
    if (tail) await objects.put(nameOfKey(key), await objects.readAll(tail.key))
  } else {
    const last = tail && (await sendTail(deps, { key, uploadId: placement.uploadId }, tail, parts))
    await complete(deps, { key, uploadId: placement.uploadId, receivedBytes }, [
      ...parts,
      ...(last ? [last] : []),
    ])
  }
  const tails = [tail?.key, placement?.staleTail].filter(
    name => name !== undefined && name !== null,
  )
  // Leftovers are removed by the sweep.
  await objects.remove(tails).catch(() => undefined)
}

async function sendTail(
  deps: MultipartDeps,
  upload: { key: string; uploadId: string },
  tail: NonNullable<Placement['tail']>,
  parts: readonly Part[],
): Promise<Part | null> {
  const buffer = new PartBuffer(deps.space, tail.bytes)
  try {
    const content = await deps.objects.readAll(tail.key).catch(error => {
      // Completed before: the tail is removed afterwards.
      if (nameOf(error) === 'NoSuchKey') return null
      throw error
    })
    if (content === null) return null
    await buffer.add(content)
    const offset = parts.reduce((sum, part) => sum + part.bytes, 0)
    return await sendPart(deps, upload, { number: parts.length + 1, offset }, buffer)
  } catch (error) {
    if (nameOf(error) === 'NoSuchUpload') return null
    throw error
  } finally {
    await buffer.release()
  }
}

async function complete(
  { connection, objects, nameOfKey }: MultipartDeps,
  { key, uploadId, receivedBytes }: { key: string; uploadId: string; receivedBytes: number },
  parts: readonly Part[],
): Promise<void> {
  const { s3, client } = connection
  const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
  const command = new s3.CompleteMultipartUploadCommand({
    ...objects.named(nameOfKey(key)),
    UploadId: uploadId,
    MultipartUpload: { Parts },
  })
  try {
    await client.send(command)
  } catch (error) {
    // The answer to an attempt that succeeded may be lost; only the object shows it.
    if ((await objects.sizeOf(nameOfKey(key))) === receivedBytes) return
    throw error
  }
}
