import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../concurrent-index.ts'
import type { DatabaseKind } from '../open.ts'

const INDEXES = [
  { name: 'items_of_creator', table: 'items', columns: ['creator_id'] },
  { name: 'items_of_content_creator', table: 'items', columns: ['content_creator_id'] },
  { name: 'item_versions_of_creator', table: 'item_versions', columns: ['creator_id'] },
  { name: 'uploads_of_owner', table: 'uploads', columns: ['owner_id'] },
  { name: 'remote_uploads_of_owner', table: 'remote_uploads', columns: ['owner_id'] },
  // The unique index of a user's export leaves out deleted ones.
  { name: 'data_exports_of_user', table: 'data_exports', columns: ['user_id'] },
]

/** Deleting a user updates and deletes the rows that refer to it, and must not read all others. */
export async function indexUserReferences(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  for (const index of INDEXES) await createIndexConcurrently(db, kind, index)
}
