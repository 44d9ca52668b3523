import type { Kysely } from 'kysely'

/**
 * Whether users chose their theme and their emoji set. Values from before may be choices, so they
 * stay, as do those that the release before writes.
 */
export async function addOwnAppearance(db: Kysely<unknown>): Promise<void> {
  for (const name of ['has_own_theme', 'has_own_emoji'])
    await db.schema
      .alterTable('user_settings')
      .addColumn(name, 'integer', c => c.notNull().defaultTo(1))
      .execute()
}
