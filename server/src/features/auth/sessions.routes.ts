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
import { spokenIn } from '../../lib/translate.ts'
import { recordFirstSignIn } from './auth.service.ts'
import { placeFinder } from './geo-locations.ts'
import type { RequirePassword } from './reauthentication.service.ts'
import { presentSession } from './sessions.presenter.ts'
import { SESSION_SECONDS } from './sessions.rules.ts'
import {
  type Browser,
  beginSession,
  endOtherSessions,
  endSession,
  filterLiveSessions,
  isLive,
  listSessions,
  revokeSession,
  signedInBy,
} from './sessions.service.ts'

type SessionDeps = Pick<Deps, 'db' | 'now' | 'secret' | 'config'>
type EndDeps = SessionDeps & Pick<Deps, 'live'>

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const prolonged = new WeakSet<FastifyRequest>()

/** Who is calling; nobody when there is no session, or when it has ended. */
export async function actorFromRequest(
  deps: SessionDeps,
  request: FastifyRequest,
): Promise<SessionActor | undefined> {
  const token = sessionTokenOf(deps, request)
  if (token === null) return undefined
  const slides = request.cookies[forgetCookieName(deps)] === undefined
  const signedIn = await signedInBy(deps, token, { slides, ipAddress: request.ip })
  if (signedIn?.isProlonged) prolonged.add(request)
  return signedIn?.actor
}

/** Whether a request's session goes on, without a trace: an open page alone is no use of it. */
export async function isSessionLive(deps: SessionDeps, request: FastifyRequest): Promise<boolean> {
  const token = sessionTokenOf(deps, request)
  return token !== null && (await isLive(deps, token))
}

/** Cuts what is still sent or received for a session that has ended meanwhile. */
export const watchRevokedSessions = (deps: SessionDeps & Pick<Deps, 'log' | 'transferCheckMs'>) =>
  createTransferWatch<SessionActor>(deps, {
    filterAllowed: actors => filterLiveSessions(deps, actors),
    revocationError: () => new AppError('auth.required'),
  })

/** A session that was moved on while a request was answered keeps its cookie as long as itself. */
function sendProlongedCookies(app: FastifyInstance, deps: SessionDeps): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const token = prolonged.has(request) && sessionTokenOf(deps, request)
    if (token) reply.header('set-cookie', sessionCookie(deps, token, SESSION_SECONDS))
    done()
  })
}

/** The cookie of a new session as a browser would send it back. */
export async function openSession(
  deps: SessionDeps,
  userId: string,
): Promise<{ name: string; value: string }> {
  const nowhere = { ipAddress: '', userAgent: '', isRemembered: true }
  const token = await beginSession(deps, userId, nowhere)
  return { name: sessionCookieName(deps), value: signSessionToken(deps.secret, token) }
}

/** Signs the caller in as a user whose right to it has been made sure of. */
export async function startSession(
  deps: SessionDeps & Pick<Deps, 'transact' | 'jobs' | 'newId'>,
  http: Exchange,
  userId: string,
): Promise<void> {
  const browser = { ...browserOf(deps, http.request), isRemembered: true }
  const token = await beginSession(deps, userId, browser)
  await recordFirstSignIn(deps, userId, spokenIn(http.request.headers['accept-language']))
  sendSession(deps, http, { token, ...browser })
}

/** Remembered unless its owner wanted otherwise when he signed in. */
export const browserOf = (deps: Pick<Deps, 'config'>, request: FastifyRequest): Browser => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  isRemembered: request.cookies[forgetCookieName(deps)] === undefined,
})

/** The browser goes on by this session. */
export function sendSession(
  deps: Pick<Deps, 'config' | 'secret'>,
  { request, reply }: Exchange,
  { token, isRemembered }: Pick<Browser, 'isRemembered'> & { token: string },
): void {
  prolonged.delete(request)
  const cookie = sessionCookie(deps, token, isRemembered ? SESSION_SECONDS : undefined)
  reply.header('set-cookie', [cookie, csrfCookie(deps, token)])
}

/** The browser forgets a session that has ended. */
export function endSessionCookies(
  deps: Pick<Deps, 'config' | 'secret'>,
  { request, reply }: Exchange,
): void {
  prolonged.delete(request)
  reply.header('set-cookie', [...endedSessionCookies(deps), endedCsrfCookie(deps)])
}

/** A session from before a sign-in is over with it: nobody may have planted it. */
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
  sendProlongedCookies(app, deps)

  route(auth.signOut, async (_, { request, reply }) => {
    await endFormerSession(deps, request)
    endSessionCookies(deps, { request, reply })
    return undefined
  })

  route(contract.listSessions, async ({ actor }) => {
    const [sessions, placeOf] = await Promise.all([listSessions(deps, actor), placeFinder()])
    const data = sessions.map(one => presentSession(one, actor, placeOf(one.ip_address)))
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
