import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { GatewayEvent, Subject } from '../gateway.ts'
import { invalidEvent, parseEvent } from '../gateway-answers.ts'
import { metadataOf, type PaystackContext } from './paystack-api.ts'

const Event = z.object({
  event: z.string(),
  data: z.looseObject({
    domain: z.string().optional(),
    reference: z.string().nullish(),
    metadata: z.unknown().optional(),
    transaction_reference: z.string().nullish(),
    transaction: z
      .looseObject({ reference: z.string().nullish(), domain: z.string().optional() })
      .nullish()
      .catch(null),
  }),
})
type Event = z.infer<typeof Event>

function subjectOf({ options }: PaystackContext, { event, data }: Event): Subject | undefined {
  if (event === 'charge.success') {
    const metadata = metadataOf(data.metadata)
    if (metadata?.installation !== options.installation || !data.reference) return undefined
    const kind = metadata.kind === 'checkout' ? 'checkout' : 'payment'
    return { kind, externalId: data.reference }
  }
  // These carry no metadata: the sync looks for a payment of ours.
  const reference = data.transaction_reference ?? data.transaction?.reference
  const isKnown = event.startsWith('refund.') || event.startsWith('charge.dispute.')
  return isKnown && reference ? { kind: 'payment', externalId: reference } : undefined
}

/** Events are signed with the API key over their bytes. They have no ID, so the body's hash is used. */
export async function verifyEvent(
  context: PaystackContext,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): Promise<GatewayEvent> {
  const { options } = context
  const expected = createHmac('sha512', options.secretKey).update(raw).digest()
  const given = Buffer.from(String(headers['x-paystack-signature'] ?? ''), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw invalidEvent('signature')
  const { event, body } = parseEvent(Event, raw)
  const domain = event.data.domain ?? event.data.transaction?.domain
  return {
    externalId: createHash('sha512').update(raw).digest('hex'),
    type: event.event,
    isLive: domain === undefined ? options.isLive : domain === 'live',
    subject: subjectOf(context, event),
    body,
  }
}
