import type { Kysely } from 'kysely'

/** By which the last chunk of an upload is recognized when its client sends it again. */
export async function addLastChunks(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('chunk_offset', 'bigint').execute()
  await db.schema.alterTable('uploads').addColumn('chunk_crc32', 'bigint').execute()
}
