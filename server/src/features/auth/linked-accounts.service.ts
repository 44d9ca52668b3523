import { PROVIDER_NAMES, Provider } from '@coffer/contract/social'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { lockAdministrators } from '../account/index.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import * as linked from './linked-accounts.repository.ts'
import { withdrawClaimedRole } from './openid-role.service.ts'
import { deleteOtherSessions, deleteSecondSteps } from './sessions.repository.ts'
import { endSession, requireSession } from './sessions.service.ts'

export const listLinkedAccounts = ({ db }: Pick<Deps, 'db'>, { userId }: SessionActor) =>
  linked.listLinkedAccounts(db, userId)

/**
 * Ends a new session when its provider was unlinked during the sign-in, because unlinking ends only the
 * sessions that exist by then.
 * @returns whether the provider is still linked
 */
export async function endSessionUnlessLinked(
  deps: Pick<Deps, 'db' | 'live'>,
  provider: Provider,
  { subject = '', token }: { subject?: string | undefined; token: string | undefined },
): Promise<boolean> {
  if (await linked.isLinked(deps.db, provider, subject)) return true
  if (token !== undefined) await endSession(deps, token)
  return false
}

/**
 * Rejects the removal of the last sign-in method. It runs before reauthentication, which would fail
 * with a misleading error for users without a password.
 * @throws AppError `auth.last_sign_in_method`
 */
export async function requireOtherSignInMethod(
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
  id: string,
): Promise<void> {
  const methodIds = await linked.listSignInMethodIds(db, userId)
  if (methodIds.length === 1 && methodIds[0] === id) throw new AppError('auth.last_sign_in_method')
}

/**
 * Unlinks a provider and ends all other sessions and pending second steps, because sessions do not
 * record the sign-in method that created them. An administrator by the claim of the provider becomes a
 * user, because no later sign-in could withdraw the role.
 * @throws AppError `auth.linked_account_not_found`, `account.last_administrator`
 */
export async function unlinkAccount(
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'live'>,
  actor: SessionActor,
  id: string,
): Promise<void> {
  const { userId, sessionId } = actor
  await deps.transact(async tx => {
    // Before the user is locked, because users are locked in the order of their ids.
    const administrators = await lockAdministrators(tx)
    await requireSession(tx, actor)
    const account = await linked.deleteLinkedAccount(tx, userId, id)
    if (!account) throw new AppError('auth.linked_account_not_found')
    if (account.gives_admin === 1) await withdrawClaimedRole(tx, deps, { userId, administrators })
    await deleteSecondSteps(tx, userId)
    await deleteOtherSessions(tx, userId, sessionId)
    const params = { provider: PROVIDER_NAMES[Provider.parse(account.provider_id)] }
    await notifyOwner(tx, deps, userId, { type: 'provider_unlinked', params })
  })
  deps.live.revalidate(userId)
}
