import type { FastifyRequest } from 'fastify'

/** The header that carries the client address we resolved. */
export const CLIENT_IP_HEADER = 'x-coffer-client-ip'

/** Converts a request to the web's own Request, for libraries that need one. */
export function toWebRequest(
  request: FastifyRequest,
  { method, path, body }: { method: string; path: string; body?: object | undefined },
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith('x-forwarded-')) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // As resolved by Fastify under its trustProxy setting.
  headers.set('host', request.host)
  headers.set(CLIENT_IP_HEADER, request.ip)
  // Browsers send an Origin with every POST; scripts with our CSRF pair need not.
  if (!headers.has('origin') && !headers.has('referer'))
    headers.set('origin', `${request.protocol}://${request.host}`)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  // The host of this URL is ignored, and a forged Host header must not break it.
  return new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  })
}
