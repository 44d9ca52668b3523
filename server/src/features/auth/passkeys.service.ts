import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import * as passkeys from './passkeys.repository.ts'

type PasskeyDeps = Pick<Deps, 'db'>

const notFound = () => new AppError('auth.passkey_not_found')

export const listPasskeys = ({ db }: PasskeyDeps, actor: SessionActor) =>
  passkeys.listPasskeys(db, actor.userId)

/** @throws AppError `auth.passkey_not_found` */
export async function renamePasskey(
  { db }: PasskeyDeps,
  actor: SessionActor,
  change: { id: string; name: string },
): Promise<passkeys.PasskeyRow> {
  const renamed = await passkeys.renamePasskey(db, actor.userId, change)
  if (!renamed) throw notFound()
  return renamed
}

/** @throws AppError `auth.passkey_not_found` */
export async function removePasskey({ db }: PasskeyDeps, actor: SessionActor, id: string) {
  if (!(await passkeys.deletePasskey(db, actor.userId, id))) throw notFound()
}

export const noteUse = ({ db, now }: Pick<Deps, 'db' | 'now'>, credentialId: string) =>
  passkeys.notePasskeyUse(db, credentialId, now())
