import { z } from 'zod'

/** Applies plans and the subscription type to the storage limits of all users. */
export const applyPlansJob = {
  name: 'quotas.apply-plans',
  payload: z.object({}),
  attempts: 8,
}
