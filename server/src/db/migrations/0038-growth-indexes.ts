import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../concurrent-index.ts'
import type { DatabaseKind } from '../open.ts'

/** Items trashed on their own, without those trashed with a folder. */
const IS_TOP = sql`trashed_at is not null and trashed_with is null`

const INDEXES = [
  // Deleting an account deletes its billing periods, each with its alerts.
  {
    name: 'billing_alert_firings_of_period',
    table: 'billing_alert_firings',
    columns: ['period_id'],
  },
  // Read backwards it is the default order of the trash: newest first, then by name.
  {
    name: 'items_trash_by_removal',
    table: 'items',
    columns: ['owner_id', 'type', 'trashed_at', sql`sort_name desc`, 'id'],
    where: IS_TOP,
  },
  // The trash of all owners, of which the oldest is deleted first.
  {
    name: 'items_trash_by_age',
    table: 'items',
    columns: ['trashed_at', 'owner_id'],
    where: IS_TOP,
  },
  // The folders below one, without its files: counted for each folder of a share's guest.
  {
    name: 'items_folders_by_parent',
    table: 'items',
    columns: ['parent_id'],
    where: sql`type = 'folder'`,
  },
  // Empty most of the time: the folder of an active request was deleted.
  {
    name: 'upload_requests_without_folder',
    table: 'upload_requests',
    columns: ['status', 'folder_id'],
    where: sql`status = 'active' and folder_id is null`,
  },
]

/** Recurring jobs, lists and deletions must not read tables that grow with all users. */
export async function indexGrowingTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const index of INDEXES) await createIndexConcurrently(db, kind, index)
}
