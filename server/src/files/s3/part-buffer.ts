import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** Larger parts are kept in files. */
const MAX_MEMORY_BYTES = 16 * 1024 * 1024

/** The memory that all parts of this process may take. */
export class MemoryBudget {
  #free: number

  constructor(bytes: number) {
    this.#free = bytes
  }

  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  give(bytes: number): void {
    this.#free += bytes
  }
}

export interface PartSpace {
  budget: MemoryBudget
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
  /** The bytes in memory as they came, until they are sent. */
  #chunks: Uint8Array[] = []
  #memoryBytes = 0
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
    else this.#chunks.push(bytes)
    this.bytes += bytes.length
    return chunk.subarray(bytes.length)
  }

  #takeMemory(bytes: number): boolean {
    if (this.maxBytes > MAX_MEMORY_BYTES || !this.#space.budget.take(bytes)) return false
    this.#memoryBytes += bytes
    return true
  }

  async #moveToFile(): Promise<void> {
    const path = join(this.#space.folder, `part-${randomUUID()}`)
    this.#file = { path, handle: await open(path, 'wx') }
    for (const chunk of this.#chunks) await this.#write(chunk)
    this.#freeMemory()
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#space.takeDisk(bytes.length)
    await this.#file?.handle.writeFile(bytes)
  }

  #freeMemory(): void {
    this.#space.budget.give(this.#memoryBytes)
    this.#memoryBytes = 0
    this.#chunks = []
  }

  /** The content for one attempt to send it. */
  body(): Uint8Array | Readable {
    if (this.#file) return createReadStream(this.#file.path)
    const [first, ...more] = this.#chunks
    if (first && more.length === 0) return first
    // One buffer, which the SDK can send again.
    const joined = Buffer.concat(this.#chunks, this.bytes)
    this.#chunks = [joined]
    return joined
  }

  /** Base64; no more bytes can be added afterwards. */
  md5(): string {
    this.#digest ??= this.#hash.digest('base64')
    return this.#digest
  }

  async release(): Promise<void> {
    this.#freeMemory()
    const file = this.#file
    this.#file = undefined
    await file?.handle.close()
    if (file) await rm(file.path, { force: true })
  }
}
