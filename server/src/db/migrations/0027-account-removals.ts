import type { Kysely } from 'kysely'

/** Accounts that are being cleared away. */
export async function createAccountRemovals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_deletions')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
}
