import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import { z } from 'zod'

/** Removes a card at its gateway, once its user has removed it here. */
export const forgetMethodJob = {
  name: 'billing.forget-method',
  payload: z.object({
    gateway: z.enum(GATEWAY_NAMES),
    isLive: z.boolean(),
    externalId: z.string(),
  }),
  attempts: 12,
}
