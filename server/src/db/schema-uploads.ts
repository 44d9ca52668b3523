type Millis = number

/** An upload in chunks; stays for a while after it became a file. */
export interface UploadTable {
  id: string
  /** See `actorKey`. */
  actor_key: string
  /** The share or upload request of a guest; the upload ends with it. Null for users. */
  link_id: string | null
  /** Identifies an upload whose client sends no id: session, parent and name. */
  client_key: string | null
  owner_id: string
  parent_id: string
  /** Folders below the parent, joined by slashes; created when the upload is finished. */
  path: string
  name: string
  original_name: string | null
  on_conflict: 'rename' | 'replace' | 'skip'
  blob_id: string
  received_bytes: number
  size_bytes: number | null
  reserved_bytes: number
  document_type_id: string | null
  subcategory_id: string | null
  /** The finished item, so that a repeated last chunk gets the same response. */
  item_id: string | null
  /** Modification time on the client's disk, if it was sent. */
  modified_at: Millis | null
  /** Device name, shown to the owner. */
  device: string | null
  /** Identifies the request that is writing; null between requests. */
  lease_id: string | null
  /** When another request may take the lease, by the clock of the database. */
  lease_expires_at: Millis | null
  /** The store with the acknowledged bytes; null before the first ones. */
  store: number | null
  /** JSON; how the store continues the upload. Null on disk. */
  placement: string | null
  /** Of the acknowledged bytes; null if some were received by an older version. */
  crc32: number | null
  /** Where the last acknowledged chunk begins; null if an older version has received it. */
  chunk_offset: number | null
  /** Of the last acknowledged chunk. */
  chunk_crc32: number | null
  created_at: Millis
  updated_at: Millis
}

/** The acknowledged parts of an upload to a store that keeps them separately. */
export interface UploadPartTable {
  blob_id: string
  number: number
  offset_bytes: number
  bytes: number
  crc32: number
  etag: string
}
