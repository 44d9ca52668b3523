import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** Spec §7: the script of the bot check, where it is switched on, brings another script and a frame. */
const botCheckSources = ({ recaptcha }: Pick<Config, 'recaptcha'>): string => {
  if (!recaptcha) return ''
  const places = [recaptcha.url, recaptcha.url.replace('www.google.com', 'www.gstatic.com')]
  return [...new Set(places.map(place => ` ${new URL(place).origin}/recaptcha/`))].join('')
}

const pagePolicy = (botCheck: string): string =>
  [
    "default-src 'self'",
    `script-src 'self'${botCheck}`,
    // Mantine sets colours and sizes as style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self'${botCheck}`,
    ...(botCheck ? [`frame-src${botCheck}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const HEADERS = {
  'content-security-policy': pagePolicy(''),
  // What is kept for longer says so itself.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Of this name alone: what else is reached below it is not ours to say. */
const HTTPS_ONLY = { 'strict-transport-security': `max-age=${365 * 86_400}` }

export const secure = (reply: FastifyReply): FastifyReply => reply.headers(HEADERS)

/** On every answer; what serves user content replaces the policy by a stricter one. */
export function installSecurityHeaders(app: FastifyInstance, config: Config): void {
  const ours = {
    'content-security-policy': pagePolicy(botCheckSources(config)),
    ...(config.appUrl?.startsWith('https:') && HTTPS_ONLY),
  }
  app.addHook('onRequest', async (_request, reply) => {
    secure(reply).headers(ours)
  })
}
