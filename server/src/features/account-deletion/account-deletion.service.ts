import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import type { SessionActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  countAdministrators,
  lockAdministrators,
  requireNotLastAdministrator,
} from '../account/index.ts'
import { recordAudit } from '../audit/index.ts'
import { requireSession } from '../auth/index.ts'
import { sendMail } from '../emails/index.ts'
import { clearActions, notify } from '../notifications/index.ts'
import type { PaymentDeps } from '../payments/index.ts'
import { quotas } from '../quotas/index.ts'
import { resumeRemoteUploads } from '../remote-uploads/index.ts'
import { settleAccount } from '../settlement/index.ts'
import { endSubscriptionsOf, readBillingOf } from '../subscriptions/index.ts'
import { meterUsage } from '../usage/index.ts'
import { deletionJob } from './account-deletion.job-types.ts'
import * as deletions from './account-deletion.repository.ts'

export type DeletionDeps = PaymentDeps & Pick<Deps, 'db' | 'transact' | 'live'>

/** Returns the numbers of everything that deleting the account would delete, and its billing. */
export const getAccountDeletion = async (
  { db }: Pick<Deps, 'db'>,
  { userId, role }: SessionActor,
): Promise<AccountDeletionSummary> => ({
  ...(await deletions.countItems(db, userId)),
  ...(await deletions.countOwnedData(db, userId)),
  ...(await readBillingOf(db, userId)),
  is_last_administrator: role === 'admin' && (await countAdministrators(db)) === 1,
})

/** @throws AppError `request.invalid` when the address is not the user's own */
export async function requireOwnAddress(
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
  email: string,
): Promise<void> {
  const user = await deletions.findUser(db, userId)
  if (user?.email === email) return
  throw new AppError('request.invalid', { errors: { email: ['validation.own_address'] } })
}

interface RemovalOptions {
  /** The user's session when they delete their own account. */
  by?: SessionActor
  sendsEmail?: boolean
  /** Other owners whose data the transaction changes. */
  alsoLocked?: readonly string[]
  /** Checks and records in the same transaction, once the user's data is locked. */
  before?: (tx: Db) => Promise<void>
  /** Whether the account is still to be deleted, asked before everything else in the transaction. */
  isDue?: (tx: Db) => Promise<boolean>
}

/**
 * Deletes an account: ends its subscriptions, sessions and links and frees its address in one
 * transaction. Jobs end subscriptions at their gateways and delete its data afterwards.
 * @param options.by the user's session when they delete their own account
 * @throws AppError `account.last_administrator`, or `auth.required` when the session of `by` has ended
 */
export async function removeAccount(
  { live, ...deps }: DeletionDeps,
  userId: string,
  { by, sendsEmail = true, alsoLocked = [], before, isDue }: RemovalOptions = {},
): Promise<void> {
  // The final invoice includes the usage up to the last full hour.
  await meterUsage(deps)
  await deps.transact(async tx => {
    const remoteParties = await deletions.findRemoteUploadParties(tx, userId)
    await quotas.lockOwners(tx, [userId, ...remoteParties, ...alsoLocked])
    if (isDue && !(await isDue(tx))) return
    await before?.(tx)
    const user = await deletions.findUser(tx, userId)
    if (user?.role === 'admin') requireNotLastAdministrator(await lockAdministrators(tx), userId)
    // Taken last: lockAdministrators locks users in the order of their ids.
    if (by) await requireSession(tx, by)
    if (!user || !(await deletions.insertAccountDeletion(tx, userId, deps.now().getTime()))) return
    recordAudit(tx, {
      action: 'account.deleted',
      target: { type: 'user', id: userId, name: user.name },
    })
    // The final invoice needs the address and the members, which are deleted below.
    await settleAccount(tx, deps, userId)
    await endSubscriptionsOf(tx, deps, userId)
    await leaveTeams(tx, deps, user)
    await cancelRemoteUploads(tx, deps, userId)
    await deletions.deleteOwnedRows(tx, user)
    await deletions.releaseEmail(tx, userId)
    await deps.jobs.add(tx, deletionJob, { userId }, { key: userId })
    if (sendsEmail)
      await sendMail(tx, deps, {
        to: user.email,
        language: user.language,
        template: 'account-deleted',
        data: { at: deps.now().toISOString() },
      })
  })
  live.revalidate(userId)
}

/**
 * Releases what uploads from links had reserved in team folders of others, and continues the queues
 * of members whose running upload went to a folder of the user.
 */
async function cancelRemoteUploads(
  tx: Db,
  deps: Pick<Deps, 'jobs'>,
  userId: string,
): Promise<void> {
  const deleted = await deletions.deleteRemoteUploads(tx, userId)
  for (const { owner_id, reserved_bytes } of deleted)
    if (owner_id !== userId && reserved_bytes > 0)
      await quotas.release(tx, owner_id, reserved_bytes)
  const members = new Set(deleted.map(upload => upload.user_id))
  members.delete(userId)
  for (const member of members) await resumeRemoteUploads(tx, deps, member)
}

/** Notifies members of the user's team folders, and withdraws pending invitations to them. */
async function leaveTeams(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  { id, name }: deletions.DeletedUser,
): Promise<void> {
  const members = await deletions.findMembers(tx, id)
  await notify(tx, deps, members, {
    category: 'team-invitation',
    type: 'team_removed',
    params: { name },
    action: null,
  })
  const invited = await deletions.findInvited(tx, id)
  await clearActions(
    tx,
    [...new Set(invited.map(invitation => invitation.user))],
    invited.map(invitation => invitation.id),
  )
  deletions.recordTeamChangesOf(tx, [...members, ...(await deletions.findTeamOwners(tx, id))])
}
