import type { Kysely } from 'kysely'

/** What is withheld from somebody for a reason of its own: each is lifted by whoever imposed it. */
export async function createUserRestrictions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_restrictions')
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', c => c.notNull())
    .addColumn('can_upload', 'integer', c => c.notNull())
    .addColumn('can_download', 'integer', c => c.notNull())
    .addColumn('can_create_folder', 'integer', c => c.notNull())
    .addColumn('can_create_team_folder', 'integer', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('user_restrictions_primary', ['user_id', 'reason'])
    .execute()
}
