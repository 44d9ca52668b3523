import { sql } from 'kysely'
import { type Db, hasRowLocks } from './open.ts'

/**
 * What a transaction does with large sets joined to each other. PostgreSQL can't guess how many rows a
 * recursive set has; where it takes it for few, it would go through one side for each row of the other.
 */
export async function withHashJoins(tx: Db, work: () => Promise<void>): Promise<void> {
  const loops = (word: 'on' | 'off') =>
    sql`set local enable_nestloop = ${sql.raw(word)}`.execute(tx)
  if (!hasRowLocks(tx)) return work()
  await loops('off')
  await work()
  await loops('on')
}
