import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** Finds what was given up long ago without reading everything that waits; pg-boss has its own way. */
export async function indexDeadJobs(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') return
  await sql`create index jobs_dead on jobs (run_at) where state = 'dead'`.execute(db)
}
