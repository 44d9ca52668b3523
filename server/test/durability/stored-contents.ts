import type { UploadRow } from '../../src/db/schema.ts'
import type { UploadPartTable } from '../../src/db/schema-uploads.ts'

/** An unfinished upload with its acknowledged parts. */
export interface ReceivedUpload
  extends Pick<UploadRow, 'blob_id' | 'received_bytes' | 'placement'> {
  parts: UploadPartTable[]
}

/** The contents that rows of an installation reference. */
export interface References {
  blobs: string[]
  uploads: Pick<UploadRow, 'blob_id' | 'received_bytes' | 'placement' | 'item_id'>[]
}

/** Reads the store without the code of the server. */
export interface StoredContents {
  /** A completed content; `hash` covers its first bytes, in base64. */
  find: (
    key: string,
  ) => Promise<{ size: number; hash: (length: number) => Promise<string> } | undefined>
  /** Compares what is stored of an unfinished upload. @returns what differs */
  compareReceived: (upload: ReceivedUpload, expected: Uint8Array) => Promise<string | undefined>
  /** Compares everything that is stored to the references. @returns what is missing or left over */
  compareAll: (references: References) => Promise<string[]>
}

/** @param stored keys of completed contents, and of others that are being written */
export function compareKeys(stored: ReadonlySet<string>, { blobs, uploads }: References): string[] {
  const known = new Set([...blobs, ...uploads.map(upload => upload.blob_id)])
  return [
    ...blobs
      .filter(key => !stored.has(key))
      .map(key => `${key} is missing although a row references it`),
    ...[...stored].filter(key => !known.has(key)).map(key => `${key} was left by the sweep`),
  ]
}
