import type { Kysely } from 'kysely'

/** Which linked accounts have given the role of an administrator, so that they can withdraw it. */
export async function addClaimedRoles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('gives_admin', 'integer', c => c.notNull().defaultTo(0))
    .execute()
}
