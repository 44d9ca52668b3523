import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** Last byte, included. */
  end: number
}

/**
 * Where contents live. A content is written once under a new key and never changed afterwards; it
 * is visible only through the row that points at it. So a crash leaves at most bytes that nothing
 * points at, which a job clears away.
 *
 * @throws AppError `storage.full` or `storage.unavailable` from every call.
 */
export interface BlobStore {
  /**
   * Refuses a content of so many bytes before any of them is sent. `put` and `write` ask again.
   * @throws AppError `storage.full` when it would use up what is kept free for the database
   */
  requireFreeSpace(sizeBytes: number): Promise<void>
  /** Keeps a small content; resolves when it would survive a power cut. */
  put(key: string, content: Uint8Array): Promise<void>
  /**
   * Writes what the source brings from `offset` on; resolves with the number of bytes when they
   * would survive a power cut. Memory stays bounded however much comes.
   */
  write(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>
  /** Cuts off what was written beyond `size_bytes` by a chunk that was never acknowledged. */
  finish(key: string, sizeBytes: number): Promise<void>
  /** Base64 of the SHA-256 of a part, computed off the main thread. */
  digest(key: string, range: ByteRange): Promise<string>
  /** CRC-32 of a whole content, computed off the main thread. */
  crc32(key: string, sizeBytes: number): Promise<number>
  read(key: string, range: ByteRange): Readable
  /** A small part at once, cheaper than a stream. */
  readWhole(key: string, range: ByteRange): Promise<Uint8Array>
  /** Lends a content as a file to a program that needs one; it is only to be read. */
  asFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  remove(key: string): Promise<void>
  /** Every key older than the given time, for the job that looks for what nothing points at. */
  keysBefore(time: Date): AsyncIterable<string>
  /** Writes, syncs and removes a probe. */
  check(): Promise<void>
}
