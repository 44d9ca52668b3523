import { type Kysely, sql } from 'kysely'

/** What proves that an address is somebody's: links in letters, and sign-ups that wait for one. */
export async function createEntry(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('email_links')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('purpose', 'text', c =>
      c.notNull().check(sql`purpose in ('verification', 'recovery')`),
    )
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('letter_links_by_user')
    .on('email_links')
    .columns(['user_id', 'purpose'])
    .execute()
  await db.schema
    .createTable('sign_ups')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('password_hash', 'text', c => c.notNull())
    .addColumn('language', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  // Whoever runs the server must be able to come in when he begins to ask for proof.
  await sql`update users set email_verified = (1 = 1) where role = 'admin'`.execute(db)
}
