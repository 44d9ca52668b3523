import type { Db } from '../db/open.ts'
import type { ClaimedJob } from './queue.ts'

export type Keyed = Pick<ClaimedJob, 'id' | 'name' | 'key'>

/** Whether another job waits under the same key, so that this one need not return to the queue. */
export const isWaitingAgain = async (tx: Db, { name, key }: Keyed): Promise<boolean> =>
  key !== null &&
  (await tx
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', name)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .executeTakeFirst()) !== undefined

/** Of failed jobs, the ids of those whose key another one of them, or a waiting job, has. */
export async function findRedundant(tx: Db, jobs: readonly Keyed[]): Promise<string[]> {
  const keyed = jobs.filter(({ key }) => key !== null)
  const waiting = await tx
    .selectFrom('jobs')
    .select(['name', 'key'])
    .where(
      'key',
      'in',
      keyed.map(({ key }) => key),
    )
    .where('state', '=', 'waiting')
    .execute()
  const keyOf = ({ name, key }: Pick<Keyed, 'name' | 'key'>) => `${name}:${key}`
  const taken = new Set(waiting.map(keyOf))
  return keyed.filter(job => taken.has(keyOf(job)) || !taken.add(keyOf(job))).map(({ id }) => id)
}

/** Keys of a job's waiting and running ones. */
export async function findKeys(tx: Db, name: string): Promise<Set<string | null>> {
  const rows = await tx
    .selectFrom('jobs')
    .select('key')
    .where('name', '=', name)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  return new Set(rows.map(({ key }) => key))
}
