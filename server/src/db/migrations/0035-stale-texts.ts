import type { Kysely } from 'kysely'

/** The stored texts whose tokens a job creates again. */
export async function addStaleTexts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('search_stale_texts')
    .addColumn('blob_id', 'text', c => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .execute()
}
