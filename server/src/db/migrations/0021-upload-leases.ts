import type { Kysely } from 'kysely'

/** The lease of the request that writes an upload, so that several processes can share one. */
export async function addUploadLeases(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('lease_id', 'text').execute()
  await db.schema.alterTable('uploads').addColumn('lease_expires_at', 'bigint').execute()
}
