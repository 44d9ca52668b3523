import type { Selectable } from 'kysely'

type Millis = number

/** An account that nobody has any more, while a job clears away what was in it. */
interface AccountRemovalTable {
  user_id: string
  created_at: Millis
}

/** What somebody takes along: a plan of an archive whose files are contents that are there anyway. */
interface DataArchiveTable {
  id: string
  user_id: string
  /** `gone`: a job lets go of what it held. */
  state: 'making' | 'ready' | 'failed' | 'gone'
  language: 'en' | 'es'
  items_done: number
  items_total: number
  size_bytes: number | null
  /** The content that says where everything in it stands. */
  layout_id: string | null
  created_at: Millis
  updated_at: Millis
  expires_at: Millis | null
}

/** Contents that stay as long as the archive does, whatever becomes of their files. */
interface DataArchiveContentTable {
  archive_id: string
  blob_id: string
}

export type DataArchiveRow = Selectable<DataArchiveTable>

export interface AccountDeletionSchema {
  account_deletions: AccountRemovalTable
  data_exports: DataArchiveTable
  data_export_blobs: DataArchiveContentTable
}
