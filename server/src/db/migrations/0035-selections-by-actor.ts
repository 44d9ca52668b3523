import type { Kysely } from 'kysely'

/** What an account or a link has kept is added up whenever it keeps more. */
export const indexSelections = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createIndex('zip_selections_by_actor')
    .on('zip_selections')
    .columns(['actor_key', 'created_at'])
    .execute()
}
