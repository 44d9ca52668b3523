import { sql } from 'kysely'
import { type Db, hasRowLocks } from './open.ts'

/**
 * Runs work that joins large sets. PostgreSQL cannot estimate the size of a recursive set; if it
 * assumes few rows, it scans one side once for each row of the other.
 */
export async function withHashJoins(tx: Db, work: () => Promise<void>): Promise<void> {
  const loops = (word: 'on' | 'off') =>
    sql`set local enable_nestloop = ${sql.raw(word)}`.execute(tx)
  if (!hasRowLocks(tx)) return work()
  await loops('off')
  await work()
  await loops('on')
}
