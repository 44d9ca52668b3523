import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** Larger parts are kept in files. */
const MAX_MEMORY_BYTES = 16 * 1024 * 1024
const PAGE_BYTES = 1024 * 1024

/**
 * The memory that all parts of this process may take, in pages that are used again: freed buffers of
 * parts would stay in memory until a collection of the old generation. That collection frees idle pages.
 */
export class PagePool {
  #free: number
  #idle: WeakRef<Buffer>[] = []

  constructor(bytes: number) {
    this.#free = Math.floor(bytes / PAGE_BYTES)
  }

  get freeBytes(): number {
    return this.#free * PAGE_BYTES
  }

  /** @returns undefined when not all of them are free */
  take(count: number): Buffer[] | undefined {
    if (count > this.#free) return undefined
    this.#free -= count
    return Array.from({ length: count }, () => this.#page())
  }

  #page(): Buffer {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      const page = idle.deref()
      if (page) return page
    }
    return Buffer.allocUnsafeSlow(PAGE_BYTES)
  }

  give(pages: readonly Buffer[]): void {
    this.#free += pages.length
    this.#idle.push(...pages.map(page => new WeakRef(page)))
  }
}

export interface PartSpace {
  pool: PagePool
  /** A folder on disk. */
  folder: string
  /** @throws AppError `storage.full` */
  takeDisk: (bytes: number) => Promise<void>
}

/**
 * One part before it is sent, because its length and MD5 are sent first. It is kept in memory as
 * long as the budget lasts, else in a file: so slow clients cannot exhaust the memory, and none waits
 * for another one.
 */
export class PartBuffer {
  readonly maxBytes: number
  readonly #space: PartSpace
  readonly #hash = createHash('md5')
  #digest: string | undefined
  /** The bytes in memory; the last page may be partly filled. */
  #pages: Buffer[] = []
  #file: { path: string; handle: FileHandle } | undefined
  bytes = 0
  crc32 = 0

  constructor(space: PartSpace, maxBytes: number) {
    this.#space = space
    this.maxBytes = maxBytes
  }

  get isFull(): boolean {
    return this.bytes === this.maxBytes
  }

  /** Adds as many bytes as fit. @returns the rest */
  async add(chunk: Uint8Array): Promise<Uint8Array> {
    const bytes = chunk.subarray(0, this.maxBytes - this.bytes)
    this.#hash.update(bytes)
    this.crc32 = crc32(bytes, this.crc32)
    if (!this.#file && !this.#takeMemory(bytes.length)) await this.#moveToFile()
    if (this.#file) await this.#write(bytes)
    else this.#copy(bytes)
    this.bytes += bytes.length
    return chunk.subarray(bytes.length)
  }

  #takeMemory(bytes: number): boolean {
    if (this.maxBytes > MAX_MEMORY_BYTES) return false
    const count = Math.ceil((this.bytes + bytes) / PAGE_BYTES) - this.#pages.length
    const pages = this.#space.pool.take(count)
    this.#pages.push(...(pages ?? []))
    return pages !== undefined
  }

  #copy(bytes: Uint8Array): void {
    for (let copied = 0; copied < bytes.length; ) {
      const position = this.bytes + copied
      const start = position % PAGE_BYTES
      const piece = bytes.subarray(copied, copied + PAGE_BYTES - start)
      this.#pages[Math.floor(position / PAGE_BYTES)]?.set(piece, start)
      copied += piece.length
    }
  }

  async #moveToFile(): Promise<void> {
    const path = join(this.#space.folder, `part-${randomUUID()}`)
    this.#file = { path, handle: await open(path, 'wx') }
    for (const piece of this.#inMemory()) await this.#write(piece)
    this.#freeMemory()
  }

  #inMemory(): Uint8Array[] {
    return this.#pages.map((page, index) => page.subarray(0, this.bytes - index * PAGE_BYTES))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#space.takeDisk(bytes.length)
    await this.#file?.handle.writeFile(bytes)
  }

  #freeMemory(): void {
    this.#space.pool.give(this.#pages)
    this.#pages = []
  }

  /** The content for one attempt to send it. */
  body(): Readable {
    return this.#file
      ? createReadStream(this.#file.path)
      : Readable.from(this.#inMemory(), { objectMode: false })
  }

  /** Base64; no more bytes can be added afterwards. */
  md5(): string {
    this.#digest ??= this.#hash.digest('base64')
    return this.#digest
  }

  /** A failed attempt may still send what a page holds next; its MD5 makes the store refuse it. */
  async release(): Promise<void> {
    this.#freeMemory()
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
    if (file) await rm(file.path, { force: true })
  }
}
