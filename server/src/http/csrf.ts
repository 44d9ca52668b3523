import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { isSameText, memoize, sign } from '../lib/signing.ts'
import { bearerOf } from './bearer.ts'
import { isOwnOrigin } from './origin.ts'
import { type CookieDeps, readableCookie, sessionTokenOf } from './session-cookie.ts'

const CSRF_COOKIE = 'XSRF-TOKEN'
const CSRF_HEADER = 'x-xsrf-token'
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Derived from the session and the secret, so nothing is stored. */
const csrfToken = memoize((secret, sessionToken) => sign(secret, 'csrf', sessionToken))

/**
 * The CSRF cookie of a session. Readable by our pages, which send it back in a header; other sites
 * can do neither.
 */
export const csrfCookie = (deps: CookieDeps, sessionToken: string): string =>
  readableCookie(deps, { name: CSRF_COOKIE, value: csrfToken(deps.secret, sessionToken) })

/** Deletes the CSRF cookie. */
export const endedCsrfCookie = (deps: CookieDeps): string =>
  readableCookie(deps, { name: CSRF_COOKIE, value: '', maxAge: 0 })

const headerOf = (request: FastifyRequest, name: string): string =>
  String(request.headers[name] ?? '')

const hasValidHeader = (request: FastifyRequest, expected: string): boolean =>
  headerOf(request, 'x-requested-with') !== '' &&
  isSameText(headerOf(request, CSRF_HEADER), expected)

/**
 * Requests of other origins are rejected even without a session; requests with an access token are
 * exempt.
 */
const isCrossOrigin = (deps: CookieDeps, request: FastifyRequest): boolean =>
  request.headers.origin !== undefined && bearerOf(request) === null && !isOwnOrigin(deps, request)

/** Only responses that shared caches may not store. */
const mayCarryCookie = ({ url, headers }: FastifyRequest): boolean =>
  url.startsWith('/api/') || (headers.accept?.includes('text/html') ?? false)

/** Whether a call changes data, by its method or by its route. */
const isChanging = ({ method, routeOptions }: FastifyRequest): boolean =>
  !SAFE_METHODS.has(method) || routeOptions.config.changesData === true

/**
 * HTTP-12: calls with a session cookie that change data need the CSRF cookie repeated in a header.
 * Checked on every path before the body is read; the cookie is set wherever it is missing or
 * outdated.
 */
export function installCsrf(app: FastifyInstance, deps: CookieDeps): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isUnsafe = isChanging(request)
    if (isUnsafe && isCrossOrigin(deps, request)) return done(new AppError('request.csrf'))
    const sessionToken = sessionTokenOf(deps, request)
    if (sessionToken === null) return done()
    const expected = csrfToken(deps.secret, sessionToken)
    const isRefused = isUnsafe && !hasValidHeader(request, expected)
    const isMissing = request.cookies[CSRF_COOKIE] !== expected
    if (isMissing && (isRefused || mayCarryCookie(request)))
      reply.header('set-cookie', csrfCookie(deps, sessionToken))
    return done(isRefused ? new AppError('request.csrf') : undefined)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route changes data, whatever its method. */
    changesData?: boolean
  }
}
