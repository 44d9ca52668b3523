import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isSameText, memoize } from '../lib/signing.ts'
import { bearerOf } from './bearer.ts'

const DEVICE_SECONDS = 365 * 86_400

export interface CookieDeps {
  secret: string
  config: { appUrl: string | undefined }
}

/** Whether users reach the server over https. */
export const isSecure = ({ config }: Pick<CookieDeps, 'config'>): boolean =>
  config.appUrl?.startsWith('https:') ?? false

/** `__Secure-` only over https: browsers reject such a cookie over plain http. */
const named = (name: string, deps: Pick<CookieDeps, 'config'>): string =>
  `${isSecure(deps) ? '__Secure-' : ''}coffer.${name}`

export const sessionCookieName = (deps: Pick<CookieDeps, 'config'>) => named('session_token', deps)
/** Set by Better Auth next to the session cookie when the user did not choose to stay signed in. */
export const forgetCookieName = (deps: Pick<CookieDeps, 'config'>) => named('dont_remember', deps)
export const deviceCookieName = (deps: Pick<CookieDeps, 'config'>) => named('device', deps)

/** Set during the test of an OpenID Connect provider. */
export const openidTestCookieName = (deps: Pick<CookieDeps, 'config'>) => named('openid_test', deps)

/** Set by Better Auth between the password and the code. */
const stepCookieName = (deps: Pick<CookieDeps, 'config'>) => named('two_factor', deps)

const signatureOf = memoize((secret, token) =>
  createHmac('sha256', secret).update(token).digest('base64'),
)

/** The token of a signed, percent-decoded cookie value, if the signature is valid. */
function verifySigned(secret: string, cookieValue: string): string | undefined {
  const dot = cookieValue.lastIndexOf('.')
  if (dot < 1) return undefined
  const token = cookieValue.slice(0, dot)
  return isSameText(cookieValue.slice(dot + 1), signatureOf(secret, token)) ? token : undefined
}

/** The token of the session that a Better Auth response has created. */
export function sessionTokenIn(deps: CookieDeps, cookies: readonly string[]): string | undefined {
  const start = `${sessionCookieName(deps)}=`
  const value = cookies.find(cookie => cookie.startsWith(start))?.slice(start.length)
  return value && verifySigned(deps.secret, decodeURIComponent(value.split(';')[0] ?? ''))
}

const tokens = new WeakMap<FastifyRequest, string | null>()

/**
 * The session token of the request's cookie, if its signature is valid; whether the session exists
 * is not checked. Ignored in requests with a bearer token.
 */
export function sessionTokenOf(deps: CookieDeps, request: FastifyRequest): string | null {
  const known = tokens.get(request)
  if (known !== undefined) return known
  const cookie = bearerOf(request) === null && request.cookies[sessionCookieName(deps)]
  const token = (cookie && verifySigned(deps.secret, cookie)) || null
  tokens.set(request, token)
  return token
}

/** The id of the pending second sign-in step of this browser. */
export function secondStepOf(deps: CookieDeps, request: FastifyRequest): string | undefined {
  const cookie = request.cookies[stepCookieName(deps)]
  return cookie && verifySigned(deps.secret, cookie)
}

/** The value as signed by Better Auth, percent-encoded for the header. */
export const signSessionToken = (secret: string, token: string): string =>
  encodeURIComponent(`${token}.${signatureOf(secret, token)}`)

interface CookieValue {
  name: string
  value: string
  /** Without it the cookie lasts until the browser closes. */
  maxAge?: number
}

/** Not sent with cross-site POST requests. */
const cookieHeader = (
  deps: Pick<CookieDeps, 'config'>,
  { name, value, maxAge }: CookieValue,
  access: readonly string[],
): string =>
  [
    `${name}=${value}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    'Path=/',
    ...access,
    ...(isSecure(deps) ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ')

const httpOnlyCookie = (deps: CookieDeps, cookie: CookieValue): string =>
  cookieHeader(deps, cookie, ['HttpOnly'])

/** A cookie that scripts of our pages can read. */
export const readableCookie = (deps: Pick<CookieDeps, 'config'>, cookie: CookieValue): string =>
  cookieHeader(deps, cookie, [])

/** The signed session cookie. @param maxAge in seconds */
export const sessionCookie = (deps: CookieDeps, token: string, maxAge?: number): string =>
  httpOnlyCookie(deps, {
    name: sessionCookieName(deps),
    value: signSessionToken(deps.secret, token),
    ...(maxAge !== undefined && { maxAge }),
  })

/** Cookies that identify a guest's browser. */
export const guestCookieName = (deps: Pick<CookieDeps, 'config'>, name: string): string =>
  named(name, deps)
export const guestCookie = (
  deps: CookieDeps,
  cookie: { name: string; value: string; maxAge: number },
): string => httpOnlyCookie(deps, { ...cookie, name: guestCookieName(deps, cookie.name) })

export const deviceCookie = (deps: CookieDeps, value: string): string =>
  httpOnlyCookie(deps, { name: deviceCookieName(deps), value, maxAge: DEVICE_SECONDS })

/** Deletes the session cookies. */
export const endedSessionCookies = (deps: CookieDeps): string[] =>
  [sessionCookieName(deps), forgetCookieName(deps)].map(name =>
    httpOnlyCookie(deps, { name, value: '', maxAge: 0 }),
  )
