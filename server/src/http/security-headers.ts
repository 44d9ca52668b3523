import type { FastifyInstance, FastifyReply } from 'fastify'

const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  // Mantine sets colours and sizes as style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

export const secure = (reply: FastifyReply): FastifyReply => reply.headers(HEADERS)

/** On every answer; what serves user content replaces the policy by a stricter one. */
export function installSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    secure(reply)
  })
}
