import type { Kysely } from 'kysely'

/** Refunds that no administrator waits for: a refused one goes to the balance of the user instead. */
export async function markAutomaticRefunds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('refunds')
    .addColumn('is_automatic', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
