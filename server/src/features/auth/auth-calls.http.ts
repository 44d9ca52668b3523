import type { Endpoint } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { csrfCookie } from '../../http/csrf.ts'
import { knownDevice, knownDeviceCookie } from '../../http/known-device.ts'
import { originFor } from '../../http/origin.ts'
import { type LimitedAttempt, limitAttempts, refundAttempts } from '../../http/rate-limits.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import { CLIENT_IP_HEADER, toWebRequest } from '../../http/web-request.ts'
import { deviceOf } from '../../lib/devices.ts'
import { networkOf } from '../../lib/networks.ts'
import { spokenIn } from '../../lib/translate.ts'
import { recordServerAddress, recordSignIn, type SignInMethod } from './auth.service.ts'
import { authProblem } from './auth-problems.ts'
import type { AuthDeps } from './better-auth.ts'
import { endFormerSession, type HttpExchange } from './sessions.routes.ts'
import { endSession } from './sessions.service.ts'

const SignedInUser = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
})

interface AuthResponse {
  cookies: string[]
  answer: unknown
}

/** Without `APP_URL` the origin comes from the request, so the number of instances is limited. */
const MAX_ORIGINS = 10

/**
 * Loads Better Auth at the first call, because the import takes longer than the rest of the start.
 * Each origin has its own instance: passkeys are bound to its host, and providers redirect back to it.
 */
function lazyAuth(deps: AuthDeps) {
  async function load(origin: string) {
    const { createAuth } = await import('./better-auth.ts')
    return createAuth(deps, { basePath: '/api/auth', clientIpHeader: CLIENT_IP_HEADER, origin })
  }
  const loaded = new Map<string, ReturnType<typeof load>>()
  return (request: FastifyRequest) => {
    const origin = normalizeOrigin(originFor(deps, request))
    const instance = loaded.get(origin) ?? load(origin)
    if (loaded.size >= MAX_ORIGINS) loaded.clear()
    loaded.set(origin, instance)
    return instance
  }
}

/** An invalid origin becomes localhost. */
const normalizeOrigin = (origin: string): string => URL.parse(origin)?.origin ?? 'http://localhost'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps the last of several cookies with one name. */
const lastCookieOfEachName = (cookies: readonly string[]): string[] => [
  ...new Map(cookies.map(cookie => [cookie.slice(0, cookie.indexOf('=')), cookie])).values(),
]

export type BetterAuthCalls = ReturnType<typeof betterAuthCalls>

/** The calls that the routes make to Better Auth, and the handling of its answers. */
export function betterAuthCalls(deps: AuthDeps & Pick<Deps, 'live'>) {
  const betterAuth = lazyAuth(deps)

  /** Returns the unparsed response, for sign-ins that redirect through other sites. */
  async function forward(request: FastifyRequest, call: Parameters<typeof toWebRequest>[1]) {
    const auth = await betterAuth(request)
    const response = await auth.handler(toWebRequest(request, call))
    return { response, cookies: lastCookieOfEachName(response.headers.getSetCookie()) }
  }

  async function callAuth(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    { request }: HttpExchange,
    body?: object,
  ): Promise<AuthResponse> {
    const { response, cookies } = await forward(request, { method, path, body })
    const answer = parseJson(await response.text())
    if (!response.ok) throw authProblem(response.status, answer)
    return { cookies, answer }
  }

  /** Sends the cookies of a new session; the response body never contains its token. */
  async function setSession(
    { request, reply }: HttpExchange,
    { cookies, answer }: AuthResponse,
    passwordHash: string | null,
  ) {
    const { user } = SignedInUser.parse(answer)
    const token = sessionTokenIn(deps, cookies)
    if (token === undefined) throw new AppError('internal')
    await endFormerSession(deps, request)
    await recordServerAddress(deps, user.id, originFor(deps, request))
    const device = knownDeviceCookie(deps, request, { email: user.email, passwordHash })
    reply.header('set-cookie', [...cookies, csrfCookie(deps, token), device])
    return { user }
  }

  /**
   * Counts successful sign-ins, each of which adds a session, an entry of the audit log and perhaps
   * an email. Only then is the user known. Those of another network do not keep the user out.
   */
  async function limitSignIns(
    { request: { ip } }: HttpExchange,
    userId: string,
    cookies: readonly string[],
  ): Promise<void> {
    const key = `${userId} ${networkOf(ip)}`
    try {
      await limitAttempts(deps, [{ limit: 'signed-in by user', key }])
    } catch (error) {
      await endSession(deps, sessionTokenIn(deps, cookies) ?? '')
      throw error
    }
  }

  /** Records the sign-in and notifies the user, then sends the cookies of the session. */
  async function signIn(http: HttpExchange, response: AuthResponse, method: SignInMethod) {
    const { user } = SignedInUser.parse(response.answer)
    await limitSignIns(http, user.id, response.cookies)
    const passwordHash = await notifySignIn(http, user, method)
    return setSession(http, response, passwordHash)
  }

  const notifySignIn = (
    { request }: HttpExchange,
    { id, email }: { id: string; email: string },
    method: SignInMethod,
  ) =>
    recordSignIn(deps, id, {
      method,
      isKnown: passwordHash => knownDevice(deps, request, { email, passwordHash }) !== undefined,
      device: deviceOf(request.headers['user-agent']) ?? '?',
      ip: request.ip,
      language: spokenIn(request.headers['accept-language']),
    })

  /** Successful attempts do not count toward the limit. */
  async function withAttemptLimit<T>(
    attempts: readonly LimitedAttempt[],
    work: () => Promise<T>,
  ): Promise<T> {
    await limitAttempts(deps, attempts)
    const result = await work()
    await refundAttempts(deps, attempts)
    return result
  }

  return { forward, callAuth, setSession, signIn, notifySignIn, withAttemptLimit }
}
