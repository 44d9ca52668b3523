import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bytes, collect } from '../../lib/byte-streams.ts'
import type { ByteRange, HandOffHeaders } from '../blob-store.ts'
import { BlobMissing } from '../storage-errors.ts'
import type { ReadOptions } from './object-reads.ts'
import { ObjectStream } from './object-stream.ts'
import type { S3Connection } from './s3-connection.ts'
import { isRefused, isUnsupported, nameOf, s3Error, statusOf } from './s3-errors.ts'

const KEYS_PER_REQUEST = 1000
/** An object that was just written may be missing for a moment in stores that copy it. */
const YOUNG_MS = 60_000
const YOUNG_ATTEMPTS = 2
const YOUNG_DELAY_MS = 300
const TIME_DIGITS = 12
const PRECONDITION_FAILED = 412
const SIGNED_SECONDS = 60

export interface ListedObject {
  name: string
  bytes: number
  modifiedAt: number
}

const md5 = (content: Uint8Array): string => createHash('md5').update(content).digest('base64')

/** When a key of ours, a UUIDv7, was made. */
const timeOf = (name: string): number =>
  Number.parseInt(name.slice(-36).replaceAll('-', '').slice(0, TIME_DIGITS), 16)

/** The objects of a bucket below the prefix of an installation. */
export class S3Objects {
  readonly #connection: S3Connection
  /** Calls that the store has refused as unknown. */
  #hasConditions = true
  #hasDeleteMany = true

  constructor(connection: S3Connection) {
    this.#connection = connection
  }

  /** The parameters that name an object. */
  named(name: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#connection.options
    return { Bucket: bucket, Key: prefix + name }
  }

  get encryption(): { ServerSideEncryption?: 'AES256' | 'aws:kms' } {
    const { encryption } = this.#connection.options
    return encryption ? { ServerSideEncryption: encryption } : {}
  }

  /** Never replaces an object where the store supports conditions. */
  async put(name: string, content: Uint8Array): Promise<void> {
    const { s3, client } = this.#connection
    const condition = this.#hasConditions ? { IfNoneMatch: '*' } : {}
    try {
      await client.send(
        new s3.PutObjectCommand({
          ...this.named(name),
          ...this.encryption,
          ...condition,
          Body: content,
          ContentLength: content.length,
          ContentMD5: md5(content),
        }),
      )
    } catch (error) {
      if (this.#hasConditions && isUnsupported(error)) {
        this.#hasConditions = false
        return this.put(name, content)
      }
      // Keys are new, so it is ours: the answer to the first attempt was lost.
      if (statusOf(error) === PRECONDITION_FAILED && (await this.sizeOf(name)) === content.length)
        return
      throw error
    }
  }

  /** Returns a URL that reads an object without our credentials for a minute. */
  async sign(name: string, { type, disposition }: HandOffHeaders): Promise<string> {
    const { s3, client } = this.#connection
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
    const command = new s3.GetObjectCommand({
      ...this.named(name),
      ResponseContentType: type,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-store',
    })
    return getSignedUrl(client, command, { expiresIn: SIGNED_SECONDS })
  }

  /** @returns undefined when there is no such object */
  async sizeOf(name: string): Promise<number | undefined> {
    const { s3, client } = this.#connection
    try {
      const { ContentLength } = await client.send(new s3.HeadObjectCommand(this.named(name)))
      return ContentLength
    } catch (error) {
      if (s3Error(error) instanceof BlobMissing) return undefined
      throw error
    }
  }

  async #get(name: string, range?: string, options?: ReadOptions): Promise<Readable> {
    const { s3, read } = this.#connection
    for (let attempt = 0; ; attempt += 1)
      try {
        const command = new s3.GetObjectCommand({ ...this.named(name), Range: range })
        const { Body } = await read(command, options)
        return Body as Readable
      } catch (error) {
        const isYoung = Date.now() - timeOf(name) < YOUNG_MS && nameOf(error) === 'NoSuchKey'
        if (!isYoung || attempt >= YOUNG_ATTEMPTS) throw error
        await sleep(YOUNG_DELAY_MS)
      }
  }

  /** @param isDownload a client receives the object, as fast as it can */
  read(name: string, range: ByteRange, isDownload = false): Readable {
    return new ObjectStream(
      ({ start, end }, signal) => this.#get(name, `bytes=${start}-${end}`, { isDownload, signal }),
      range,
    )
  }

  async readWhole(name: string, range: ByteRange): Promise<Buffer> {
    return collect(this.read(name, range))
  }

  async readAll(name: string): Promise<Buffer> {
    return collect((await this.#get(name)) as Bytes)
  }

  async remove(names: readonly string[]): Promise<void> {
    for (let start = 0; start < names.length; start += KEYS_PER_REQUEST)
      await this.#removeSome(names.slice(start, start + KEYS_PER_REQUEST))
  }

  async #removeSome(names: readonly string[]): Promise<void> {
    if (names.length > 1 && this.#hasDeleteMany && (await this.#removeTogether(names))) return
    const { s3, client } = this.#connection
    for (const name of names) await client.send(new s3.DeleteObjectCommand(this.named(name)))
  }

  /** @returns whether all are removed */
  async #removeTogether(names: readonly string[]): Promise<boolean> {
    const { s3, client, options } = this.#connection
    const Objects = names.map(name => ({ Key: options.prefix + name }))
    const Delete = { Objects, Quiet: true }
    try {
      const command = new s3.DeleteObjectsCommand({ Bucket: options.bucket, Delete })
      const { Errors } = await client.send(command)
      return !Errors?.length
    } catch (error) {
      // Some stores refuse its checksum, others the call.
      if (!isRefused(error)) throw error
      this.#hasDeleteMany = false
      return false
    }
  }

  /**
   * Lists the objects whose names begin with a text, in order.
   * @param after continues behind the object of this name
   */
  async *list(start: string, after = ''): AsyncIterable<ListedObject> {
    const { s3, client, options } = this.#connection
    const Prefix = options.prefix + start
    let from: { StartAfter?: string; ContinuationToken?: string } = after
      ? { StartAfter: options.prefix + after }
      : {}
    for (;;) {
      const command = new s3.ListObjectsV2Command({ Bucket: options.bucket, Prefix, ...from })
      const page = await client.send(command)
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        yield {
          name: (Key ?? '').slice(options.prefix.length),
          bytes: Size ?? 0,
          modifiedAt: LastModified?.getTime() ?? Date.now(),
        }
      if (!page.NextContinuationToken) return
      from = { ContinuationToken: page.NextContinuationToken }
    }
  }
}
