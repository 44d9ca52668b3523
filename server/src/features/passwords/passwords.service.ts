import type { SessionActor } from '../../actor.ts'
import { lockUser } from '../../db/lock-user.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { revokeAllTokens } from '../access-tokens/index.ts'
import { setPassword } from '../account/index.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { type Browser, beginSession, endSessionsOf, requireSession } from '../auth/index.ts'
import { notifyPasswordChanged } from '../email-verification/index.ts'

type NotifyDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

interface NewPassword {
  passwordHash: string
  /** Whether access tokens end too; otherwise scripts keep running unattended. */
  revokesTokens: boolean
}

/**
 * Replaces the password and ends sessions, pending second steps and pending reset links of the user
 * (ACC-10). The caller revalidates open pages after the commit.
 */
export async function replacePassword(
  tx: Db,
  deps: NotifyDeps,
  userId: string,
  { passwordHash, revokesTokens }: NewPassword,
): Promise<void> {
  await lockUser(tx, userId, 'alone')
  await setPassword(tx, userId, passwordHash, deps.now())
  await endSessionsOf(tx, userId)
  if (revokesTokens) await revokeAllTokens(tx, deps, userId)
  await notifyPasswordChanged(tx, deps, userId)
}

interface Change {
  newPassword: string
  revokesTokens: boolean
  browser: Browser
}

/**
 * Changes the password of a reauthenticated user and replaces their sessions by a new one.
 * @returns the token of the new session and the hash of the new password
 * @throws AppError `auth.required` when the session has ended meanwhile
 */
export async function changePassword(
  deps: NotifyDeps & Pick<Deps, 'transact' | 'live' | 'hashPassword'>,
  actor: SessionActor,
  { newPassword, revokesTokens, browser }: Change,
): Promise<{ token: string; passwordHash: string }> {
  // Hash outside the transaction: Argon2 takes tens of milliseconds and would block other writers.
  const passwordHash = await deps.hashPassword(newPassword)
  const token = await deps.transact(async tx => {
    await requireSession(tx, actor)
    await replacePassword(tx, deps, actor.userId, { passwordHash, revokesTokens })
    recordAudit(tx, { action: 'password.changed', target: await userTarget(tx, actor.userId) })
    return beginSession({ db: tx, now: deps.now }, actor.userId, browser)
  })
  deps.live.revalidate(actor.userId)
  return { token, passwordHash }
}
