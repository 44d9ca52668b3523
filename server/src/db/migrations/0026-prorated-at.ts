import type { Kysely } from 'kysely'

/** The time by which the last change of plan was prorated; a later change can't go back behind it. */
export async function addProratedAt(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('subscriptions').addColumn('prorated_at', 'bigint').execute()
}
