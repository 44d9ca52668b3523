import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import * as sessions from './sessions.repository.ts'
import { isDueForExtension, sessionEnd } from './sessions.rules.ts'

type SessionDeps = Pick<Deps, 'db' | 'now'>

interface SignedIn {
  actor: UserActor
  /** The session has just been moved on: its cookie has to move too. */
  isProlonged: boolean
}

/** On the way of every request: one query, so that a revoked session is over at once. */
export async function signedInBy(
  { db, now: clock }: SessionDeps,
  token: string,
  /** False when the user asked not to be remembered: such a session ends by itself. */
  slides: boolean,
): Promise<SignedIn | undefined> {
  const now = clock()
  const session = await sessions.findLiveSession(db, token, now)
  if (!session) return undefined
  const isDue = slides && isDueForExtension(new Date(session.expires_at), now)
  return {
    actor: {
      kind: 'user',
      userId: session.user_id,
      sessionId: session.id,
      role: session.role,
      name: session.name,
    },
    isProlonged: isDue && (await sessions.extendSession(db, session, sessionEnd(now), now)),
  }
}

/** Signs somebody in without a password: after the installation, and in tests. Returns the token. */
export const createSession = (
  { db, now }: SessionDeps,
  userId: string,
  from: { ipAddress: string; userAgent: string },
): Promise<string> =>
  sessions.insertSession(db, { userId, expiresAt: sessionEnd(now()), ...from }, now())

type EndDeps = Pick<Deps, 'db' | 'live'>

export async function endSession({ db, live }: EndDeps, token: string): Promise<void> {
  const userId = await sessions.deleteSession(db, token)
  if (userId !== undefined) live.recheck(userId)
}

export async function endOtherSessions({ db, live }: EndDeps, actor: UserActor): Promise<void> {
  await sessions.deleteOtherSessions(db, actor.userId, actor.sessionId)
  live.recheck(actor.userId)
}

export const clearExpiredSessions = ({ db, now }: SessionDeps): Promise<void> =>
  sessions.deleteExpiredSessions(db, now())
