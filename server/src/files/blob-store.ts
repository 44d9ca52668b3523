import type { Readable } from 'node:stream'
import type { Bytes } from '../lib/byte-streams.ts'

export interface ByteRange {
  start: number
  /** Last byte, included. */
  end: number
}

/** A part of an upload that a store keeps on its own until the upload is completed. */
export interface Part {
  number: number
  offset: number
  bytes: number
  crc32: number
  etag: string
}

/** How a store that keeps parts continues an upload, in any process. */
export interface Placement {
  /** The upload at the store; null before its first part. */
  uploadId: string | null
  /** The size of all parts but the last one. */
  partBytes: number
  /** The object with the acknowledged bytes after the last complete part. */
  tail: { key: string; bytes: number } | null
  /** The tail before, which is removed when further bytes are appended. */
  staleTail: string | null
}

/** A content of which some bytes are acknowledged. */
export interface PartialBlob {
  key: string
  receivedBytes: number
  /** Null when unknown. */
  sizeBytes: number | null
  /** Null on disk, and before the first acknowledged bytes. */
  placement: Placement | null
}

export interface Appended {
  bytes: number
  crc32: number
  /** The parts that were completed; empty on disk. */
  parts: Part[]
  placement: Placement | null
}

/** Headers of a content that a bucket or nginx sends. */
export interface HandOffHeaders {
  type: string
  disposition: string
}

/** How a bucket sends a content, at a signed URL, or nginx, from a path below the folder of the store. */
export type HandOff = { kind: 'redirect'; url: string } | { kind: 'accel'; path: string }

export interface Checksums {
  crc32: number
  /** Base64. */
  sha256: string
}

/** A content that is provided as a file. */
export interface WholeContent {
  key: string
  sizeBytes: number
  signal?: AbortSignal
}

/**
 * Stores blobs. A blob is written once under a new key and never changed; it is visible only
 * through the row that references it. So a crash leaves at most unreferenced bytes, which a job
 * deletes. Written bytes survive a power loss once the call resolves.
 * @throws AppError `storage.full` or `storage.unavailable` from every call
 */
export interface BlobStore {
  /**
   * Rejects a content before it is sent if it is too large. `put` and `append` check again.
   * @throws AppError `storage.full` when it would use up the space reserved for the database
   */
  requireFreeSpace(sizeBytes: number): Promise<void>
  /** Stores a small content. */
  put(key: string, content: Uint8Array): Promise<void>
  /**
   * Writes a stream behind the acknowledged bytes; memory use is bounded.
   * @param isLast the content is complete with these bytes
   */
  append(blob: PartialBlob, source: Bytes, isLast: boolean): Promise<Appended>
  /** Removes what was written behind the acknowledged bytes. */
  rewind(blob: PartialBlob): Promise<void>
  /** Removes what an append has stored that was not acknowledged; nothing on disk. */
  discard?(key: string, written: Placement, acknowledged: Placement | null): Promise<void>
  /** Turns the acknowledged bytes into a blob. Completing it again does nothing. */
  complete(blob: PartialBlob, parts: readonly Part[]): Promise<void>
  /** Removes a content that was not completed. */
  abandon(key: string, placement: Placement | null): Promise<void>
  /** Reads a full content and computes its checksums without blocking the main thread. */
  checksums(key: string, sizeBytes: number): Promise<Checksums>
  read(key: string, range: ByteRange): Readable
  /** Reads a small range at once, which is cheaper than a stream. */
  readWhole(key: string, range: ByteRange): Promise<Uint8Array>
  /** Reads a small content of unknown size. */
  readAll(key: string): Promise<Uint8Array>
  /**
   * Provides a content as a read-only file for a program that needs one. A copy that it takes ends
   * with the signal.
   * @throws AppError `storage.full` when it has to be copied and the copy does not fit
   * @throws TooLargeToCopy
   */
  asFile<T>(content: WholeContent, work: (path: string) => Promise<T>): Promise<T>
  /**
   * Prepares that a bucket or nginx sends a content, which this process cannot stop then.
   * @returns undefined when the store can't hand it off in this way
   */
  handOff(key: string, kind: HandOff['kind'], headers: HandOffHeaders): Promise<HandOff | undefined>
  has(key: string): Promise<boolean>
  /** Keys that are not there are no error. */
  remove(keys: readonly string[]): Promise<void>
  /**
   * Every key older than the given time, for finding unreferenced blobs, in an order that stays.
   * @param after continues behind this key
   */
  keysBefore(time: Date, after?: string): AsyncIterable<string>
  /**
   * Removes what the removal of contents older than the given time has left on disk.
   * @param after limits it to the folders from that of this key
   * @param until limits it to the folders up to that of this key
   */
  removeEmptyFolders?(time: Date, after?: string, until?: string): Promise<void>
  /** Uploads that were begun before the given time and not completed; none on disk. */
  unfinishedBefore?(time: Date): AsyncIterable<{ key: string; placement: Placement }>
  /** Writes and removes a test content. */
  check(): Promise<void>
}
