import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'

/** Collects everything that a user owes, after they added a card or funds. */
export const debtsJob = {
  name: 'billing.collect-debts',
  payload: z.object({ userId: z.string() }),
  attempts: 8,
}

export const queueDebts = (tx: Db, { jobs }: Pick<Deps, 'jobs'>, userId: string): Promise<void> =>
  jobs.add(tx, debtsJob, { userId }, { key: userId })
