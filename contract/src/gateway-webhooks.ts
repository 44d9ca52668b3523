import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { GATEWAY_NAMES } from './gateways.ts'

/** Called by gateways alone; the body is signed, so it is read as bytes. */
export const receiveEvent = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:driver/webhooks',
  access: 'gateway',
  summary: 'Receives a signed event of a payment gateway.',
  params: z.object({ driver: z.enum(GATEWAY_NAMES) }),
  response: z.object({ received: z.literal(true) }),
})
