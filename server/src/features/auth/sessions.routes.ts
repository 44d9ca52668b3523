import { auth, sessions as contract } from '@coffer/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import { csrfCookie, endedCsrfCookie } from '../../http/csrf.ts'
import type { Route } from '../../http/route.ts'
import {
  endedSessionCookies,
  forgetCookieName,
  sessionCookie,
  sessionCookieName,
  sessionTokenOf,
  signSessionToken,
} from '../../http/session-cookie.ts'
import { checkTogether } from '../../lib/check-together.ts'
import { spokenIn } from '../../lib/translate.ts'
import { recordFirstSignIn } from './auth.service.ts'
import { loadGeoLocator } from './geo-locations.ts'
import type { RequirePassword } from './reauthentication.service.ts'
import { presentSession } from './sessions.presenter.ts'
import { MAX_SESSION_SECONDS } from './sessions.rules.ts'
import {
  authenticateSession,
  type Browser,
  beginSession,
  endOtherSessions,
  endSession,
  filterLiveSessions,
  filterLiveTokens,
  listSessions,
  revokeSession,
  signOut,
} from './sessions.service.ts'

type SessionDeps = Pick<Deps, 'db' | 'now' | 'secret' | 'config' | 'settings'>
type EndDeps = SessionDeps & Pick<Deps, 'live'>

export interface HttpExchange {
  request: FastifyRequest
  reply: FastifyReply
}

const extendedRequests = new WeakSet<FastifyRequest>()

/** Returns the actor of a request; undefined without a live session. */
export async function actorFromRequest(
  deps: SessionDeps,
  request: FastifyRequest,
): Promise<SessionActor | undefined> {
  const token = sessionTokenOf(deps, request)
  if (token === null) return undefined
  const session = await authenticateSession(deps, token, request.ip)
  if (session?.isExtended) extendedRequests.add(request)
  return session?.actor
}

/**
 * Checks whether sessions of requests are still live; the checks of a moment share one statement.
 * They record no use: an open page alone is no activity.
 */
export function sessionChecks(deps: SessionDeps): (request: FastifyRequest) => Promise<boolean> {
  const isLive = checkTogether(tokens => filterLiveTokens(deps, tokens))
  return async request => {
    const token = sessionTokenOf(deps, request)
    return token !== null && (await isLive(token))
  }
}

/** Aborts running transfers of sessions that have ended. */
export const watchRevokedSessions = (deps: SessionDeps & Pick<Deps, 'log' | 'transferCheckMs'>) =>
  createTransferWatch<SessionActor>(deps, {
    filterAllowed: actors => filterLiveSessions(deps, actors),
    revocationError: () => new AppError('auth.required'),
  })

/** Renews the cookie of a session that was extended during the request. */
function sendExtendedCookies(app: FastifyInstance, deps: SessionDeps): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const token = extendedRequests.has(request) && sessionTokenOf(deps, request)
    if (token) reply.header('set-cookie', sessionCookie(deps, token, MAX_SESSION_SECONDS))
    done()
  })
}

/** Creates a session and returns its cookie as a browser would send it. */
export async function openSession(
  deps: SessionDeps,
  userId: string,
): Promise<{ name: string; value: string }> {
  const browser = { ipAddress: '', userAgent: '', isRemembered: true }
  const token = await beginSession(deps, userId, browser)
  return { name: sessionCookieName(deps), value: signSessionToken(deps.secret, token) }
}

/** Signs the caller in as a user who was authenticated before. */
export async function startSession(
  deps: SessionDeps & Pick<Deps, 'transact' | 'jobs' | 'newId'>,
  http: HttpExchange,
  userId: string,
  limits: Pick<Browser, 'endsBy'> = {},
): Promise<void> {
  const browser = { ...browserOf(deps, http.request), ...limits, isRemembered: true }
  const token = await beginSession(deps, userId, browser)
  await recordFirstSignIn(deps, userId, spokenIn(http.request.headers['accept-language']))
  sendSession(deps, http, { token, ...browser })
}

/** Describes the browser of a request; remembered unless the user declined at sign-in. */
export const browserOf = (deps: Pick<Deps, 'config'>, request: FastifyRequest): Browser => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  isRemembered: request.cookies[forgetCookieName(deps)] === undefined,
})

/** Sends the cookies of a new session. */
export function sendSession(
  deps: Pick<Deps, 'config' | 'secret'>,
  { request, reply }: HttpExchange,
  { token, isRemembered }: Pick<Browser, 'isRemembered'> & { token: string },
): void {
  extendedRequests.delete(request)
  const cookie = sessionCookie(deps, token, isRemembered ? MAX_SESSION_SECONDS : undefined)
  reply.header('set-cookie', [cookie, csrfCookie(deps, token)])
}

/** Clears the cookies of a session that has ended. */
export function endSessionCookies(
  deps: Pick<Deps, 'config' | 'secret'>,
  { request, reply }: HttpExchange,
): void {
  extendedRequests.delete(request)
  reply.header('set-cookie', [...endedSessionCookies(deps), endedCsrfCookie(deps)])
}

/** Ends the session from before a sign-in, against session fixation (A1). */
export async function endFormerSession(deps: EndDeps, request: FastifyRequest): Promise<void> {
  const token = sessionTokenOf(deps, request)
  if (token !== null) await endSession(deps, token)
}

export function sessionsRoutes(
  app: FastifyInstance,
  route: Route,
  deps: EndDeps & Pick<Deps, 'transact'>,
  reauthenticate: RequirePassword,
): void {
  sendExtendedCookies(app, deps)

  route(auth.signOut, async (_, { request, reply }) => {
    const token = sessionTokenOf(deps, request)
    if (token !== null) await signOut(deps, token)
    endSessionCookies(deps, { request, reply })
    return undefined
  })

  route(contract.listSessions, async ({ actor }) => {
    const [sessions, locate] = await Promise.all([listSessions(deps, actor), loadGeoLocator()])
    const data = sessions.map(session => presentSession(session, actor, locate(session.ip_address)))
    return { data }
  })

  route(contract.revokeSession, async ({ actor, body }) => {
    await reauthenticate(actor, body.password)
    await revokeSession(deps, actor, body.id)
    return { status: true as const }
  })

  route(contract.revokeOtherSessions, async ({ actor, body }) => {
    await reauthenticate(actor, body.password)
    await endOtherSessions(deps, actor)
    return { status: true as const }
  })
}
