import type { Kysely } from 'kysely'

/** How far recurring jobs got that reach all rows in several runs. */
export async function createJobMarks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job_marks')
    .addColumn('job', 'text', c => c.primaryKey())
    .addColumn('mark', 'text', c => c.notNull())
    .execute()
}
