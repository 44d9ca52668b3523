import type { Endpoint } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { csrfCookie } from '../../http/csrf.ts'
import { knownDevice, knownDeviceCookie } from '../../http/known-device.ts'
import { originFor } from '../../http/origin.ts'
import { giveBack, limitTries, type Try } from '../../http/rate-limits.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import { CLIENT_IP_HEADER, toWebRequest } from '../../http/web-request.ts'
import { deviceOf } from '../../lib/devices.ts'
import { spokenIn } from '../../lib/translate.ts'
import { recordServerAddress, recordSignIn } from './auth.service.ts'
import { authProblem } from './auth-problems.ts'
import type { AuthDeps } from './better-auth.ts'
import { type Exchange, endFormerSession } from './sessions.routes.ts'

const Entered = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
})

interface Answered {
  cookies: string[]
  answer: unknown
}

/** Without a configured address one server may be known by several; strangers can make up more. */
const ORIGINS = 10

/**
 * Loaded at the first call: the import takes longer than the rest of the start. One for each origin, as
 * passkeys are bound to its host, and other services lead back to it.
 */
function lazyAuth(deps: AuthDeps) {
  async function load(origin: string) {
    const { createAuth } = await import('./better-auth.ts')
    return createAuth(deps, { basePath: '/api/auth', clientIpHeader: CLIENT_IP_HEADER, origin })
  }
  const loaded = new Map<string, ReturnType<typeof load>>()
  return (request: FastifyRequest) => {
    const origin = readOrigin(originFor(deps, request))
    const known = loaded.get(origin) ?? load(origin)
    if (loaded.size >= ORIGINS) loaded.clear()
    loaded.set(origin, known)
    return known
  }
}

/** Made up, it is nobody's. */
const readOrigin = (origin: string): string => URL.parse(origin)?.origin ?? 'http://localhost'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What was set and taken back within one answer is not told. */
const lastOfEach = (cookies: readonly string[]): string[] => [
  ...new Map(cookies.map(cookie => [cookie.slice(0, cookie.indexOf('=')), cookie])).values(),
]

export type BetterAuthCalls = ReturnType<typeof betterAuthCalls>

/** How our routes ask Better Auth, and what they do with its answers. */
export function betterAuthCalls(deps: AuthDeps & Pick<Deps, 'live'>) {
  const betterAuth = lazyAuth(deps)

  /** The answer as it is, for ways in that lead through other sites. */
  async function answerTo(request: FastifyRequest, wanted: Parameters<typeof toWebRequest>[1]) {
    const auth = await betterAuth(request)
    const response = await auth.handler(toWebRequest(request, wanted))
    return { response, cookies: lastOfEach(response.headers.getSetCookie()) }
  }

  async function ask(
    { method, path }: Pick<Endpoint, 'method' | 'path'>,
    { request }: Exchange,
    body?: object,
  ): Promise<Answered> {
    const { response, cookies } = await answerTo(request, { method, path, body })
    const answer = parsed(await response.text())
    if (!response.ok) throw authProblem(response.status, answer)
    return { cookies, answer }
  }

  /** The answer of whatever begins a session; the token stays in the cookie. */
  async function enter({ request, reply }: Exchange, { cookies, answer }: Answered) {
    const { user } = Entered.parse(answer)
    const token = sessionTokenIn(deps, cookies)
    if (token === undefined) throw new AppError('internal')
    await endFormerSession(deps, request)
    await recordServerAddress(deps, user.id, originFor(deps, request))
    const device = knownDeviceCookie(deps, request, user.email)
    reply.header('set-cookie', [...cookies, csrfCookie(deps, token), device])
    return { user }
  }

  /** The same for whoever was not in before: before he hears of it, it is noted and told. */
  async function signIn(http: Exchange, response: Answered) {
    await notifySignIn(http, Entered.parse(response.answer).user)
    return enter(http, response)
  }

  const notifySignIn = ({ request }: Exchange, { id, email }: { id: string; email: string }) =>
    recordSignIn(deps, id, {
      isKnown: knownDevice(deps, request, email) !== undefined,
      device: deviceOf(request.headers['user-agent']) ?? '?',
      ip: request.ip,
      language: spokenIn(request.headers['accept-language']),
    })

  /** A try that succeeds is none. */
  async function counted<T>(tries: readonly Try[], work: () => Promise<T>): Promise<T> {
    await limitTries(deps, tries)
    const result = await work()
    await giveBack(deps, tries)
    return result
  }

  return { answerTo, ask, enter, signIn, notifySignIn, counted }
}
