import type { SessionActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { revokeTokensOf } from '../access-tokens/index.ts'
import { lockPassword, setPassword } from '../account/index.ts'
import { type Browser, beginSession, endSessionsOf, requireSession } from '../auth/index.ts'
import { notifyPasswordChanged } from '../email-verification/index.ts'

type NotifyDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

interface NewPassword {
  passwordHash: string
  /** Programs go on by theirs otherwise, as nobody looks after them at night (decision 0038). */
  revokesTokens: boolean
}

/**
 * Whatever hung on the password from before ends with it: sessions, sign-ins and letters under way. Whoever
 * calls it rechecks open pages after the commit.
 */
export async function replacePassword(
  tx: Db,
  deps: NotifyDeps,
  userId: string,
  { passwordHash, revokesTokens }: NewPassword,
): Promise<void> {
  await lockPassword(tx, userId, 'alone')
  await setPassword(tx, userId, passwordHash, deps.now())
  await endSessionsOf(tx, userId)
  if (revokesTokens) await revokeTokensOf(tx, deps, userId)
  await notifyPasswordChanged(tx, deps, userId)
}

interface Change {
  newPassword: string
  revokesTokens: boolean
  browser: Browser
}

/**
 * For whoever has shown that it is he. He goes on here by a new session, and nowhere else.
 * @returns its token
 * @throws AppError `auth.required` when his session has ended meanwhile
 */
export async function changePassword(
  deps: NotifyDeps & Pick<Deps, 'transact' | 'live' | 'hashPassword'>,
  actor: SessionActor,
  { newPassword, revokesTokens, browser }: Change,
): Promise<string> {
  // Before the transaction: nobody should wait for Argon2 on the database's account.
  const passwordHash = await deps.hashPassword(newPassword)
  const token = await deps.transact(async tx => {
    await requireSession(tx, actor)
    await replacePassword(tx, deps, actor.userId, { passwordHash, revokesTokens })
    return beginSession({ db: tx, now: deps.now }, actor.userId, browser)
  })
  deps.live.revalidate(actor.userId)
  return token
}
