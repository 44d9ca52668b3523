import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** What waits to be done in the background. On PostgreSQL pg-boss keeps it in a schema of its own. */
export async function createJobs(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') return
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('payload', 'text', c => c.notNull())
    .addColumn('key', 'text')
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('waiting', 'running', 'dead')`),
    )
    .addColumn('attempt', 'integer', c => c.notNull())
    .addColumn('attempts', 'integer', c => c.notNull())
    .addColumn('run_at', 'bigint', c => c.notNull())
    .addColumn('leased_until', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  // Of several that wait under one key one is enough.
  await sql`create unique index jobs_waiting_key on jobs (name, key)
    where state = 'waiting' and key is not null`.execute(db)
  await sql`create index jobs_due on jobs (name, run_at) where state = 'waiting'`.execute(db)
  await sql`create index jobs_leased on jobs (leased_until) where state = 'running'`.execute(db)
}
