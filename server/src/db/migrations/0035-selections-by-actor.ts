import type { Kysely } from 'kysely'

/** The size of an account's or link's selections is added up whenever one is kept. */
export const indexSelections = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex('zip_selections_by_actor')
    .on('zip_selections')
    .columns(['actor_key', 'created_at'])
    .execute()
}
