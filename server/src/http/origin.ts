import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** Our origin: the configured one, otherwise that of the request. */
export const originFor = (
  { config }: Pick<Deps, 'config'>,
  { protocol, host }: FastifyRequest,
): string => config.appUrl ?? `${protocol}://${host}`

/**
 * Whether the request comes from one of our pages. Browsers send an Origin with every unsafe
 * request and WebSocket; programs send none.
 */
export function isOwnOrigin(
  { config }: { config: { appUrl: string | undefined } },
  { headers, host }: FastifyRequest,
): boolean {
  const page = URL.parse(headers.origin ?? '')
  if (!page) return false
  const hosts = config.appUrl === undefined ? [host] : [host, new URL(config.appUrl).host]
  // Parsed, so that default ports are omitted as in an Origin.
  return hosts.some(own => URL.parse(`${page.protocol}//${own}`)?.host === page.host)
}
