import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { findPasswordHash, hasTwoFactor } from './reauthentication.repository.ts'

/** That the person who sits there knows the password; guesses are counted. */
export type RequirePassword = (actor: SessionActor, password: string) => Promise<void>

export interface CurrentPassword {
  password: string
  /** What the call names it. */
  field?: 'password' | 'currentPassword'
}

/**
 * What asks for a password can't go on without any.
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
 * Whoever has found an open page must not make a way in of his own.
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
 * The code that has to be looked at, if one has to be.
 * @throws AppError `request.invalid` where it is missing
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
