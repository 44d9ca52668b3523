import type { FastifyRequest } from 'fastify'

const SCHEME = /^Bearer(?: +|$)/i

/**
 * Returns the value of `Authorization: Bearer`, which may be empty; null without one. A request
 * with a bearer token is authenticated by it alone; its cookies are ignored.
 */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const { authorization = '' } = headers
  return SCHEME.test(authorization) ? authorization.replace(SCHEME, '').trim() : null
}
