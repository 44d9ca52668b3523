import { type Kysely, sql } from 'kysely'
import { cascading, createIndex, primaryKey, required } from './columns.ts'

/** Files that arrive in chunks, and files that the server fetches from URLs. */
export async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    // Clients choose ids: the key includes the actor so that the ids of others do not leak.
    .addColumn('id', 'text', required)
    .addColumn('actor_key', 'text', required)
    .addColumn('link_id', 'text')
    .addColumn('client_key', 'text', c => c.unique())
    .addColumn('owner_id', 'text', cascading('users.id'))
    .addColumn('parent_id', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('original_name', 'text')
    .addColumn('on_conflict', 'text', required)
    .addColumn('blob_id', 'text', required)
    .addColumn('received_bytes', 'bigint', required)
    .addColumn('size_bytes', 'bigint')
    .addColumn('reserved_bytes', 'bigint', required)
    .addColumn('document_type_id', 'text')
    .addColumn('subcategory_id', 'text')
    .addColumn('item_id', 'text')
    .addColumn('modified_at', 'bigint')
    .addColumn('device', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('uploads_pkey', ['actor_key', 'id'])
    .execute()
  await createIndex(db, 'uploads_by_actor', 'uploads', ['actor_key', 'updated_at'])
  await createIndex(db, 'uploads_by_age', 'uploads', ['updated_at'])
  await createIndex(db, 'uploads_by_link', 'uploads', ['link_id'], {
    where: sql`link_id is not null`,
  })
  await createRemoteUploads(db)
}

async function createRemoteUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('remote_uploads')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('owner_id', 'text', cascading('users.id'))
    .addColumn('parent_id', 'text', required)
    .addColumn('url', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('state', 'text', required)
    .addColumn('blob_id', 'text')
    .addColumn('name', 'text')
    .addColumn('received_bytes', 'bigint', required)
    .addColumn('size_bytes', 'bigint')
    .addColumn('reserved_bytes', 'bigint', required)
    .addColumn('attempt', 'integer', required)
    .addColumn('run_at', 'bigint', required)
    .addColumn('failure', 'text')
    .addColumn('failure_values', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await createIndex(db, 'remote_uploads_by_user', 'remote_uploads', [
    'user_id',
    'state',
    'run_at',
    'position',
  ])
  await createIndex(db, 'remote_uploads_by_age', 'remote_uploads', ['updated_at'])
}
