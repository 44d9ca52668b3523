import type { z } from 'zod'
import { parseAnswer } from '../gateway-answers.ts'
import { isMissing } from '../gateway-errors.ts'
import type { PayPalContext } from './paypal-api.ts'
import { type Event, Events, linkOf } from './paypal-schemas.ts'

const PAGE = 100

export async function get<S extends z.ZodType>(
  { http }: PayPalContext,
  path: string,
  schema: S,
): Promise<z.output<S>> {
  return parseAnswer(schema, (await http({ method: 'GET', path })).body)
}

/** Undefined if PayPal has no such resource. */
export async function find<S extends z.ZodType>(
  context: PayPalContext,
  path: string,
  schema: S,
): Promise<z.output<S> | undefined> {
  try {
    return await get(context, path, schema)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The events that PayPal has sent, which it keeps for 30 days. */
export async function* eventsOf(context: PayPalContext, query: string): AsyncIterable<Event> {
  let path: string | undefined = `/v1/notifications/webhooks-events?page_size=${PAGE}&${query}`
  while (path !== undefined) {
    const page: z.output<typeof Events> = await get(context, path, Events)
    yield* page.events ?? []
    const next = linkOf(page.links, 'next')
    path = next === undefined ? undefined : pathOf(next)
  }
}

const pathOf = (href: string): string => {
  const { pathname, search } = new URL(href)
  return pathname + search
}
