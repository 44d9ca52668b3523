import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { isSameText, remembering, sign } from '../lib/signing.ts'
import { bearerOf } from './bearer.ts'
import { isOwnOrigin } from './origin.ts'
import { type CookieDeps, isSecure, sessionTokenOf } from './session-cookie.ts'

const CSRF_COOKIE = 'XSRF-TOKEN'
const CSRF_HEADER = 'x-xsrf-token'
const CHANGES_NOTHING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Belongs to one session and can't be worked out without our secret, so nothing need be kept. */
const csrfToken = remembering((secret, sessionToken) => sign(secret, 'csrf', sessionToken))

/** Readable by the page, which sends it back in a header: another site can do neither. */
const readableCookie = (deps: CookieDeps, value: string): string =>
  [`${CSRF_COOKIE}=${value}`, 'Path=/', ...(isSecure(deps) ? ['Secure'] : []), 'SameSite=Lax'].join(
    '; ',
  )

export const csrfCookie = (deps: CookieDeps, sessionToken: string): string =>
  readableCookie(deps, csrfToken(deps.secret, sessionToken))

export const endedCsrfCookie = (deps: CookieDeps): string =>
  `${readableCookie(deps, '')}; Max-Age=0`

const headerOf = (request: FastifyRequest, name: string): string =>
  String(request.headers[name] ?? '')

const hasPair = (request: FastifyRequest, expected: string): boolean =>
  headerOf(request, 'x-requested-with') !== '' &&
  isSameText(headerOf(request, CSRF_HEADER), expected)

/** A page of another site, which may not even open a session; whoever brings a token is judged by that. */
const isFromElsewhere = (deps: CookieDeps, request: FastifyRequest): boolean =>
  request.headers.origin !== undefined && bearerOf(request) === null && !isOwnOrigin(deps, request)

/** Only answers that no cache on the way may keep for others. */
const mayCarryCookie = ({ url, headers }: FastifyRequest): boolean =>
  url.startsWith('/api/') || (headers.accept?.includes('text/html') ?? false)

/**
 * Spec §7: all calls use a cookie and header pair. Demanded of whoever has a session cookie, on
 * every path and before the body is read; the cookie is given out wherever it is missing or another.
 */
export function installCsrf(app: FastifyInstance, deps: CookieDeps): void {
  app.addHook('onRequest', (request, reply, done) => {
    const changes = !CHANGES_NOTHING.has(request.method)
    if (changes && isFromElsewhere(deps, request)) return done(new AppError('request.csrf'))
    const sessionToken = sessionTokenOf(deps, request)
    if (sessionToken === null) return done()
    const expected = csrfToken(deps.secret, sessionToken)
    const isRefused = changes && !hasPair(request, expected)
    const isMissing = request.cookies[CSRF_COOKIE] !== expected
    if (isMissing && (isRefused || mayCarryCookie(request)))
      reply.header('set-cookie', readableCookie(deps, expected))
    return done(isRefused ? new AppError('request.csrf') : undefined)
  })
}
