import { allowsThirdParties, CONSENT_COOKIE } from '@coffer/contract/consent'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** The bot check script loads another script and a frame. */
const botCheckSources = ({ url }: Deps['config']['recaptcha']): Sources => {
  const urls = [url, url.replace('www.google.com', 'www.gstatic.com')]
  const hosts = [...new Set(urls.map(each => ` ${new URL(each).origin}/recaptcha/`))].join('')
  return { script: hosts, connect: hosts, frame: hosts }
}

type Directive = 'script' | 'img' | 'connect' | 'frame'
type Sources = Readonly<Partial<Record<Directive, string>>>

const ANALYTICS: Sources = {
  script: ' https://www.googletagmanager.com',
  img: ' https://*.google-analytics.com https://*.googletagmanager.com',
  connect:
    ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com',
}

const ADSENSE: Sources = {
  script:
    ' https://pagead2.googlesyndication.com https://tpc.googlesyndication.com https://ep2.adtrafficquality.google',
  img: ' https://pagead2.googlesyndication.com https://googleads.g.doubleclick.net https://ep1.adtrafficquality.google',
  connect:
    ' https://pagead2.googlesyndication.com https://googleads.g.doubleclick.net https://ep1.adtrafficquality.google',
  frame:
    ' https://googleads.g.doubleclick.net https://tpc.googlesyndication.com https://www.google.com https://ep2.adtrafficquality.google',
}

function pagePolicy(allowed: readonly Sources[]): string {
  const sources = (directive: Directive) => allowed.map(each => each[directive] ?? '').join('')
  const frames = sources('frame')
  return [
    "default-src 'self'",
    `script-src 'self'${sources('script')}`,
    // Mantine sets colours and sizes as style attributes.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${sources('img')}`,
    "media-src 'self' blob:",
    `connect-src 'self'${sources('connect')}`,
    ...(frames ? [`frame-src${frames}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of almost all responses, which nothing has to be computed for. */
const OWN_ORIGIN_ONLY = pagePolicy([])

const HEADERS = {
  'content-security-policy': OWN_ORIGIN_ONLY,
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

/** Administrators test the bot check before it is used. */
const isAdminPage = (url: string): boolean => url.startsWith('/admin')

const hasCookie = ({ headers }: FastifyRequest, pattern: RegExp): boolean =>
  pattern.test(headers.cookie ?? '')
const ACCEPTED = new RegExp(`(?:^|; *)${CONSENT_COOKIE.replace('.', '\\.')}=accepted(?:;|$)`)
const SESSION = /coffer\.session_token=/

/** Users' own pages load nothing of others; visitors get it only after they accepted it. */
const acceptsThirdParties = (request: FastifyRequest): boolean =>
  allowsThirdParties(request.url.replace(/\?.*/s, '')) &&
  hasCookie(request, ACCEPTED) &&
  !hasCookie(request, SESSION)

/** Applies to every response; user content gets a stricter policy. */
export function installSecurityHeaders(
  app: FastifyInstance,
  { config, settings, log }: Pick<Deps, 'config' | 'settings' | 'log'>,
): void {
  const transport = config.appUrl?.startsWith('https:') ? HTTPS_ONLY : {}
  const botCheck = botCheckSources(config.recaptcha)

  async function allowedSources(request: FastifyRequest): Promise<Sources[]> {
    const { values, hasSecret } = await settings.read()
    const usesBotCheck = values.recaptcha_site_key !== null && hasSecret('recaptcha_secret_key')
    const thirdParties = [
      ...(values.google_analytics !== null ? [ANALYTICS] : []),
      ...(values.allowed_adsense && values.adsense_client_id ? [ADSENSE] : []),
    ]
    return [
      ...(usesBotCheck || isAdminPage(request.url) ? [botCheck] : []),
      ...(thirdParties.length > 0 && acceptsThirdParties(request) ? thirdParties : []),
    ]
  }

  async function policyFor(request: FastifyRequest): Promise<string> {
    try {
      const allowed = await allowedSources(request)
      return allowed.length > 0 ? pagePolicy(allowed) : OWN_ORIGIN_ONLY
    } catch (err) {
      // The request fails by itself if it needs the database.
      log.debug({ err }, 'the settings could not be read')
      return pagePolicy(isAdminPage(request.url) ? [botCheck] : [])
    }
  }
  app.addHook('onRequest', async (request, reply) => {
    const policy = await policyFor(request)
    reply.headers({ ...HEADERS, ...transport, 'content-security-policy': policy })
  })
}
