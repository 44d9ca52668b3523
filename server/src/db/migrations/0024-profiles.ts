import type { Kysely } from 'kysely'

/** A person's picture, whose sizes lie behind each other under one key, and the zone of his dates. */
export async function addProfiles(db: Kysely<unknown>): Promise<void> {
  const settings = db.schema.alterTable('user_settings')
  await settings.addColumn('timezone', 'text').execute()
  await settings.addColumn('avatar_key', 'text').execute()
  for (const size of ['xs', 'sm', 'md'])
    await settings.addColumn(`avatar_${size}_bytes`, 'integer').execute()
  await db.schema
    .createIndex('user_settings_by_avatar')
    .unique()
    .on('user_settings')
    .column('avatar_key')
    .execute()
}
