import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'
import { createIndex, primaryKey, required } from './columns.ts'

/** Server-wide settings and the queue of background jobs. */
export async function createSystem(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', primaryKey)
    .addColumn('value', 'text', required)
    .execute()
  // On PostgreSQL pg-boss has a schema of its own for jobs.
  if (kind === 'sqlite') await createJobs(db)
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('key', 'text')
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('waiting', 'running', 'dead')`),
    )
    .addColumn('attempt', 'integer', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('run_at', 'bigint', required)
    .addColumn('leased_until', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute()
  // Jobs with a key are queued once: a second waiting job would do the same work.
  await createIndex(db, 'jobs_waiting_key', 'jobs', ['name', 'key'], {
    unique: true,
    where: sql`state = 'waiting' and key is not null`,
  })
  await createIndex(db, 'jobs_due', 'jobs', ['name', 'run_at'], {
    where: sql`state = 'waiting'`,
  })
  await createIndex(db, 'jobs_leased', 'jobs', ['leased_until'], {
    where: sql`state = 'running'`,
  })
  await createIndex(db, 'jobs_dead', 'jobs', ['run_at'], { where: sql`state = 'dead'` })
}
