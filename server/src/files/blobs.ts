import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import { attemptEach } from '../lib/attempt-each.ts'
import type { Bytes } from '../lib/byte-streams.ts'
import { inTime } from '../lib/in-time.ts'
import type {
  Appended,
  BlobStore,
  ByteRange,
  Checksums,
  HandOff,
  HandOffHeaders,
  Part,
  PartialBlob,
  Placement,
  WholeContent,
} from './blob-store.ts'
import { openDiskStore } from './disk-store.ts'
import type { PictureCache } from './picture-cache.ts'

/** The store that the first migration has registered: the folder `blobs` of the data folder. */
export const DISK_STORE_ID = 1

export interface OpenStore {
  /** Its row in `stores`. */
  id: number
  store: BlobStore
}

/** A content that is being written, as the row of its upload records it. */
export interface UnfinishedBlob extends PartialBlob {
  /** Null before the first acknowledged bytes. */
  store: number | null
}

/** A content that rows reference. */
export interface KnownContent {
  /** How an unfinished content continues. */
  placement: Placement | null
  /** Whether a request may still be writing it. */
  isWritten: boolean
}

/** A content that was stored in one go. */
export interface StoredBlob {
  store: number
  bytes: number
  crc32: number
}

/** A content in a list of all stores. */
export interface ListedContent {
  /** The place in the list, where another list continues. */
  id: string
  key: string
}

/** The last failures of stores, by their ids. */
export type StoreFailures = Map<number, unknown[]>

interface Options {
  /** Takes new contents. */
  writing: OpenStore
  /** Stores of earlier configurations, which still have contents. */
  reading?: readonly OpenStore[]
  /** Temporary files of this machine. */
  scratch: BlobStore
  /** Copies of pictures that lie in a bucket. */
  pictures?: PictureCache | undefined
}

/** A store that fails so often in succession is probably down. */
const MAX_FAILURES = 3
/** Shorter than the time in which calls of a bucket are repeated. */
const CHECK_MS = 10_000
/** Locations that are remembered while there are several stores. */
const REMEMBERED = 10_000

/**
 * The contents of all stores. New ones go to one store; a content is found in any, because an
 * installation keeps reading the store it has used before.
 */
export class Blobs {
  #writing: OpenStore
  #reading: readonly OpenStore[]
  #scratch: BlobStore
  #pictures: PictureCache | undefined
  readonly #locations = new Map<string, BlobStore>()

  constructor({ writing, reading = [], scratch, pictures }: Options) {
    this.#writing = writing
    this.#reading = reading
    this.#scratch = scratch
    this.#pictures = pictures
  }

  /** The store that takes new contents, for several that belong together. */
  get writer(): OpenStore {
    return this.#writing
  }

  /** Replaces the stores, while contents are read and written. */
  use({ writing, reading = [], scratch, pictures }: Options): void {
    this.#writing = writing
    this.#reading = reading
    this.#scratch = scratch
    this.#pictures = pictures
    this.#locations.clear()
  }

  requireFreeSpace(sizeBytes: number): Promise<void> {
    return this.#writing.store.requireFreeSpace(sizeBytes)
  }

  /** Stores a small content. @returns the id of its store */
  async put(key: string, content: Uint8Array): Promise<number> {
    const { id, store } = this.#writing
    await store.put(key, content)
    return id
  }

  /** Stores a stream. */
  async write(key: string, source: Bytes, sizeBytes: number | null = null): Promise<StoredBlob> {
    const { id, store } = this.#writing
    const blob = { key, receivedBytes: 0, sizeBytes, placement: null }
    const { bytes, crc32, parts, placement } = await store.append(blob, source, true)
    await store.complete({ key, receivedBytes: bytes, sizeBytes: bytes, placement }, parts)
    return { store: id, bytes, crc32 }
  }

  /** Writes a stream behind the acknowledged bytes of an unfinished content. */
  async append(
    blob: UnfinishedBlob,
    source: Bytes,
    isLast: boolean,
  ): Promise<Appended & { store: number }> {
    const { id, store } = blob.store === null ? this.#writing : this.#withId(blob.store)
    return { ...(await store.append(blob, source, isLast)), store: id }
  }

  rewind(blob: UnfinishedBlob): Promise<void> {
    return this.#unfinished(blob).rewind(blob)
  }

  /** Removes what was stored beside the acknowledged bytes, without touching these. */
  async discard(written: UnfinishedBlob, acknowledged: Placement | null): Promise<void> {
    const { key, placement } = written
    if (placement) await this.#unfinished(written).discard?.(key, placement, acknowledged)
  }

  complete(blob: UnfinishedBlob, parts: readonly Part[]): Promise<void> {
    return this.#unfinished(blob).complete(blob, parts)
  }

  /** Removes what was stored of a content that is not going to be completed. */
  abandon({ store, key, placement }: Pick<UnfinishedBlob, 'store' | 'key' | 'placement'>) {
    const { abandon } = store === null ? this.#writing.store : this.#withId(store).store
    return abandon(key, placement)
  }

  async checksums(key: string, sizeBytes: number): Promise<Checksums> {
    return (await this.#find(key)).checksums(key, sizeBytes)
  }

  read(key: string, range: ByteRange): Readable {
    if (this.#reading.length === 0) return this.#writing.store.read(key, range)
    const find = () => this.#find(key)
    async function* content() {
      yield* (await find()).read(key, range)
    }
    return Readable.from(content(), { objectMode: false })
  }

  async readWhole(key: string, range: ByteRange): Promise<Uint8Array> {
    if (this.#reading.length === 0) return this.#writing.store.readWhole(key, range)
    return (await this.#find(key)).readWhole(key, range)
  }

  /** Reads a picture that many pages show. */
  readPicture(key: string, range: ByteRange): Promise<Uint8Array> {
    const load = () => this.readWhole(key, range)
    return this.#pictures ? this.#pictures.read(key, range, load) : load()
  }

  /** Reads a small content of unknown size. */
  async readAll(key: string): Promise<Uint8Array> {
    return (await this.#find(key)).readAll(key)
  }

  /** Prepares that a bucket or nginx sends a content; undefined where this server has to. */
  async handOff(
    key: string,
    kind: HandOff['kind'],
    headers: HandOffHeaders,
  ): Promise<HandOff | undefined> {
    return (await this.#find(key)).handOff(key, kind, headers)
  }

  /** Provides a content as a read-only file for a program that needs one. */
  async asFile<T>(content: WholeContent, work: (path: string) => Promise<T>): Promise<T> {
    return (await this.#find(content.key)).asFile(content, work)
  }

  /** Provides bytes as a temporary file. */
  async withFile<T>(content: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
    const key = randomUUIDv7()
    await this.#scratch.put(key, content)
    try {
      return await this.#scratch.asFile({ key, sizeBytes: content.length }, work)
    } finally {
      await this.#scratch.remove([key])
    }
  }

  /** Buffers a stream on this machine until it is removed. */
  async buffer(
    key: string,
    source: Bytes,
  ): Promise<{ bytes: number; read: () => Readable; remove: () => Promise<void> }> {
    const scratch = this.#scratch
    const blob = { key, receivedBytes: 0, sizeBytes: null, placement: null }
    const { bytes } = await scratch.append(blob, source, true).catch(async error => {
      await scratch.remove([key])
      throw error
    })
    return {
      bytes,
      read: () => scratch.read(key, { start: 0, end: bytes - 1 }),
      remove: () => scratch.remove([key]),
    }
  }

  remove(...keys: readonly string[]): Promise<void> {
    return this.removeAll(keys)
  }

  /**
   * Removes contents wherever they lie. A store that does not answer does not stop the others.
   * @param failures of calls before in the same work; a store that has failed several times is skipped
   */
  removeAll(keys: readonly string[], failures: StoreFailures = new Map()): Promise<void> {
    return attemptEach(this.#all(), async ({ id, store }) => {
      const before = failures.get(id) ?? []
      if (before.length >= MAX_FAILURES) throw before[0]
      try {
        await store.remove(keys)
        failures.delete(id)
      } catch (error) {
        failures.set(id, [...before, error])
        throw error
      }
    })
  }

  /**
   * Every key older than the given time, for finding unreferenced blobs.
   * @param after the id behind which the list continues
   */
  async *keysBefore(time: Date, after = ''): AsyncIterable<ListedContent> {
    for (const { id, store, firstKey } of this.#between(after))
      for await (const key of store.keysBefore(time, firstKey)) yield { id: `${id}/${key}`, key }
  }

  /** Removes the folders on disk whose contents are gone, between two ids of `keysBefore`. */
  removeEmptyFolders(time: Date, after = '', until = ''): Promise<void> {
    return attemptEach(this.#between(after, until), async ({ store, firstKey, lastKey }) =>
      store.removeEmptyFolders?.(time, firstKey, lastKey),
    )
  }

  /**
   * Removes parts of uploads that were begun before a time and that no row knows of. A killed process
   * also leaves some beside the acknowledged ones of a content, or of one that was completed since.
   */
  async abandonBefore(
    time: Date,
    findKnown: (key: string) => Promise<KnownContent | undefined>,
  ): Promise<void> {
    for (const { store } of this.#all())
      for await (const { key, placement } of store.unfinishedBefore?.(time) ?? []) {
        const known = await findKnown(key)
        if (!known) await store.abandon(key, placement)
        else if (!known.isWritten) await store.discard?.(key, placement, known.placement)
      }
  }

  /** Removes temporary files that a killed process has left. */
  async clearScratch(before: Date): Promise<void> {
    if (this.#all().some(({ store }) => store === this.#scratch)) return
    for await (const key of this.#scratch.keysBefore(before)) await this.#scratch.remove([key])
    await this.#scratch.removeEmptyFolders?.(before)
  }

  /** Writes and removes a test content; rejects when the store does not answer in time. */
  check(): Promise<void> {
    return inTime(CHECK_MS, this.#writing.store.check(), () => {
      const cause = new Error('The store did not answer in time.')
      return new AppError('storage.unavailable', { cause })
    })
  }

  #all(): readonly OpenStore[] {
    return [this.#writing, ...this.#reading]
  }

  /** The stores between two ids of listed contents, each with its first and last key. */
  #between(after: string, until = '') {
    const stores = this.#all()
    const [first, last] = [after, until].map(id => {
      const [storeId, key] = id.split('/')
      return { index: stores.findIndex(store => `${store.id}` === storeId), key }
    })
    return stores
      .map((store, index) => ({
        ...store,
        index,
        firstKey: index === first?.index ? first.key : undefined,
        lastKey: index === last?.index ? last.key : undefined,
      }))
      .filter(({ index }) => index >= (first?.index ?? 0))
      .filter(({ index }) => !last || last.index < 0 || index <= last.index)
  }

  #withId(id: number): OpenStore {
    const open = this.#all().find(candidate => candidate.id === id)
    if (!open) throw new AppError('storage.unavailable')
    return open
  }

  #unfinished({ store }: UnfinishedBlob): BlobStore {
    return store === null ? this.#writing.store : this.#withId(store).store
  }

  async #find(key: string): Promise<BlobStore> {
    if (this.#reading.length === 0) return this.#writing.store
    const known = this.#locations.get(key)
    if (known) return known
    const store = await this.#search(key)
    if (this.#locations.size >= REMEMBERED) this.#locations.clear()
    this.#locations.set(key, store)
    return store
  }

  /** The disk is asked first: it answers at once, also while a bucket does not answer. */
  async #search(key: string): Promise<BlobStore> {
    const isDisk = ({ id }: OpenStore) => Number(id === DISK_STORE_ID)
    const stores = [...this.#reading, this.#writing].toSorted((a, b) => isDisk(b) - isDisk(a))
    const { store: last } = stores.pop() ?? this.#writing
    let failure: unknown
    for (const { store } of stores)
      try {
        if (await store.has(key)) return store
      } catch (error) {
        failure ??= error
      }
    if (failure !== undefined && !(await last.has(key))) throw failure
    return last
  }
}

/** The contents of an installation that keeps them on disk. */
export async function openDiskBlobs(root: string, reserveBytes?: number): Promise<Blobs> {
  const store = await openDiskStore(root, reserveBytes)
  return new Blobs({ writing: { id: DISK_STORE_ID, store }, scratch: store })
}
