import type { Kysely } from 'kysely'

/** What is kept about contents: how many a file has had, and whose the present one is. */
export async function countVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('items')
    .addColumn('version_count', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('items')
    .addColumn('content_creator_id', 'text', c => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('items').addColumn('content_at', 'bigint').execute()
}
