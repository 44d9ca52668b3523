import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { recordAudit } from '../audit/index.ts'
import * as passkeys from './passkeys.repository.ts'
import { deleteOtherSessions } from './sessions.repository.ts'
import { endSession, requireSession } from './sessions.service.ts'

type PasskeyDeps = Pick<Deps, 'db'>
type NotifyDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'live'>

const notFound = () => new AppError('auth.passkey_not_found')

export const listPasskeys = ({ db }: PasskeyDeps, actor: SessionActor) =>
  passkeys.listPasskeys(db, actor.userId)

/** @throws AppError `auth.passkey_not_found` */
export async function renamePasskey(
  { transact }: Pick<Deps, 'transact'>,
  actor: SessionActor,
  change: { id: string; name: string },
): Promise<passkeys.PasskeyRow> {
  return transact(async tx => {
    const renamed = await passkeys.renamePasskey(tx, actor.userId, change)
    if (!renamed) throw notFound()
    recordAudit(tx, {
      action: 'passkey.renamed',
      target: { type: 'user', id: actor.userId, name: actor.name },
      after: { name: change.name },
    })
    return renamed
  })
}

/**
 * Removes a passkey and ends all other sessions, because sessions do not record the sign-in method
 * that created them.
 * @throws AppError `auth.passkey_not_found`
 */
export async function removePasskey(
  deps: NotifyDeps,
  actor: SessionActor,
  id: string,
): Promise<void> {
  const { userId, sessionId } = actor
  await deps.transact(async tx => {
    await requireSession(tx, actor)
    const removed = await passkeys.deletePasskey(tx, userId, id)
    if (!removed) throw notFound()
    await deleteOtherSessions(tx, userId, sessionId)
    const params = { name: removed.name || 'Passkey' }
    await notifyOwner(tx, deps, userId, { type: 'passkey_removed', params })
  })
  deps.live.revalidate(userId)
}

/**
 * Records the use of a passkey, and ends the new session when the passkey was removed during the
 * sign-in, because its removal ends only the sessions that exist by then.
 * @throws AppError `auth.passkey_refused`
 */
export async function recordUse(
  deps: Pick<Deps, 'db' | 'live' | 'now'>,
  session: { credentialId: string; token: string },
): Promise<void> {
  if (await passkeys.recordPasskeyUse(deps.db, session.credentialId, deps.now())) return
  await endSession(deps, session.token)
  throw new AppError('auth.passkey_refused')
}
