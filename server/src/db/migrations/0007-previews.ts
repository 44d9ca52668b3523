import type { Kysely } from 'kysely'

/**
 * What was derived of a content, or why nothing was. It belongs to the content, so copies and
 * versions share it, and it goes when the content goes.
 */
export async function createPreviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('previews')
    .addColumn('blob_id', 'text', c => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('storage_key', 'text')
    .addColumn('xs_bytes', 'integer', c => c.notNull())
    .addColumn('sm_bytes', 'integer', c => c.notNull())
    .addColumn('lg_bytes', 'integer', c => c.notNull())
    .addColumn('xl_bytes', 'integer', c => c.notNull())
    .addColumn('exif', 'text')
    .addColumn('fault', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema.createIndex('previews_by_key').on('previews').column('storage_key').execute()
}
