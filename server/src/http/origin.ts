import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** Where we are reached; where nothing else was set, by the address that the caller came by himself. */
export const originFor = (
  { config }: Pick<Deps, 'config'>,
  { protocol, host }: FastifyRequest,
): string => config.appUrl ?? `${protocol}://${host}`

/**
 * Whether the page that asks is one of ours. Browsers name it with whatever may change something, and
 * with every channel; programs name none.
 */
export function isOwnOrigin(
  { config }: { config: { appUrl: string | undefined } },
  { headers, host }: FastifyRequest,
): boolean {
  const page = URL.parse(headers.origin ?? '')
  if (!page) return false
  const hosts = config.appUrl === undefined ? [host] : [host, new URL(config.appUrl).host]
  // As an origin is written: without the protocol's own port.
  return hosts.some(own => URL.parse(`${page.protocol}//${own}`)?.host === page.host)
}
