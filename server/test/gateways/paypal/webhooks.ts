import { createPublicKey, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { DAY_MS } from '@coffer/contract/durations'
import type { OutgoingEvent, Receiver } from '../shared/event-queue.ts'
import { randomId } from '../shared/ids.ts'
import type { Call, Handler } from '../shared/simulator-server.ts'
import { type Certificate, createCertificate } from './certificate.ts'
import { fail } from './errors.ts'
import { linkTo, need, type PayPalState, timeNow, type Webhook } from './state.ts'

export type Signer = ReturnType<typeof createSigner>

const CERTIFICATES = '/v1/notifications/certs/'

/** Signs events with its own certificates, which it serves. */
export function createSigner(state: PayPalState) {
  const certificates = new Map<string, Certificate>()
  let current = issue(Date.UTC(2020, 0, 1), Date.UTC(2049, 11, 31))

  function issue(from: number, until: number): Certificate {
    const certificate = createCertificate(from, until)
    certificates.set(certificate.id, certificate)
    return certificate
  }
  const messageOf = (id: string, time: string, webhookId: string, body: string) =>
    Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`)

  return {
    /** The headers of a body, for the webhook with this id. */
    headers(body: string, webhookId: string, id = randomId('', 32).toLowerCase()) {
      const time = timeNow(state)
      const message = messageOf(id, time, webhookId, body)
      return {
        'paypal-transmission-id': id,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': sign('sha256', message, current.privateKey).toString('base64'),
        'paypal-cert-url': state.url() + CERTIFICATES + current.id,
        'paypal-auth-algo': 'SHA256withRSA',
      }
    },
    /** Signs from now on with a certificate of other dates, such as one that has expired. */
    replaceCertificate(from: number, until: number) {
      current = issue(from, until)
    },
    file: (path: string) =>
      path.startsWith(CERTIFICATES)
        ? certificates.get(path.slice(CERTIFICATES.length))?.pem
        : undefined,
    isValid(request: Record<string, string>, body: string): boolean {
      const certificate = certificates.get(request.cert_url?.split('/').at(-1) ?? '')
      const { transmission_id: id = '', transmission_time: time = '' } = request
      const message = messageOf(id, time, request.webhook_id ?? '', body)
      const signature = Buffer.from(request.transmission_sig ?? '', 'base64')
      if (!certificate) return false
      return verify('sha256', message, createPublicKey(certificate.privateKey), signature)
    },
  }
}

export function webhookRoutes(state: PayPalState, signer: Signer): Record<string, Handler> {
  const path = '/v1/notifications/webhooks'
  const find = ({ params, call }: Call) => need(state.webhooks, params.webhook_id, call)
  return {
    [`POST ${path}`]: ({ body }) => register(state, body as unknown as Webhook),
    [`GET ${path}`]: () => ({ webhooks: [...state.webhooks.values()] }),
    [`GET ${path}/{webhook_id}`]: find,
    [`PATCH ${path}/{webhook_id}`]: call => replaceEventTypes(find(call), call),
    [`DELETE ${path}/{webhook_id}`]: call => void state.webhooks.delete(find(call).id),
    'GET /v1/notifications/webhooks-events': ({ query }) => listEvents(state, query),
    'GET /v1/notifications/webhooks-events/{event_id}': ({ params, call }) =>
      need(new Map(state.events.map(event => [event.id, event])), params.event_id, call),
    'POST /v1/notifications/webhooks-events/{event_id}/resend': ({ params, call }) => {
      const known = new Map(state.events.map(event => [event.id, event]))
      const event = need(known, params.event_id, call)
      const body = JSON.stringify(event)
      state.core.events.push({ id: event.id, type: event.event_type, body })
      return event
    },
    'POST /v1/notifications/verify-webhook-signature': ({ raw, body }) => {
      const isValid = signer.isValid(body as Record<string, string>, rawEventOf(raw))
      return { verification_status: isValid ? 'SUCCESS' : 'FAILURE' }
    },
  }
}

/** The event as it was pasted into the request, as another spelling of it fails. */
function rawEventOf(raw: string): string {
  const start = /"webhook_event"\s*:\s*/.exec(raw)
  if (!start) return ''
  const from = start.index + start[0].length
  for (let until = raw.lastIndexOf('}') - 1; until > from; until -= 1) {
    const text = raw.slice(from, until + 1)
    if (text.endsWith('}') && isJson(text)) return text
  }
  return ''
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function register(state: PayPalState, { url, event_types: types }: Webhook): Webhook {
  if ([...state.webhooks.values()].some(one => one.url === url)) {
    throw fail(400, [{ field: 'url', issue: 'Webhook URL already exists' }])
  }
  const webhook = { id: randomId('', 17), url, event_types: types }
  state.webhooks.set(webhook.id, webhook)
  return webhook
}

function replaceEventTypes(webhook: Webhook, { body }: Call): Webhook {
  const [patch] = body as unknown as { path: string; value: Webhook['event_types'] }[]
  if (patch?.path !== '/event_types') throw fail(400, [{ issue: 'INVALID_PATCH_REQUEST' }])
  const isSame = JSON.stringify(patch.value) === JSON.stringify(webhook.event_types)
  if (isSame) throw fail(400, [{ issue: 'WEBHOOK_PATCH_REQUEST_NO_CHANGE' }])
  return Object.assign(webhook, { event_types: patch.value })
}

const KEPT_MS = 30 * DAY_MS

/** Newest first; the next page is behind a link. */
function listEvents(state: PayPalState, query: Record<string, unknown>) {
  const now = state.core.clock.now()
  const from = Math.max(timeOf(query.start_time, 0), now - KEPT_MS)
  const until = timeOf(query.end_time, Infinity)
  const matching = state.events
    .filter(({ create_time: time, event_type: type, resource }) => {
      const at = Date.parse(time)
      const isType = query.event_type === undefined || query.event_type === type
      return at >= from && at <= until && isType && isAbout(resource, query.transaction_id)
    })
    .reverse()
  const size = Number(query.page_size ?? 10)
  const start = matching.findIndex(event => event.id === query.index_id) + 1
  const events = matching.slice(start, start + size)
  const last = events.at(-1)
  const links = []
  if (last && matching.length > start + size) {
    const { move_to: _, index_time: __, index_id: ___, ...kept } = query as Record<string, string>
    const position = { move_to: 'next', index_time: last.create_time, index_id: last.id }
    const search = new URLSearchParams({ ...kept, ...position })
    links.push(linkTo(state, 'next', `/v1/notifications/webhooks-events?${search}`))
  }
  return { events, count: events.length, links }
}

const timeOf = (value: unknown, otherwise: number) =>
  typeof value === 'string' ? Date.parse(value) : otherwise

/** Refunds and disputes name their payment in different places. */
function isAbout(resource: unknown, transaction: unknown): boolean {
  if (typeof transaction !== 'string') return true
  return JSON.stringify(resource).includes(transaction)
}

export function receiversOf(state: PayPalState, signer: Signer): Receiver[] {
  return [...state.webhooks.values()].map(({ id, url, event_types: types }) => ({
    url,
    takes: type => types.some(({ name }) => name === '*' || name === type),
    headers: ({ body }: OutgoingEvent) => signer.headers(body, id),
  }))
}
