import type { Kysely } from 'kysely'

/** Files that are fetched from links. */
export async function createRemoteUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('remote_uploads')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('owner_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('parent_id', 'text', c => c.notNull())
    .addColumn('url', 'text', c => c.notNull())
    .addColumn('position', 'integer', c => c.notNull())
    .addColumn('state', 'text', c => c.notNull())
    .addColumn('blob_id', 'text')
    .addColumn('name', 'text')
    .addColumn('received_bytes', 'bigint', c => c.notNull())
    .addColumn('size_bytes', 'bigint')
    .addColumn('reserved_bytes', 'bigint', c => c.notNull())
    .addColumn('attempt', 'integer', c => c.notNull())
    .addColumn('run_at', 'bigint', c => c.notNull())
    .addColumn('failure', 'text')
    .addColumn('failure_values', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('remote_uploads_by_user')
    .on('remote_uploads')
    .columns(['user_id', 'state', 'run_at', 'position'])
    .execute()
  await db.schema
    .createIndex('remote_uploads_by_age')
    .on('remote_uploads')
    .column('updated_at')
    .execute()
}
