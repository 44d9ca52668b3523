import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { recordAudit } from '../audit/index.ts'
import { findPasswordHash, markReauthenticated } from './reauthentication.repository.ts'
import { hasTwoFactor } from './sessions.repository.ts'

/** Checks the password of a signed-in user; attempts are limited. */
export type RequirePassword = (actor: SessionActor, password: string) => Promise<void>

export interface CurrentPassword {
  password: string
  /** The request field that holds the password. */
  field?: 'password' | 'currentPassword'
}

/**
 * Returns the password hash of the user.
 * @throws AppError `auth.without_password`
 */
export async function passwordHashOf(
  { db }: Pick<Deps, 'db'>,
  actor: SessionActor,
): Promise<string> {
  const hash = await findPasswordHash(db, actor.userId)
  if (hash === null) throw new AppError('auth.without_password')
  return hash
}

/**
 * Checks the password again, so that an unattended open page is not enough to add a sign-in method.
 * @throws AppError `request.invalid` or `auth.without_password`
 */
export async function requirePassword(
  deps: Pick<Deps, 'db'>,
  actor: SessionActor,
  { password, field = 'password' }: CurrentPassword,
): Promise<void> {
  const hash = await passwordHashOf(deps, actor)
  if (await verifyPassword(hash, password)) return
  throw new AppError('request.invalid', { errors: { [field]: ['validation.password.wrong'] } })
}

/**
 * Returns the code to verify; null while two-factor sign-in is off.
 * @throws AppError `request.invalid` when a required code is missing
 */
export async function requiredCode(
  { db }: Pick<Deps, 'db'>,
  actor: SessionActor,
  code: string | undefined,
): Promise<string | null> {
  if (!(await hasTwoFactor(db, actor.userId))) return null
  if (code !== undefined) return code
  throw new AppError('request.invalid', { errors: { code: ['validation.code'] } })
}

/** Whether the second factor is all that the user can confirm their identity with. */
export const confirmsByCode = async (
  { db }: Pick<Deps, 'db'>,
  { userId, hasTwoFactor }: SessionActor,
): Promise<boolean> => hasTwoFactor && (await findPasswordHash(db, userId)) === null

const ownAccount = ({ userId: id, name }: SessionActor) => ({ type: 'user', id, name })

/** Allows sensitive calls in the session for ten minutes. */
export const recordReauthentication = (
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  actor: SessionActor,
): Promise<void> =>
  transact(async tx => {
    await markReauthenticated(tx, actor.sessionId, now().getTime())
    recordAudit(tx, { action: 'session.reauthenticated', target: ownAccount(actor) })
  })

/** Attempts are limited, so that guesses cannot fill the audit log. */
export const recordRefusedReauthentication = (
  { transact }: Pick<Deps, 'transact'>,
  actor: SessionActor,
): Promise<void> =>
  transact(async tx => {
    recordAudit(tx, { action: 'session.reauthentication_refused', target: ownAccount(actor) })
  })
