import type { Kysely } from 'kysely'

/** The last run of a recurring job, which the server page shows also after a restart. */
export async function addLastRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('clock').addColumn('ran_at', 'bigint').execute()
  await db.schema.alterTable('clock').addColumn('duration_ms', 'bigint').execute()
  await db.schema.alterTable('clock').addColumn('error', 'text').execute()
}
