import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** The bot check script loads another script and a frame. */
const botCheckSources = ({ recaptcha }: Pick<Config, 'recaptcha'>): string => {
  if (!recaptcha) return ''
  const urls = [recaptcha.url, recaptcha.url.replace('www.google.com', 'www.gstatic.com')]
  return [...new Set(urls.map(url => ` ${new URL(url).origin}/recaptcha/`))].join('')
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
  // Responses that may be cached override this.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Without subdomains, because those may not be ours. */
const HTTPS_ONLY = { 'strict-transport-security': `max-age=${365 * 86_400}` }

/** Sets the default security headers of a response. */
export const secure = (reply: FastifyReply): FastifyReply => reply.headers(HEADERS)

/** Applies to every response; user content gets a stricter policy. */
export function installSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = {
    'content-security-policy': pagePolicy(botCheckSources(config)),
    ...(config.appUrl?.startsWith('https:') && HTTPS_ONLY),
  }
  app.addHook('onRequest', async (_request, reply) => {
    secure(reply).headers(headers)
  })
}
