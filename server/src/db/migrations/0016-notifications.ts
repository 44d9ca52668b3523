import type { Kysely } from 'kysely'

/** What people are told, until they clear it away. */
export async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('category', 'text', c => c.notNull())
    .addColumn('type', 'text', c => c.notNull())
    .addColumn('params', 'text', c => c.notNull())
    .addColumn('action', 'text')
    .addColumn('invitation_id', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('read_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('notifications_of_user')
    .on('notifications')
    .columns(['user_id', 'created_at', 'id'])
    .execute()
}
