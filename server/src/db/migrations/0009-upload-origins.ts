import type { Kysely } from 'kysely'

/** What an unfinished upload is known again by on another device. */
export async function createUploadOrigins(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('modified_at', 'bigint').execute()
  await db.schema.alterTable('uploads').addColumn('device', 'text').execute()
}
