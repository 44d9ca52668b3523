import type { FastifyRequest } from 'fastify'

/** The header in which the address goes along that we have worked out ourselves. */
export const CLIENT_IP_HEADER = 'x-coffer-client-ip'

/** A call of ours as the web's own Request, for libraries that speak it. */
export function toWebRequest(
  request: FastifyRequest,
  { method, path, body }: { method: string; path: string; body?: object | undefined },
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith('x-forwarded-')) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // As Fastify has resolved them under its own trustProxy setting.
  headers.set('host', request.host)
  headers.set(CLIENT_IP_HEADER, request.ip)
  // A browser names its origin on every POST; a script with our CSRF pair need not.
  if (!headers.has('origin') && !headers.has('referer'))
    headers.set('origin', `${request.protocol}://${request.host}`)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  // The host of this URL counts for nothing, and a made-up Host header must not break it.
  return new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  })
}
