import type { FastifyRequest } from 'fastify'

const SCHEME = /^Bearer(?: +|$)/i

/**
 * What a request brings as `Authorization: Bearer`, be it nothing; null when it brings none. A request
 * that does is judged by this alone: its cookies count for nothing.
 */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const { authorization = '' } = headers
  return SCHEME.test(authorization) ? authorization.replace(SCHEME, '').trim() : null
}
