import type { SessionActor } from '../../actor.ts'
import { lockUser } from '../../db/lock-user.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit, userActor, userTarget } from '../audit/index.ts'
import { readSettings } from '../settings/index.ts'
import * as sessions from './sessions.repository.ts'
import {
  authenticatedAt,
  isDueForExtension,
  isExtendable,
  isUnusedTooLong,
  isUseRecordDue,
  sessionEnd,
  unrememberedEnd,
} from './sessions.rules.ts'

type SessionDeps = Pick<Deps, 'db' | 'now' | 'settings'>

interface AuthenticatedSession {
  actor: SessionActor
  /** Whether the session was extended, so that its cookie must be renewed. */
  isExtended: boolean
}

/** Authenticates a request by its session, which is read every time so that revocation is immediate. */
export async function authenticateSession(
  { db, now: clock, settings }: SessionDeps,
  token: string,
  ipAddress: string,
): Promise<AuthenticatedSession | undefined> {
  const now = clock()
  const session = await sessions.findLiveSession(db, token, now)
  if (!session) return undefined
  const days = (await settings.read()).values.session_days
  if (isUnusedTooLong(new Date(session.updated_at), days, now)) return undefined
  const createdAt = new Date(session.created_at)
  const expiresAt = new Date(session.expires_at)
  const end = sessionEnd(now, days, createdAt)
  const isDue = isExtendable(createdAt, expiresAt) && isDueForExtension(expiresAt, end)
  const use = { now, ipAddress }
  if (!isDue && isUseRecordDue(new Date(session.updated_at), now))
    await sessions.recordUse(db, session, use)
  return {
    actor: {
      kind: 'user',
      userId: session.user_id,
      sessionId: session.id,
      role: session.role,
      name: session.name,
      hasTwoFactor: session.two_factor_confirmed_at !== null,
      authenticatedAt: authenticatedAt(createdAt, session.reauthenticated_at),
    },
    isExtended: isDue && (await sessions.extendSession(db, session.id, end, use)),
  }
}

/** Returns the tokens whose sessions are still live. It records no use. */
export const filterLiveTokens = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tokens: readonly string[],
): Promise<ReadonlySet<string>> => sessions.filterLiveTokens(db, tokens, now())

/** Returns the actors whose sessions are still live. */
export async function filterLiveSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actors: readonly SessionActor[],
): Promise<ReadonlySet<SessionActor>> {
  const ids = [...new Set(actors.map(actor => actor.sessionId))]
  const live = await sessions.filterLive(db, ids, now())
  return new Set(actors.filter(actor => live.has(actor.sessionId)))
}

/** The browser that a session is created for. */
export interface Browser {
  ipAddress: string
  userAgent: string
  isRemembered: boolean
  /** When the session ends at the latest. */
  endsBy?: Date
}

/** Creates a session for a user who was authenticated before. @returns its token */
export async function beginSession(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  { isRemembered, endsBy, ...from }: Browser,
): Promise<string> {
  const now = clock()
  const { session_days: days } = await readSettings(db)
  const end = isRemembered ? sessionEnd(now, days) : unrememberedEnd(now)
  const expiresAt = endsBy && endsBy < end ? endsBy : end
  return sessions.insertSession(db, { userId, expiresAt, ...from }, now)
}

/**
 * Checks inside a transaction that the caller's session still exists. Changing the password ends all
 * sessions under the same lock, so a change that the old password authorized commits before it or fails.
 * @throws AppError `auth.required`
 */
export async function requireSession(
  tx: Db,
  { userId, sessionId }: Pick<SessionActor, 'userId' | 'sessionId'>,
): Promise<void> {
  await lockUser(tx, userId, 'alone')
  if (!(await sessions.hasSession(tx, userId, sessionId))) throw new AppError('auth.required')
}

type EndDeps = Pick<Deps, 'db' | 'live'>

/** Ends the session with this token and notifies its open pages. */
export async function endSession({ db, live }: EndDeps, token: string): Promise<void> {
  const userId = await sessions.deleteSession(db, token)
  if (userId !== undefined) live.revalidate(userId)
}

/** Ends the session of a user who signs out. */
export async function signOut(
  { transact, live }: Pick<Deps, 'transact' | 'live'>,
  token: string,
): Promise<void> {
  const userId = await transact(async tx => {
    const endedId = await sessions.deleteSession(tx, token)
    if (endedId === undefined) return undefined
    const target = await userTarget(tx, endedId)
    recordAudit(tx, { action: 'session.signed_out', target, actor: userActor(target) })
    return endedId
  })
  if (userId !== undefined) live.revalidate(userId)
}

/** Ends all sessions of a user except the one with this token. */
export async function endSessionsExcept({ db, live }: EndDeps, userId: string, token: string) {
  await sessions.deleteSessionsExcept(db, userId, token)
  live.revalidate(userId)
}

/** Ends all sessions of the caller except the current one. */
export async function endOtherSessions(
  { transact, live }: Pick<Deps, 'transact' | 'live'>,
  actor: SessionActor,
): Promise<void> {
  await transact(async tx => {
    await requireSession(tx, actor)
    await sessions.deleteOtherSessions(tx, actor.userId, actor.sessionId)
    recordAudit(tx, {
      action: 'session.others_ended',
      target: await userTarget(tx, actor.userId),
    })
  })
  live.revalidate(actor.userId)
}

/** Lists the sessions of the caller, the current one first. */
export async function listSessions({ db, now }: SessionDeps, actor: SessionActor) {
  const all = await sessions.listSessions(db, actor.userId, now())
  const isOwn = ({ id }: sessions.SessionRow) => id === actor.sessionId
  return [...all.filter(isOwn), ...all.filter(session => !isOwn(session))]
}

/** @throws AppError `auth.session_not_found` */
export async function revokeSession(
  { transact, live }: Pick<Deps, 'transact' | 'live'>,
  actor: SessionActor,
  id: string,
): Promise<void> {
  await transact(async tx => {
    await requireSession(tx, actor)
    const isEnded = await sessions.deleteOwnSession(tx, actor.userId, id)
    if (!isEnded) throw new AppError('auth.session_not_found')
    recordAudit(tx, { action: 'session.ended', target: await userTarget(tx, actor.userId) })
  })
  live.revalidate(actor.userId)
}

/**
 * Ends all sessions and pending second steps of a user. The caller revalidates open pages after the
 * commit.
 */
export async function endSessionsOf(tx: Db, userId: string): Promise<void> {
  await sessions.deleteSecondSteps(tx, userId)
  await sessions.deleteSessionsOf(tx, userId)
}

/**
 * Signs the user with this email out on every device.
 * @returns whether an account has this address
 */
export async function signOutEmail(
  { db, transact, live }: EndDeps & Pick<Deps, 'transact'>,
  address: string,
): Promise<boolean> {
  const userId = await sessions.findUserByAddress(db, address)
  if (userId === undefined) return false
  await transact(async tx => {
    await endSessionsOf(tx, userId)
    recordAudit(tx, { action: 'session.all_ended', target: await userTarget(tx, userId) })
  })
  live.revalidate(userId)
  return true
}

/** Signs all users out. Requests and transfers end at once; an open page notices at its next ping. */
export const signOutAll = ({ transact }: Pick<Deps, 'transact'>): Promise<void> =>
  transact(async tx => {
    await sessions.deleteSecondSteps(tx)
    await sessions.deleteEverySession(tx)
    recordAudit(tx, { action: 'session.everyone_ended' })
  })

export const clearExpiredSessions = ({ db, now }: SessionDeps): Promise<void> =>
  sessions.deleteExpiredSessions(db, now())
