import type { z } from 'zod'
import { GatewayError } from './gateway.ts'

/** Parses a gateway's answer. After an unreadable one the outcome of the call is unknown. */
export function parseAnswer<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'body'
  throw new GatewayError('unknown', `The gateway's answer lacks “${field}”.`, {
    code: 'unreadable',
  })
}

export const invalidEvent = (code: string): GatewayError =>
  new GatewayError('rejected', 'The event is not valid.', { code })

/**
 * Parses the bytes of an event.
 * @throws GatewayError `rejected` with code `unreadable`
 */
export function parseEvent<S extends z.ZodType>(
  schema: S,
  raw: Buffer,
): { event: z.output<S>; body: unknown } {
  try {
    const body: unknown = JSON.parse(raw.toString('utf8'))
    return { event: schema.parse(body), body }
  } catch {
    throw invalidEvent('unreadable')
  }
}

export const notSupported = (reason: string): GatewayError =>
  new GatewayError('rejected', reason, { code: 'not_supported' })
