import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isSameText, remembering } from '../lib/signing.ts'
import { bearerOf } from './bearer.ts'

const DEVICE_SECONDS = 365 * 86_400

export interface CookieDeps {
  secret: string
  config: { appUrl: string | undefined }
}

export const isSecure = ({ config }: Pick<CookieDeps, 'config'>): boolean =>
  config.appUrl?.startsWith('https:') ?? false

/** `__Secure-` only where the browser may keep it: it refuses such a cookie over plain http. */
const named = (name: string, deps: Pick<CookieDeps, 'config'>): string =>
  `${isSecure(deps) ? '__Secure-' : ''}coffer.${name}`

export const sessionCookieName = (deps: Pick<CookieDeps, 'config'>) => named('session_token', deps)
/** Set by Better Auth beside the session when the user asked not to be remembered. */
export const forgetCookieName = (deps: Pick<CookieDeps, 'config'>) => named('dont_remember', deps)
export const deviceCookieName = (deps: Pick<CookieDeps, 'config'>) => named('device', deps)

/** Set by Better Auth between the password and the code. */
const stepCookieName = (deps: Pick<CookieDeps, 'config'>) => named('two_factor', deps)

const signatureOf = remembering((secret, token) =>
  createHmac('sha256', secret).update(token).digest('base64'),
)

/** The token inside a signed cookie value (already percent-decoded), if its signature is ours. */
function verifySigned(secret: string, cookieValue: string): string | undefined {
  const dot = cookieValue.lastIndexOf('.')
  if (dot < 1) return undefined
  const token = cookieValue.slice(0, dot)
  return isSameText(cookieValue.slice(dot + 1), signatureOf(secret, token)) ? token : undefined
}

/** The token of the session that an answer of Better Auth's has opened. */
export function sessionTokenIn(deps: CookieDeps, cookies: readonly string[]): string | undefined {
  const start = `${sessionCookieName(deps)}=`
  const value = cookies.find(cookie => cookie.startsWith(start))?.slice(start.length)
  return value && verifySigned(deps.secret, decodeURIComponent(value.split(';')[0] ?? ''))
}

const tokens = new WeakMap<FastifyRequest, string | null>()

/**
 * What the caller's cookie says, if we signed it: whether such a session lives, only the database knows.
 * It says nothing beside a token.
 */
export function sessionTokenOf(deps: CookieDeps, request: FastifyRequest): string | null {
  const known = tokens.get(request)
  if (known !== undefined) return known
  const cookie = bearerOf(request) === null && request.cookies[sessionCookieName(deps)]
  const token = (cookie && verifySigned(deps.secret, cookie)) || null
  tokens.set(request, token)
  return token
}

/** Which second step is due in this browser. */
export function secondStepOf(deps: CookieDeps, request: FastifyRequest): string | undefined {
  const cookie = request.cookies[stepCookieName(deps)]
  return cookie && verifySigned(deps.secret, cookie)
}

/** The value as Better Auth signs it, percent-encoded for the header. */
export const signSessionToken = (secret: string, token: string): string =>
  encodeURIComponent(`${token}.${signatureOf(secret, token)}`)

interface HiddenCookie {
  name: string
  value: string
  /** Without one it ends with the browser. */
  maxAge?: number
}

/** No script of a page may read it, and no other site may send it along with a POST. */
const hiddenCookie = (deps: CookieDeps, { name, value, maxAge }: HiddenCookie): string =>
  [
    `${name}=${value}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    'Path=/',
    'HttpOnly',
    ...(isSecure(deps) ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ')

export const sessionCookie = (deps: CookieDeps, token: string, maxAge?: number): string =>
  hiddenCookie(deps, {
    name: sessionCookieName(deps),
    value: signSessionToken(deps.secret, token),
    ...(maxAge !== undefined && { maxAge }),
  })

/** What a guest's browser is known by again. */
export const guestCookieName = (deps: Pick<CookieDeps, 'config'>, name: string): string =>
  named(name, deps)
export const guestCookie = (
  deps: CookieDeps,
  cookie: { name: string; value: string; maxAge: number },
): string => hiddenCookie(deps, { ...cookie, name: guestCookieName(deps, cookie.name) })

export const deviceCookie = (deps: CookieDeps, value: string): string =>
  hiddenCookie(deps, { name: deviceCookieName(deps), value, maxAge: DEVICE_SECONDS })

export const endedSessionCookies = (deps: CookieDeps): string[] =>
  [sessionCookieName(deps), forgetCookieName(deps)].map(name =>
    hiddenCookie(deps, { name, value: '', maxAge: 0 }),
  )
