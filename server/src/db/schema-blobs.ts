import type { Generated } from 'kysely'

type Millis = number

/** A place for contents: the disk, or a bucket. */
interface StoreTable {
  id: number
  kind: 'disk' | 's3'
  /** Endpoint, bucket and prefix of a bucket. */
  identity: string
  /** JSON; what the last check has found. */
  capabilities: string | null
  /** One store takes new contents. */
  state: 'writing' | 'reading'
}

interface BlobTable {
  id: string
  storage_key: string
  size_bytes: number
  sha256: string | null
  /** For archives; null until first needed. */
  crc32: number | null
  created_at: Millis
  /**
   * Set when a reference was removed; a job deletes the blob if nothing references it. 0 for the
   * contents of a deleted account, whose bytes are due at once.
   */
  released_at: Millis | null
  store: Generated<number>
  kind: Generated<'content' | 'export' | 'invoice'>
  /** Where the content begins in its object; 0 while objects hold one content each. */
  offset_bytes: Generated<number>
  /** When the content was last read in full and matched its checksum. */
  verified_at: Generated<Millis | null>
  /** Why the content cannot be read in full; null if none is known. */
  fault: Generated<BlobFault | null>
}

export type BlobFault = 'missing' | 'damaged'

/** Bytes whose row is deleted. */
interface BlobRemovalTable {
  key: string
  due_at: Millis
}

export interface BlobsSchema {
  stores: StoreTable
  blobs: BlobTable
  blob_removals: BlobRemovalTable
}
