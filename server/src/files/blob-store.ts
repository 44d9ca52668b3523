import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** Last byte, included. */
  end: number
}

/**
 * Stores blobs. A blob is written once under a new key and never changed; it is visible only
 * through the row that references it. So a crash leaves at most unreferenced bytes, which a job
 * deletes.
 * @throws AppError `storage.full` or `storage.unavailable` from every call
 */
export interface BlobStore {
  /**
   * Rejects a content before it is sent if it is too large. `put` and `write` check again.
   * @throws AppError `storage.full` when it would use up the space reserved for the database
   */
  requireFreeSpace(sizeBytes: number): Promise<void>
  /** Stores a small content; resolves when it would survive a power loss. */
  put(key: string, content: Uint8Array): Promise<void>
  /**
   * Writes a stream from `offset`; resolves with the number of bytes when they would survive a
   * power loss. Memory use is bounded.
   */
  write(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>
  /** Removes bytes beyond `size_bytes`, written by a chunk that was never acknowledged. */
  finish(key: string, sizeBytes: number): Promise<void>
  /** Base64 of the SHA-256 of a part, computed off the main thread. */
  digest(key: string, range: ByteRange): Promise<string>
  /** CRC-32 of a full content, computed off the main thread. */
  crc32(key: string, sizeBytes: number): Promise<number>
  read(key: string, range: ByteRange): Readable
  /** Reads a small range at once, which is cheaper than a stream. */
  readWhole(key: string, range: ByteRange): Promise<Uint8Array>
  /** Provides a content as a read-only file for a program that needs one. */
  asFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  remove(key: string): Promise<void>
  /** Every key older than the given time, for finding unreferenced blobs. */
  keysBefore(time: Date): AsyncIterable<string>
  /** Writes, syncs and removes a test file. */
  check(): Promise<void>
}
