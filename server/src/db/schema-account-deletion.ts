import type { Selectable } from 'kysely'

type Millis = number

/** A deleted account whose data a job is still removing. */
interface AccountDeletionTable {
  user_id: string
  created_at: Millis
}

/** An export of a user's data: the layout of an archive of existing blobs. */
interface DataExportTable {
  id: string
  user_id: string
  /** `deleted`: expired; a job releases its blobs. */
  state: 'creating' | 'ready' | 'failed' | 'deleted'
  language: string
  items_done: number
  items_total: number
  size_bytes: number | null
  /** The blob that holds the archive's layout. */
  layout_id: string | null
  created_at: Millis
  updated_at: Millis
  expires_at: Millis | null
}

/** Blobs that stay until the export expires, even if their items are deleted. */
interface DataExportBlobTable {
  export_id: string
  blob_id: string
}

export type DataExportRow = Selectable<DataExportTable>

export interface AccountDeletionSchema {
  account_deletions: AccountDeletionTable
  data_exports: DataExportTable
  data_export_blobs: DataExportBlobTable
}
