import type { WebhookRegistration } from '../gateway.ts'
import { parseAnswer } from '../gateway-answers.ts'
import { isMissing } from '../gateway-errors.ts'
import { type PayPalContext, segment } from './paypal-api.ts'
import { EVENT_TYPES } from './paypal-events.ts'
import { get } from './paypal-reads.ts'
import { Created, Webhooks } from './paypal-schemas.ts'

const PATH = '/v1/notifications/webhooks'

const eventTypes = EVENT_TYPES.map(name => ({ name }))

/** PayPal registers each address once, so a known one gets the types of events instead. */
export async function registerWebhook(
  context: PayPalContext,
  url: string,
): Promise<WebhookRegistration> {
  const registered = (await get(context, PATH, Webhooks)).webhooks ?? []
  const known = registered.find(webhook => webhook.url === url)
  if (known) {
    const names = new Set(known.event_types?.map(({ name }) => name))
    const isCurrent = EVENT_TYPES.every(name => names.has(name))
    if (!isCurrent) await replaceEventTypes(context, known.id)
    return { externalId: known.id, secret: null }
  }
  const { body } = await context.http({
    method: 'POST',
    path: PATH,
    body: { url, event_types: eventTypes },
  })
  return { externalId: parseAnswer(Created, body).id, secret: null }
}

async function replaceEventTypes({ http }: PayPalContext, id: string): Promise<void> {
  await http({
    method: 'PATCH',
    path: `${PATH}/${segment(id)}`,
    body: [{ op: 'replace', path: '/event_types', value: eventTypes }],
  })
}

/** Removes a registration; succeeds if it is missing. */
export async function removeWebhook({ http }: PayPalContext, id: string): Promise<void> {
  try {
    await http({ method: 'DELETE', path: `${PATH}/${segment(id)}` })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
