import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { deleteToken, listTokensOf } from '../access-tokens/index.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { recordAudit } from '../audit/index.ts'
import { deletePasskey, endSessionsOf, listPasskeysOf } from '../auth/index.ts'
import { auditTarget, requireSessionForSelf, requireUser } from './users.service.ts'

type NotifyDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'live'>

async function ofUser<T>(db: Db, id: string, list: (db: Db, id: string) => Promise<T>): Promise<T> {
  await requireUser(db, id)
  return list(db, id)
}

export const listUserTokens = ({ db }: Pick<Deps, 'db'>, id: string) => ofUser(db, id, listTokensOf)

export const listUserPasskeys = ({ db }: Pick<Deps, 'db'>, id: string) =>
  ofUser(db, id, listPasskeysOf)

/** @throws AppError `user.not_found`, `token.not_found` */
export const revokeUserToken = (deps: NotifyDeps, id: string, tokenId: string): Promise<void> =>
  deps.transact(async tx => {
    const user = await requireUser(tx, id)
    const revoked = await deleteToken(tx, id, tokenId)
    if (!revoked) throw new AppError('token.not_found')
    await notifyOwner(tx, deps, id, { type: 'token_revoked', params: { name: revoked.name } })
    recordAudit(tx, {
      action: 'user.token_revoked',
      target: auditTarget(user),
      before: { token: revoked.name },
    })
  })

/** @throws AppError `user.not_found`, `auth.passkey_not_found`, `token.session_only` */
export async function removeUserPasskey(
  deps: NotifyDeps,
  actor: UserActor,
  id: string,
  passkeyId: string,
): Promise<void> {
  requireSessionForSelf(actor, id)
  await deps.transact(async tx => {
    const user = await requireUser(tx, id)
    const removed = await deletePasskey(tx, id, passkeyId)
    if (!removed) throw new AppError('auth.passkey_not_found')
    // Sessions do not record the sign-in method that created them.
    await endSessionsOf(tx, id)
    const name = removed.name || 'Passkey'
    await notifyOwner(tx, deps, id, { type: 'passkey_removed', params: { name } })
    recordAudit(tx, {
      action: 'user.passkey_removed',
      target: auditTarget(user),
      before: { passkey: name },
    })
  })
  deps.live.revalidate(id)
}
