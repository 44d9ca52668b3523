import { auth as contract, type Endpoint } from '@coffer/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { csrfCookie } from '../../http/csrf.ts'
import { knownDevice, knownDeviceCookie } from '../../http/known-device.ts'
import { originFor } from '../../http/origin.ts'
import { byAddress, byIp, giveBack, limitTries, type Try } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { CLIENT_IP_HEADER, toWebRequest } from '../../http/web-request.ts'
import { findAddressee, tellPasswordChanged } from '../addresses/index.ts'
import { noteAddress } from './auth.service.ts'
import { authProblem } from './auth-problems.ts'
import type { AuthDeps } from './better-auth.ts'
import { type Exchange, endFormerSession, sessionsRoutes } from './sessions.routes.ts'

const Answer = z.object({
  token: z.string(),
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
})

interface Entry {
  cookies: string[]
  token: string
  user: z.output<typeof Answer>['user']
}

/** Loaded at the first call: the import takes longer than the rest of the start. */
function lazyAuth(deps: AuthDeps) {
  async function load() {
    const { createAuth } = await import('./better-auth.ts')
    const options = { basePath: '/api/auth', clientIpHeader: CLIENT_IP_HEADER }
    return createAuth(deps, options)
  }
  let loaded: ReturnType<typeof load> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What of Better Auth is open to the world: a path that is not bound here is not found. */
export function authRoutes(
  app: FastifyInstance,
  route: Route,
  deps: AuthDeps & Pick<Deps, 'live'>,
): void {
  const betterAuth = lazyAuth(deps)
  sessionsRoutes(app, route, deps)

  async function ask(endpoint: Endpoint, { request }: Exchange, body: unknown): Promise<Entry> {
    const auth = await betterAuth()
    const response = await auth.handler(toWebRequest(request, endpoint.path, body))
    const answer = parsed(await response.text())
    if (!response.ok) throw authProblem(response.status, answer)
    return { cookies: response.headers.getSetCookie(), ...Answer.parse(answer) }
  }

  /** The answer of every way in; the token stays in the cookie. */
  async function enter({ request, reply }: Exchange, { cookies, token, user }: Entry) {
    await endFormerSession(deps, request)
    await noteAddress(deps, user.id, originFor(deps, request))
    const device = knownDeviceCookie(deps, user.email, knownDevice(deps, request, user.email))
    reply.header('set-cookie', [...cookies, csrfCookie(deps, token), device])
    return { user }
  }

  /** A try that succeeds is none. */
  async function counted<T>(tries: readonly Try[], work: () => Promise<T>): Promise<T> {
    await limitTries(deps, tries)
    const result = await work()
    await giveBack(deps, tries)
    return result
  }

  route(contract.signIn, async ({ body }, http) => {
    const { request } = http
    const device = knownDevice(deps, request, body.email)
    const tries: Try[] = device
      ? [{ what: 'sign-in by device', who: device }]
      : [byIp('sign-in by ip', request.ip), byAddress('sign-in by address', body.email)]
    return enter(http, await counted(tries, () => ask(contract.signIn, http, body)))
  })

  route(contract.changePassword, async ({ actor, body }, http) => {
    const tries: Try[] = [{ what: 'change-password by user', who: actor.userId }]
    const change = { ...body, revokeOtherSessions: true }
    const entry = await counted(tries, () => ask(contract.changePassword, http, change))
    await deps.transact(async tx =>
      tellPasswordChanged(tx, deps, await findAddressee(tx, actor.userId)),
    )
    deps.live.recheck(actor.userId)
    return enter(http, entry)
  })
}
