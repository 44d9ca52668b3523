import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { Gateway, Subject } from './gateway.ts'

/** Reads a subject at its gateway and applies its facts; `features/subscriptions` runs it. */
export const syncJob = {
  name: 'billing.sync',
  payload: z.object({
    gateway: z.enum(GATEWAY_NAMES),
    subject: z.object({
      kind: z.enum(['checkout', 'subscription', 'payment']),
      externalId: z.string(),
    }),
  }),
  attempts: 8,
}

/** Queues a sync in the caller's transaction, unless one is queued already. */
export const queueSync = (
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  gateway: Gateway['name'],
  subject: Subject,
): Promise<void> =>
  jobs.add(
    tx,
    syncJob,
    { gateway, subject },
    { key: `${gateway}:${subject.kind}:${subject.externalId}` },
  )
