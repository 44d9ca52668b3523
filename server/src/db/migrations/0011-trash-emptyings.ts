import type { Kysely } from 'kysely'

/** How far the emptying of a large trash has come. */
export async function createTrashEmptyings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trash_emptyings')
    .addColumn('owner_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('removed_until', 'bigint', c => c.notNull())
    .addColumn('total', 'integer', c => c.notNull())
    .addColumn('done', 'integer', c => c.notNull())
    .execute()
}
