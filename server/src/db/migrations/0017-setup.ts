import { type Kysely, sql } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Steps of the setup wizard that were completed or skipped. */
export async function createSetupSteps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('setup_steps')
    .addColumn('step', 'text', primaryKey)
    .addColumn('outcome', 'text', c => c.notNull().check(sql`outcome in ('done', 'skipped')`))
    .addColumn('completed_at', 'bigint', required)
    .execute()
}
