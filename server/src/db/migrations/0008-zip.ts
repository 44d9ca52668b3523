import type { Kysely } from 'kysely'

/** What archives need to know: checksums of contents, and lists too long for an address. */
export async function createZip(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('blobs').addColumn('crc32', 'bigint').execute()
  await db.schema
    .createTable('zip_selections')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('items', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('zip_selections_by_age')
    .on('zip_selections')
    .column('created_at')
    .execute()
}
