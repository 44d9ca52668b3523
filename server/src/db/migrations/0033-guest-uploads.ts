import { type Kysely, sql } from 'kysely'

/** Remembers by which link or upload request an upload came, so that it ends with that. */
export async function linkGuestUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('link_id', 'text').execute()
  await sql`update uploads set link_id = substr(actor_key, 7, 36)
    where actor_key like 'share:%'`.execute(db)
  await sql`update uploads set link_id = substr(actor_key, 9, 36)
    where actor_key like 'request:%'`.execute(db)
  await sql`create index uploads_by_link on uploads (link_id) where link_id is not null`.execute(db)
}
