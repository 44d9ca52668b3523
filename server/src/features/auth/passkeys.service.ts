import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import * as passkeys from './passkeys.repository.ts'

type PasskeyDeps = Pick<Deps, 'db'>

const notFound = () => new AppError('auth.passkey_not_found')

/**
 * Whoever has found an open page must not add a key of his own.
 * @throws AppError `request.invalid` or `auth.without_password`
 */
export async function requirePassword(
  { db }: PasskeyDeps,
  actor: UserActor,
  password: string,
): Promise<void> {
  const hash = await passkeys.findPasswordHash(db, actor.userId)
  if (hash === null) throw new AppError('auth.without_password')
  if (await verifyPassword(hash, password)) return
  throw new AppError('request.invalid', { errors: { password: ['validation.password.wrong'] } })
}

export const listPasskeys = ({ db }: PasskeyDeps, actor: UserActor) =>
  passkeys.listPasskeys(db, actor.userId)

/** @throws AppError `auth.passkey_not_found` */
export async function renamePasskey(
  { db }: PasskeyDeps,
  actor: UserActor,
  change: { id: string; name: string },
): Promise<passkeys.PasskeyRow> {
  const renamed = await passkeys.renamePasskey(db, actor.userId, change)
  if (!renamed) throw notFound()
  return renamed
}

/** @throws AppError `auth.passkey_not_found` */
export async function removePasskey({ db }: PasskeyDeps, actor: UserActor, id: string) {
  if (!(await passkeys.deletePasskey(db, actor.userId, id))) throw notFound()
}

export const noteUse = ({ db, now }: Pick<Deps, 'db' | 'now'>, credentialId: string) =>
  passkeys.notePasskeyUse(db, credentialId, now())
