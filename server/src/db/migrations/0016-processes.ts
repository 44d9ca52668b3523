import { type Kysely, sql } from 'kysely'
import { createIndex, primaryKey, required } from './columns.ts'

/** Reports of processes, and totals that would be slow to compute on each request. */
export async function createProcesses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', primaryKey)
    .addColumn('report', 'text', required)
    .addColumn('seen_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('logged_errors')
    .addColumn('id', 'text', primaryKey)
    .addColumn('message', 'text', required)
    .addColumn('detail', 'text')
    .addColumn('logged_at', 'bigint', required)
    .execute()
  await createIndex(db, 'logged_errors_by_time', 'logged_errors', ['logged_at'])
  await db.schema
    .createTable('statistics')
    .addColumn('name', 'text', primaryKey)
    .addColumn('value', 'text', required)
    .addColumn('computed_at', 'bigint', required)
    .execute()
  // Per day over all users; a day is final once it has ended.
  await db.schema
    .createTable('traffic_totals')
    .addColumn('day', 'text', primaryKey)
    .addColumn('upload_bytes', 'bigint', required)
    .addColumn('download_bytes', 'bigint', required)
    .addColumn('is_final', 'integer', c => c.notNull().check(sql`is_final in (0, 1)`))
    .execute()
  await createIndex(db, 'traffic_by_day', 'traffic', ['day'])
}
