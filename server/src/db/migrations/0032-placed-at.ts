import type { Kysely } from 'kysely'

/** Transfers name what they have placed by a time of its own, so that the file's time stays. */
export async function addPlacedAt(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('items').addColumn('placed_at', 'bigint').execute()
}
