import { createHash, randomUUIDv7 } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import type { Bytes } from '../../lib/byte-streams.ts'
import type { BlobStore, Checksums, Placement, WholeContent } from '../blob-store.ts'
import { TooLargeToCopy } from '../storage-errors.ts'
import type { PartSpace } from './part-buffer.ts'
import { connectS3, type S3Connection } from './s3-connection.ts'
import { mapListErrors, mapS3Error, s3Error } from './s3-errors.ts'
import {
  abortUpload,
  appendParts,
  completeParts,
  type MultipartDeps,
  TAILS,
} from './s3-multipart.ts'
import { S3Objects } from './s3-objects.ts'
import type { S3Options } from './s3-options.ts'

/** Keys are UUIDv7 of our own, never a name or a path (ASVS 5.3.2). */
const KEY = /^[0-9a-f-]{36}$/
/** Stores divide their load by the beginning of names; the end of a key is random. */
const SHARE_LENGTH = 2
/** Small contents that are sent at once. */
const PARALLEL_PUTS = 16
const PARALLEL_SENDS = 32
/** Larger contents would take the scratch folder's space, and longer than a job may. */
const MAX_COPY_BYTES = 4 * 1024 ** 3

interface Options {
  s3: S3Options
  /** Takes copies for programs that need a file. */
  scratch: BlobStore
  space: PartSpace
}

function nameOfKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`Not a blob key: ${key}`)
  return `${key.slice(-SHARE_LENGTH)}/${key}`
}

const keyOfName = (name: string): string | undefined => {
  const key = name.slice(SHARE_LENGTH + 1)
  return KEY.test(key) && name === nameOfKey(key) ? key : undefined
}

/** Stores blobs as objects of a bucket. */
export async function openS3Store({ s3, scratch, space }: Options): Promise<BlobStore> {
  const connection = await connectS3(s3)
  const objects = new S3Objects(connection)
  const limitSends = limiter(PARALLEL_SENDS)
  const deps: MultipartDeps = { connection, objects, space, limitSends, nameOfKey }
  const limit = limiter(PARALLEL_PUTS)
  const readObject = (key: string, start: number, end: number) =>
    objects.read(nameOfKey(key), { start, end })

  async function abandon(key: string, placement: Placement | null): Promise<void> {
    if (placement?.uploadId) await abortUpload(deps, key, placement.uploadId)
    const tails = [placement?.tail?.key, placement?.staleTail].filter(Boolean) as string[]
    await objects.remove([...tails, nameOfKey(key)])
  }

  async function discard(key: string, written: Placement, acknowledged: Placement | null) {
    const { uploadId, tail } = written
    if (uploadId && uploadId !== acknowledged?.uploadId) await abortUpload(deps, key, uploadId)
    if (tail && tail.key !== acknowledged?.tail?.key) await objects.remove([tail.key])
  }

  async function checksums(key: string, sizeBytes: number): Promise<Checksums> {
    const hash = createHash('sha256')
    let sum = 0
    for await (const chunk of readObject(key, 0, sizeBytes - 1) as Bytes) {
      hash.update(chunk)
      sum = crc32(chunk, sum)
    }
    return { crc32: sum, sha256: hash.digest('base64') }
  }

  async function asFile<T>(content: WholeContent, work: (path: string) => Promise<T>) {
    const { key, sizeBytes, signal } = content
    if (sizeBytes > MAX_COPY_BYTES) throw new TooLargeToCopy(sizeBytes)
    // Otherwise a copy that does not fit takes the space of uploads before it fails.
    await scratch.requireFreeSpace(sizeBytes)
    const copy = randomUUIDv7()
    const blob = { key: copy, receivedBytes: 0, sizeBytes, placement: null }
    // A stream that is destroyed before it is read would have no listener for its error.
    signal?.throwIfAborted()
    const object = readObject(key, 0, sizeBytes - 1)
    if (signal) addAbortSignal(signal, object)
    try {
      await scratch.append(blob, object as Bytes, true)
      return await scratch.asFile({ key: copy, sizeBytes }, work)
    } finally {
      await scratch.remove([copy])
    }
  }

  async function* keysBefore(time: Date, after?: string): AsyncIterable<string> {
    const first = after && nameOfKey(after)
    for await (const { name, modifiedAt } of objects.list('', first)) {
      // Some stores ignore where a list is to begin.
      const key = name > (first ?? '') ? keyOfName(name) : undefined
      if (key !== undefined && modifiedAt < time.getTime()) yield key
    }
  }

  return {
    requireFreeSpace: async () => undefined,
    put: (key, content) => limit(() => mapS3Error(() => objects.put(nameOfKey(key), content))),
    append: (blob, source, isLast) => mapS3Error(() => appendParts(deps, blob, source, isLast)),
    // No row names unacknowledged bytes.
    rewind: async () => undefined,
    discard: (key, written, acknowledged) => mapS3Error(() => discard(key, written, acknowledged)),
    complete: (blob, parts) => mapS3Error(() => completeParts(deps, blob, parts)),
    abandon: (key, placement) => mapS3Error(() => abandon(key, placement)),
    checksums: (key, sizeBytes) => mapS3Error(() => checksums(key, sizeBytes)),
    read: (key, range) => objects.read(nameOfKey(key), range, true),
    readWhole: (key, range) => mapS3Error(() => objects.readWhole(nameOfKey(key), range)),
    readAll: key => mapS3Error(() => objects.readAll(nameOfKey(key))),
    asFile,
    handOff: (key, kind, headers) =>
      mapS3Error(async () =>
        kind === 'redirect'
          ? { kind, url: await objects.sign(nameOfKey(key), headers) }
          : undefined,
      ),
    has: key => mapS3Error(async () => (await objects.sizeOf(nameOfKey(key))) !== undefined),
    remove: keys => mapS3Error(() => objects.remove(keys.map(nameOfKey))),
    keysBefore: (time, after) => mapListErrors(keysBefore(time, after)),
    unfinishedBefore: time => mapListErrors(unfinishedBefore(connection, objects, time)),
    check: () => mapS3Error(() => check(objects)),
  }
}

/** Runs a number of calls at once; others wait. */
function limiter(count: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= count) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const NO_PARTS: Placement = { uploadId: null, partBytes: 0, tail: null, staleTail: null }

/** Uploads that were begun before a time. */
async function* uploadsBefore(
  { s3, client, options }: S3Connection,
  time: Date,
): AsyncIterable<{ key: string; placement: Placement }> {
  let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
  while (next) {
    const named = { Bucket: options.bucket, Prefix: options.prefix, ...next }
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new s3.ListMultipartUploadsCommand(named),
    )
    for (const { Key = '', UploadId = '', Initiated = time } of page.Uploads ?? []) {
      const key = keyOfName(Key.slice(options.prefix.length))
      if (key && Initiated < time) yield { key, placement: { ...NO_PARTS, uploadId: UploadId } }
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    next = page.IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined
  }
}

/** Tails that were left behind. */
async function* tailsBefore(
  objects: S3Objects,
  time: Date,
): AsyncIterable<{ key: string; placement: Placement }> {
  for await (const { name, bytes, modifiedAt } of objects.list(TAILS)) {
    const [key = ''] = name.slice(TAILS.length).split('/')
    if (KEY.test(key) && modifiedAt < time.getTime())
      yield { key, placement: { ...NO_PARTS, tail: { key: name, bytes } } }
  }
}

async function* unfinishedBefore(connection: S3Connection, objects: S3Objects, time: Date) {
  yield* uploadsBefore(connection, time)
  yield* tailsBefore(objects, time)
}

/** Writes, reads and removes an object. */
async function check(objects: S3Objects): Promise<void> {
  const name = nameOfKey(randomUUIDv7())
  const content = Buffer.from('0123456789abcdef')
  await objects.put(name, content)
  try {
    const end = content.length - 1
    if (!(await objects.readWhole(name, { start: 1, end })).equals(content.subarray(1)))
      throw s3Error(new Error('The store returned other bytes than were written'))
  } finally {
    await objects.remove([name])
  }
}
