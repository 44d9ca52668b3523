import { type KyselyPlugin, sql } from 'kysely'
import type { Db } from '../src/db/open.ts'

/** Runs work after the first statement that selects, deletes or inserts rows, in its transaction. */
export function afterFirst(
  kind: 'Select' | 'Delete' | 'Insert',
  work: () => Promise<unknown>,
): KyselyPlugin {
  let first: object | undefined
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === `${kind}QueryNode`) first ??= queryId
      return node
    },
    async transformResult({ result, queryId }) {
      if (queryId === first) await work()
      return result
    },
  }
}

/** The number of statements that wait for a lock; PostgreSQL only. */
export async function countBlocked(db: Db): Promise<number> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/** Whether a statement waits for a lock; PostgreSQL only. */
export const isBlocked = async (db: Db): Promise<boolean> => (await countBlocked(db)) > 0
