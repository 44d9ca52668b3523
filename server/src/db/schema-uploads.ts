type Millis = number

/** A file that arrives in chunks, and for a while what it became. */
export interface UploadTable {
  id: string
  /** Who sends it: see `uploaderKey`. */
  actor_key: string
  /** The link or upload request that a guest sends it by: it ends with that. Null for users. */
  link_id: string | null
  /** Finds an upload whose client sends no id: session, parent and name. */
  client_key: string | null
  owner_id: string
  parent_id: string
  /** Folders below the parent, joined by slashes; made when the file is finished. */
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
  /** The item it became: a last chunk that is sent twice gets the same answer. */
  item_id: string | null
  /** When the file was last changed on the disk it comes from, if its client said so. */
  modified_at: Millis | null
  /** What it was begun with, in words for its owner. */
  device: string | null
  created_at: Millis
  updated_at: Millis
}
