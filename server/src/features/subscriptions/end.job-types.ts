import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import { z } from 'zod'

/**
 * Ends a subscription or checkout at its gateway, and refunds its payments if it should not have
 * started. The payload has everything that the gateway needs, as the account may be deleted by then.
 */
export const endAtGateway = {
  name: 'billing.end-at-gateway',
  payload: z.object({
    subscriptionId: z.string().nullable(),
    gateway: z.enum(GATEWAY_NAMES),
    isLive: z.boolean(),
    kind: z.enum(['subscription', 'checkout']),
    externalId: z.string().nullable(),
    refunds: z.boolean(),
    /** When a page that only its payer can end must have expired; set once it is found open. */
    openUntil: z.number().optional(),
  }),
  // An unavailable gateway uses none of them: the job is queued again until it succeeds.
  attempts: 12,
}

export type Ending = z.infer<typeof endAtGateway.payload>
