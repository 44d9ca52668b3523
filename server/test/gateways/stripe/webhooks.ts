import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Receiver } from '../shared/event-queue.ts'
import type { Handler } from '../shared/simulator-server.ts'
import { refuse } from './errors.ts'
import { listOf } from './lists.ts'
import {
  API_VERSION,
  add,
  all,
  get,
  isForgotten,
  make,
  mergeMetadata,
  newId,
  remove,
  route,
  type StripeState,
} from './state.ts'

export function webhookRoutes(state: StripeState): Record<string, Handler> {
  return {
    'GET /v1/events': listOf(state, 'event', {
      hidden: (event: Stripe.Event) => isForgotten(state, event),
    }),
    'GET /v1/events/{id}': call => get(state, 'event', call.params.id),
    'GET /v1/webhook_endpoints': listOf(state, 'webhook_endpoint'),
    'POST /v1/webhook_endpoints': route<Stripe.WebhookEndpointCreateParams>(body =>
      register(state, body),
    ),
    'DELETE /v1/webhook_endpoints/{id}': call => {
      const endpoint = get<Stripe.WebhookEndpoint>(state, 'webhook_endpoint', call.params.id)
      remove(state, endpoint)
      return { id: endpoint.id, object: 'webhook_endpoint', deleted: true }
    },
  }
}

/** Only this answer has the secret. */
function register(state: StripeState, body: Stripe.WebhookEndpointCreateParams) {
  if (!/^https?:\/\//.test(body.url)) throw refuse('Invalid URL', 'url_invalid', 'url')
  const secret = newId('whsec')
  const endpoint = make<Stripe.WebhookEndpoint>('WebhookEndpoint', {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: body.api_version ?? API_VERSION,
    created: state.seconds(),
    description: body.description || null,
    enabled_events: body.enabled_events,
    metadata: mergeMetadata(null, body.metadata),
    status: 'enabled',
    url: body.url,
  })
  add(state, endpoint)
  state.endpointSecrets.set(endpoint.id, secret)
  return { ...endpoint, secret }
}

/** `t=…,v1=…` with one signature per secret, as while a secret is rolled. */
export function signature(body: string, seconds: number, ...secrets: string[]): string {
  const signed = secrets.map(secret =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...signed.map(value => `v1=${value}`)].join(',')
}

export function receiversOf(state: StripeState): Receiver[] {
  return all<Stripe.WebhookEndpoint>(state, 'webhook_endpoint').map(endpoint => ({
    url: endpoint.url,
    takes: type => endpoint.enabled_events.some(one => one === '*' || one === type),
    headers: ({ body }) => {
      const secret = state.endpointSecrets.get(endpoint.id) ?? ''
      return { 'stripe-signature': signature(body, state.sentAt(), secret) }
    },
  }))
}
