import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'

/** Removes a card at its gateway, once its user has removed it here. */
export const forgetMethodJob = {
  name: 'billing.forget-method',
  payload: z.object({
    gateway: z.enum(GATEWAY_NAMES),
    isLive: z.boolean(),
    externalId: z.string(),
  }),
  // A gateway that is unavailable or refuses the keys uses none of them: the job is queued again.
  attempts: 12,
}

export type ForgottenMethod = z.infer<typeof forgetMethodJob.payload>

/** Queues the removal of a card at its gateway, once for each card. */
export const queueForget = (
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  method: ForgottenMethod,
  delay: { delayMs?: number } = {},
): Promise<void> =>
  jobs.add(tx, forgetMethodJob, method, { key: `${method.gateway}:${method.externalId}`, ...delay })
