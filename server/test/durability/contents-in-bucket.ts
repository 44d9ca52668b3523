import { createHash } from 'node:crypto'
import {
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { UploadPartTable } from '../../src/db/schema-uploads.ts'
import type { Placement } from '../../src/files/blob-store.ts'
import type { S3Options } from '../../src/files/s3/s3-options.ts'
import { sha256 } from '../contents.ts'
import { withClient } from '../s3-bucket.ts'
import {
  compareKeys,
  type ReceivedUpload,
  type References,
  type StoredContents,
} from './stored-contents.ts'

const SHARE_LENGTH = 2
const TAILS = 'tails/'

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name

const nameOf = (key: string): string => `${key.slice(-SHARE_LENGTH)}/${key}`

const placementOf = ({ placement }: Pick<ReceivedUpload, 'placement'>): Placement | undefined =>
  placement === null ? undefined : JSON.parse(placement)

/** A bucket as a client of the store sees it. */
class BucketReader {
  readonly #client: S3Client
  readonly #options: S3Options

  constructor(client: S3Client, options: S3Options) {
    this.#client = client
    this.#options = options
  }

  /** @param name without the prefix */
  #named(name: string) {
    return { Bucket: this.#options.bucket, Key: this.#options.prefix + name }
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#named(name)))
      return await Body?.transformToByteArray()
    } catch (error) {
      if (isNamed(error, 'NoSuchKey')) return undefined
      throw error
    }
  }

  /** ETags of the parts of an upload by their numbers; undefined once it is completed. */
  async partsOf(name: string, UploadId: string): Promise<Map<number, string> | undefined> {
    try {
      const command = new ListPartsCommand({ ...this.#named(name), UploadId })
      const { Parts = [] } = await this.#client.send(command)
      return new Map(Parts.map(({ PartNumber = 0, ETag = '' }) => [PartNumber, ETag]))
    } catch (error) {
      // Ceph names the object.
      if (isNamed(error, 'NoSuchUpload') || isNamed(error, 'NoSuchKey')) return undefined
      throw error
    }
  }

  /** Names of all objects, without the prefix. */
  async list(): Promise<string[]> {
    const { bucket: Bucket, prefix: Prefix } = this.#options
    const names: string[] = []
    for (let token: string | undefined; ; ) {
      const next = token === undefined ? {} : { ContinuationToken: token }
      const command = new ListObjectsV2Command({ Bucket, Prefix, ...next })
      const page = await this.#client.send(command)
      for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(Prefix.length))
      token = page.NextContinuationToken
      if (token === undefined) return names
    }
  }

  async listUploads(): Promise<{ key: string; uploadId: string }[]> {
    const command = new ListMultipartUploadsCommand({ Bucket: this.#options.bucket })
    const { Uploads = [] } = await this.#client.send(command)
    return Uploads.map(({ Key: key = '', UploadId: uploadId = '' }) => ({ key, uploadId }))
  }
}

function compareParts(
  parts: readonly UploadPartTable[],
  stored: ReadonlyMap<number, string>,
  expected: Uint8Array,
): string | undefined {
  for (const { number, offset_bytes, bytes, etag } of parts) {
    const part = expected.subarray(offset_bytes, offset_bytes + bytes)
    const md5 = createHash('md5').update(part).digest('hex')
    if (stored.get(number) !== etag) return `part ${number} is not the acknowledged one`
    if (etag !== `"${md5}"`) return `part ${number} has bytes that were never sent`
  }
  return undefined
}

async function compareTail(
  bucket: BucketReader,
  tail: Placement['tail'],
  expected: Uint8Array,
): Promise<string | undefined> {
  if ((tail?.bytes ?? 0) !== expected.length)
    return `a tail of ${tail?.bytes} bytes has to hold ${expected.length}`
  if (!tail) return undefined
  const stored = await bucket.read(tail.key)
  if (!stored) return 'the tail is missing'
  return sha256(stored) === sha256(expected) ? undefined : 'the tail has bytes that were never sent'
}

/** An upload that was completed before a kill, which no row records. */
async function compareCompleted(
  bucket: BucketReader,
  key: string,
  expected: Uint8Array,
): Promise<string | undefined> {
  const stored = await bucket.read(nameOf(key))
  if (!stored) return 'neither its parts nor its object are stored'
  return sha256(stored) === sha256(expected) ? undefined : 'its object has bytes never sent'
}

async function compareReceived(
  bucket: BucketReader,
  { blob_id, parts, placement }: ReceivedUpload,
  expected: Uint8Array,
): Promise<string | undefined> {
  const { uploadId, tail = null } = placementOf({ placement }) ?? {}
  if (uploadId) {
    const stored = await bucket.partsOf(nameOf(blob_id), uploadId)
    if (!stored) return compareCompleted(bucket, blob_id, expected)
    const difference = compareParts(parts, stored, expected)
    if (difference) return difference
  } else if (parts.length > 0) return 'it has parts and no upload'
  const inParts = parts.reduce((sum, part) => sum + part.bytes, 0)
  return compareTail(bucket, tail, expected.subarray(inParts))
}

async function compareAll(bucket: BucketReader, references: References): Promise<string[]> {
  const names = await bucket.list()
  const isTail = (name: string) => name.startsWith(TAILS)
  const keys = names.filter(name => !isTail(name)).map(name => name.slice(SHARE_LENGTH + 1))
  const open = references.uploads.filter(upload => upload.item_id === null).map(placementOf)
  const tails = new Set(open.flatMap(placement => [placement?.tail?.key, placement?.staleTail]))
  const uploadIds = new Set(open.map(placement => placement?.uploadId))
  const leftTails = names.filter(name => isTail(name) && !tails.has(name))
  const leftUploads = (await bucket.listUploads()).filter(
    ({ uploadId }) => !uploadIds.has(uploadId),
  )
  return [
    ...compareKeys(new Set(keys), references),
    ...leftTails.map(name => `${name} was left by the sweep`),
    ...leftUploads.map(({ key }) => `an unfinished upload of ${key} was left by the sweep`),
  ]
}

/** Contents in a bucket. */
export function contentsInBucket(options: S3Options): StoredContents {
  const withReader = <T>(work: (bucket: BucketReader) => Promise<T>) =>
    withClient(client => work(new BucketReader(client, options)))
  return {
    find: key =>
      withReader(async bucket => {
        const stored = await bucket.read(nameOf(key))
        if (!stored) return undefined
        return {
          size: stored.length,
          hash: async length => sha256(stored.subarray(0, length)),
        }
      }),
    compareReceived: (upload, expected) =>
      withReader(bucket => compareReceived(bucket, upload, expected)),
    compareAll: references => withReader(bucket => compareAll(bucket, references)),
  }
}
