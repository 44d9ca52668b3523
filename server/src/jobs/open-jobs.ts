import type { OpenDatabase } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import type { AnyJob } from './job.ts'
import { PostgresStore } from './postgres-store.ts'
import type { JobStore } from './queue.ts'
import { SqliteStore } from './sqlite-store.ts'

/**
 * Opens the queue of the database in use. `wake` is called for jobs queued outside of `transact`.
 */
export const openJobStore = (
  { kind, db, url }: OpenDatabase,
  deps: Pick<Deps, 'transact' | 'now' | 'newId' | 'log'>,
  jobs: readonly AnyJob[],
  wake: (names: readonly string[]) => void,
): JobStore =>
  kind === 'postgres' && url !== undefined
    ? new PostgresStore({ ...deps, db, url, jobs, wake })
    : new SqliteStore({ ...deps, db }, jobs, wake)
