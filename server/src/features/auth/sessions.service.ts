import type { SessionActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { lockPassword } from '../account/index.ts'
import * as sessions from './sessions.repository.ts'
import { isDueForExtension, isUseRecordDue, sessionEnd, unrememberedEnd } from './sessions.rules.ts'

type SessionDeps = Pick<Deps, 'db' | 'now'>

interface SessionUse {
  /** False when the user asked not to be remembered: such a session ends by itself. */
  slides: boolean
  ipAddress: string
}

interface SignedIn {
  actor: SessionActor
  /** The session has just been moved on: its cookie has to move too. */
  isProlonged: boolean
}

/** On the way of every request: one query, so that a revoked session is over at once. */
export async function signedInBy(
  { db, now: clock }: SessionDeps,
  token: string,
  { slides, ipAddress }: SessionUse,
): Promise<SignedIn | undefined> {
  const now = clock()
  const session = await sessions.findLiveSession(db, token, now)
  if (!session) return undefined
  const end = sessionEnd(now, new Date(session.created_at))
  const isDue = slides && isDueForExtension(new Date(session.expires_at), end)
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
    },
    isProlonged: isDue && (await sessions.extendSession(db, session.id, end, use)),
  }
}

export const isLive = async ({ db, now }: SessionDeps, token: string): Promise<boolean> =>
  (await sessions.findLiveSession(db, token, now())) !== undefined

/** Those of many callers whose sessions go on. */
export async function filterLiveSessions(
  { db, now }: SessionDeps,
  actors: readonly SessionActor[],
): Promise<ReadonlySet<SessionActor>> {
  const ids = [...new Set(actors.map(actor => actor.sessionId))]
  const live = await sessions.filterLive(db, ids, now())
  return new Set(actors.filter(actor => live.has(actor.sessionId)))
}

/** What a session is begun in. */
export interface Browser {
  ipAddress: string
  userAgent: string
  isRemembered: boolean
}

/** For somebody who has been made sure of. Returns the token. */
export function beginSession(
  { db, now: clock }: SessionDeps,
  userId: string,
  { isRemembered, ...from }: Browser,
): Promise<string> {
  const now = clock()
  const expiresAt = isRemembered ? sessionEnd(now) : unrememberedEnd(now)
  return sessions.insertSession(db, { userId, expiresAt, ...from }, now)
}

/**
 * In the transaction of what only he may do: nobody goes on who was put out meanwhile. A new password ends
 * every session under the same lock, so what the one from before has proven comes ahead of it, or not at all.
 * @throws AppError `auth.required`
 */
export async function requireSession(
  tx: Db,
  { userId, sessionId }: Pick<SessionActor, 'userId' | 'sessionId'>,
): Promise<void> {
  await lockPassword(tx, userId, 'alone')
  if (!(await sessions.hasSession(tx, userId, sessionId))) throw new AppError('auth.required')
}

type EndDeps = Pick<Deps, 'db' | 'live'>

export async function endSession({ db, live }: EndDeps, token: string): Promise<void> {
  const userId = await sessions.deleteSession(db, token)
  if (userId !== undefined) live.revalidate(userId)
}

/** Those of a user but the one with this token. */
export async function endSessionsBut({ db, live }: EndDeps, userId: string, token: string) {
  await sessions.deleteSessionsBut(db, userId, token)
  live.revalidate(userId)
}

export async function endOtherSessions(
  { transact, live }: Pick<Deps, 'transact' | 'live'>,
  actor: SessionActor,
): Promise<void> {
  await transact(async tx => {
    await requireSession(tx, actor)
    await sessions.deleteOtherSessions(tx, actor.userId, actor.sessionId)
  })
  live.revalidate(actor.userId)
}

/** The one that asks comes first. */
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
  })
  live.revalidate(actor.userId)
}

/** Those too whose second step is due. Whoever calls it rechecks open pages after the commit. */
export async function endSessionsOf(tx: Db, userId: string): Promise<void> {
  await sessions.deleteSecondSteps(tx, userId)
  await sessions.deleteSessionsOf(tx, userId)
}

/**
 * Signs somebody out on every device.
 * @returns whether an account has this address
 */
export async function signOutEmail(
  { db, transact, live }: EndDeps & Pick<Deps, 'transact'>,
  address: string,
): Promise<boolean> {
  const userId = await sessions.findUserByAddress(db, address)
  if (userId === undefined) return false
  await transact(tx => endSessionsOf(tx, userId))
  live.revalidate(userId)
  return true
}

/** Signs everybody out. Calls and transfers end at once; an open page notices at its next ping. */
export const signOutAll = ({ transact }: Pick<Deps, 'transact'>): Promise<void> =>
  transact(async tx => {
    await sessions.deleteSecondSteps(tx)
    await sessions.deleteEverySession(tx)
  })

export const clearExpiredSessions = ({ db, now }: SessionDeps): Promise<void> =>
  sessions.deleteExpiredSessions(db, now())
