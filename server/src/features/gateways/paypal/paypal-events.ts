import { createVerify, X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { request } from 'undici'
import { z } from 'zod'
import type { GatewayEvent, Subject } from '../gateway.ts'
import { invalidEvent, parseAnswer, parseEvent } from '../gateway-answers.ts'
import type { PayPalOptions } from '../gateway-options.ts'
import { isOurs, type PayPalContext } from './paypal-api.ts'
import { captureOf, Dispute, Event } from './paypal-schemas.ts'

/** The events that a webhook is registered for. */
export const EVENT_TYPES = [
  'BILLING.SUBSCRIPTION.CREATED',
  'BILLING.SUBSCRIPTION.ACTIVATED',
  'BILLING.SUBSCRIPTION.UPDATED',
  'BILLING.SUBSCRIPTION.RE-ACTIVATED',
  'BILLING.SUBSCRIPTION.SUSPENDED',
  'BILLING.SUBSCRIPTION.CANCELLED',
  'BILLING.SUBSCRIPTION.EXPIRED',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
  'PAYMENT.SALE.COMPLETED',
  'PAYMENT.SALE.DENIED',
  'PAYMENT.SALE.PENDING',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const

const CERTIFICATE_HOSTS = new Set(['api.paypal.com', 'api.sandbox.paypal.com'])

/** The header names the certificate's address, so only addresses of PayPal are accepted. */
function isTrusted(url: string, { url: base }: PayPalOptions): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, origin, username } = new URL(url)
  if (username !== '') return false
  return origin === new URL(base).origin || (protocol === 'https:' && CERTIFICATE_HOSTS.has(host))
}

const certificates = new Map<string, X509Certificate>()
const MAX_CERTIFICATES = 20
const MAX_BYTES = 64 * 1024

/** Undefined if it cannot be downloaded. */
async function fetchCertificate(
  url: string,
  timeoutMs: number,
): Promise<X509Certificate | undefined> {
  const known = certificates.get(url)
  if (known) return known
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { statusCode, body } = await request(url, { signal, bodyTimeout: timeoutMs })
    const text = await body.text()
    if (statusCode !== 200 || text.length > MAX_BYTES) return undefined
    const certificate = new X509Certificate(text)
    if (certificates.size >= MAX_CERTIFICATES) certificates.clear()
    certificates.set(url, certificate)
    return certificate
  } catch {
    return undefined
  }
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, now: number): boolean =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo)

interface Transmission {
  id: string
  time: string
  signature: string
  certificateUrl: string
  algorithm: string
}

function transmissionOf(headers: IncomingHttpHeaders): Transmission {
  const read = (name: string): string => {
    const value = headers[name]
    if (typeof value !== 'string' || value === '') throw invalidEvent('signature')
    return value
  }
  return {
    id: read('paypal-transmission-id'),
    time: read('paypal-transmission-time'),
    signature: read('paypal-transmission-sig'),
    certificateUrl: read('paypal-cert-url'),
    algorithm: read('paypal-auth-algo'),
  }
}

const Verification = z.object({ verification_status: z.string() })

/** Asks PayPal with the received bytes, as a different serialization of the same JSON fails. */
async function askPayPal(
  { http }: PayPalContext,
  transmission: Transmission,
  { webhookId, raw }: { webhookId: string; raw: Buffer },
): Promise<boolean> {
  const fields = JSON.stringify({
    auth_algo: transmission.algorithm,
    cert_url: transmission.certificateUrl,
    transmission_id: transmission.id,
    transmission_sig: transmission.signature,
    transmission_time: transmission.time,
    webhook_id: webhookId,
  })
  const { body } = await http({
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    headers: { 'content-type': 'application/json' },
    body: `${fields.slice(0, -1)},"webhook_event":${raw.toString('utf8')}}`,
    isRepeatable: true,
  })
  return parseAnswer(Verification, body).verification_status === 'SUCCESS'
}

async function isSigned(
  context: PayPalContext,
  transmission: Transmission,
  message: { webhookId: string; raw: Buffer },
): Promise<boolean> {
  const { options } = context
  if (transmission.algorithm !== 'SHA256withRSA') return false
  if (!isTrusted(transmission.certificateUrl, options)) return false
  const certificate = await fetchCertificate(transmission.certificateUrl, options.timeoutMs)
  if (!certificate) return askPayPal(context, transmission, message)
  if (!isValidAt(certificate, options.now())) return false
  const parts = [transmission.id, transmission.time, message.webhookId, crc32(message.raw)]
  return createVerify('RSA-SHA256')
    .update(parts.join('|'))
    .verify(certificate.publicKey, transmission.signature, 'base64')
}

const Marked = z.object({
  id: z.string().optional(),
  custom_id: z.string().optional(),
  custom: z.string().optional(),
  billing_agreement_id: z.string().optional(),
  sale_id: z.string().optional(),
  purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).optional(),
})
type Marked = z.infer<typeof Marked>

const to = (kind: Subject['kind'], externalId: string | undefined): Subject | undefined =>
  externalId ? { kind, externalId } : undefined

function subjectByType(type: string, resource: Marked): Subject | undefined {
  if (type.startsWith('BILLING.SUBSCRIPTION.')) return to('subscription', resource.id)
  if (type === 'CHECKOUT.ORDER.APPROVED') return to('checkout', resource.id)
  if (type.startsWith('PAYMENT.CAPTURE.')) return to('payment', captureOf(resource) ?? resource.id)
  if (type === 'PAYMENT.SALE.REFUNDED') return to('payment', resource.sale_id)
  if (!type.startsWith('PAYMENT.SALE.')) return undefined
  // The event may lack the subscription; the sync then reads the payment.
  return resource.billing_agreement_id
    ? to('subscription', resource.billing_agreement_id)
    : to('payment', resource.id)
}

const customOf = ({ custom_id, custom, purchase_units }: Marked): string | undefined =>
  custom_id ?? custom ?? purchase_units?.find(unit => unit.custom_id)?.custom_id

function subjectOf(context: PayPalContext, { event_type: type, resource }: Event) {
  if (type.startsWith('CUSTOMER.DISPUTE.')) {
    const [first] = Dispute.safeParse(resource).data?.disputed_transactions ?? []
    return to('payment', first?.seller_transaction_id)
  }
  const marked = Marked.safeParse(resource).data
  if (!marked) return undefined
  const custom = customOf(marked)
  if (custom !== undefined && !isOurs(context, custom)) return undefined
  return subjectByType(type, marked)
}

export async function verifyEvent(
  context: PayPalContext,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): Promise<GatewayEvent> {
  const { webhookId, isLive } = context.options
  if (webhookId === undefined) throw invalidEvent('no_webhook_id')
  const transmission = transmissionOf(headers)
  const { event, body } = parseEvent(Event, raw)
  if (!(await isSigned(context, transmission, { webhookId, raw }))) throw invalidEvent('signature')
  return {
    externalId: event.id,
    type: event.event_type,
    // The webhook's id belongs to one mode.
    isLive,
    subject: subjectOf(context, event),
    body,
  }
}
