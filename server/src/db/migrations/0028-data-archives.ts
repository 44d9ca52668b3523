import { type Kysely, sql } from 'kysely'

/** Archives of everything that is somebody's, and the contents that they hold on to. */
export async function createDataArchives(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('data_exports')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('making', 'ready', 'failed', 'gone')`),
    )
    .addColumn('language', 'text', c => c.notNull())
    .addColumn('items_done', 'integer', c => c.notNull())
    .addColumn('items_total', 'integer', c => c.notNull())
    .addColumn('size_bytes', 'bigint')
    .addColumn('layout_id', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await sql`create unique index data_archives_of_user on data_exports (user_id)
    where state <> 'gone'`.execute(db)
  await db.schema
    .createTable('data_export_blobs')
    .addColumn('archive_id', 'text', c =>
      c.notNull().references('data_exports.id').onDelete('cascade'),
    )
    .addColumn('blob_id', 'text', c => c.notNull().references('blobs.id'))
    .addPrimaryKeyConstraint('data_archive_contents_pkey', ['archive_id', 'blob_id'])
    .execute()
  await db.schema
    .createIndex('data_archive_contents_by_blob')
    .on('data_export_blobs')
    .column('blob_id')
    .execute()
}
