import { PROVIDER_NAMES, Provider } from '@coffer/contract/social'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import * as linked from './linked-accounts.repository.ts'
import { deleteOtherSessions, deleteSecondSteps } from './sessions.repository.ts'
import { endSession, requireSession } from './sessions.service.ts'

export const listLinkedAccounts = ({ db }: Pick<Deps, 'db'>, { userId }: SessionActor) =>
  linked.listLinkedAccounts(db, userId)

/**
 * Removing a service ends the sessions that it finds: one that was begun just afterwards is over before its
 * browser hears of it.
 * @returns whether he who came by it is let in
 */
export async function staysLinked(
  deps: Pick<Deps, 'db' | 'live'>,
  provider: Provider,
  { subject = '', token }: { subject?: string | undefined; token: string | undefined },
): Promise<boolean> {
  if (await linked.isLinked(deps.db, provider, subject)) return true
  if (token !== undefined) await endSession(deps, token)
  return false
}

/**
 * Asked before the proof, which whoever has no password could not give: so he reads what is wrong.
 * @throws AppError `auth.last_sign_in_method`
 */
export async function requireOtherSignInMethod(
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
  id: string,
): Promise<void> {
  const ways = await linked.listSignInMethods(db, userId)
  if (ways.length === 1 && ways[0] === id) throw new AppError('auth.last_sign_in_method')
}

/**
 * Nobody knows which sessions were begun by it: as with a passkey, every other one ends, and
 * whoever stands before the second step begins anew.
 * @throws AppError `auth.linked_account_not_found`
 */
export async function unlinkAccount(
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'live'>,
  actor: SessionActor,
  id: string,
): Promise<void> {
  const { userId, sessionId } = actor
  await deps.transact(async tx => {
    await requireSession(tx, actor)
    const provider = await linked.deleteLinkedAccount(tx, userId, id)
    if (provider === undefined) throw new AppError('auth.linked_account_not_found')
    await deleteSecondSteps(tx, userId)
    await deleteOtherSessions(tx, userId, sessionId)
    const params = { provider: PROVIDER_NAMES[Provider.parse(provider)] }
    await notifyOwner(tx, deps, userId, { type: 'provider_unlinked', params })
  })
  deps.live.revalidate(userId)
}
