import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import { INTERVALS } from '@coffer/contract/plan-inputs'
import { z } from 'zod'

/** Makes the copies of a plan at the gateways, or brings them up to date. */
export const copyPlanJob = {
  name: 'plans.copy',
  payload: z.object({ planId: z.string() }),
  attempts: 5,
}

/** Takes the copy of a deleted plan off sale at a gateway. */
export const withdrawPlanJob = {
  name: 'plans.withdraw',
  payload: z.object({
    gateway: z.enum(GATEWAY_NAMES),
    isLive: z.boolean(),
    copy: z.object({
      planId: z.string(),
      name: z.string(),
      description: z.string(),
      amount: z.int(),
      currency: z.string(),
      interval: z.enum(INTERVALS),
      isActive: z.boolean(),
      externalIds: z.record(z.string(), z.string()),
    }),
  }),
  attempts: 10,
}
