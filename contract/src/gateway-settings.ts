import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { GATEWAY_NAMES } from './gateways.ts'

/** The gateways that have keys. */
export const KEYED_GATEWAYS = ['stripe', 'paypal', 'paystack'] as const
export type KeyedGateway = (typeof KEYED_GATEWAYS)[number]

const time = z.iso.datetime().nullable()

const GatewayState = z.object({
  name: z.enum(GATEWAY_NAMES),
  /** Whether all keys that calls need are set. */
  is_configured: z.boolean(),
  /** Whether payments are real; false in the gateway's test mode. */
  is_live: z.boolean(),
  currencies: z.array(z.string()),
  /** Whether webhooks can be registered by a call. */
  registers_webhooks: z.boolean(),
  webhook: z.object({
    /** To enter at the gateway. */
    url: z.string(),
    /** The address that was registered by a call; null if none was. */
    registered_url: z.string().nullable(),
    last_received_at: time,
    /** Events whose last sync failed; a later one may apply them. */
    failed: z.int(),
    /** Calls that were rejected, such as those with a wrong signature. */
    rejected: z.int(),
    rejected_at: time,
    /** Why the last one was rejected. */
    rejection: z.string().nullable(),
  }),
})
export type GatewayState = z.infer<typeof GatewayState>

export const listGateways = endpoint({
  method: 'GET',
  path: '/api/admin/gateways',
  access: 'admin',
  summary: 'Lists the payment gateways with the state of their webhooks; never their keys.',
  response: z.object({ data: z.array(GatewayState) }),
})

const params = z.object({ gateway: z.enum(KEYED_GATEWAYS) })

export const checkGateway = endpoint({
  method: 'POST',
  path: '/api/admin/gateways/:gateway/check',
  access: 'admin',
  summary: 'Makes one call with the stored keys, to check whether the gateway accepts them.',
  params,
  response: z.object({
    data: z.object({
      is_accepted: z.boolean(),
      is_live: z.boolean(),
      /** Why the call failed. */
      answer: z.string().nullable(),
    }),
  }),
})

export const registerWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/gateways/:gateway/webhook',
  access: 'admin',
  isSensitive: true,
  summary: 'Registers the webhook at the gateway and stores its secret; replaces an earlier one.',
  params,
  response: z.object({
    data: z.object({
      is_registered: z.boolean(),
      url: z.string(),
      /** Why it was not registered, or why the earlier one could not be removed. */
      answer: z.string().nullable(),
    }),
  }),
})
