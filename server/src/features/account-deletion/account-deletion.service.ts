import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import type { SessionActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { requireSession } from '../auth/index.ts'
import { sendMail } from '../emails/index.ts'
import { clearActions, notify } from '../notifications/index.ts'
import { quotas } from '../quotas/index.ts'
import { deletionJob } from './account-deletion.job-types.ts'
import * as deletions from './account-deletion.repository.ts'

type DeletionDeps = Pick<Deps, 'transact' | 'jobs' | 'live' | 'now' | 'newId'>

/** Returns the numbers of everything that deleting the account would delete. */
export const getAccountDeletion = async (
  { db }: Pick<Deps, 'db'>,
  { userId, role }: SessionActor,
): Promise<AccountDeletionSummary> => ({
  ...(await deletions.countItems(db, userId)),
  ...(await deletions.countOwnedData(db, userId)),
  is_last_administrator: role === 'admin' && (await deletions.countAdministrators(db)) === 1,
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

/**
 * Deletes an account: ends its sessions and links and frees its address in one transaction. A job
 * deletes its data afterwards.
 * @param options.by the user's session when they delete their own account
 * @throws AppError `account.last_administrator`, or `auth.required` when the session of `by` has ended
 */
export async function removeAccount(
  { live, ...deps }: DeletionDeps,
  userId: string,
  { by, sendsEmail = true }: { by?: SessionActor; sendsEmail?: boolean } = {},
): Promise<void> {
  await deps.transact(async tx => {
    await quotas.lockOwners(tx, [userId, ...(await deletions.findRemoteUploadOwners(tx, userId))])
    const user = await deletions.findUser(tx, userId)
    if (user?.role === 'admin') await requireAnotherAdministrator(tx, userId)
    // Taken last: lockAdministrators locks users in the order of their ids.
    if (by) await requireSession(tx, by)
    if (!user || !(await deletions.insertAccountDeletion(tx, userId, deps.now().getTime()))) return
    await leaveTeams(tx, deps, user)
    for (const { owner_id, reserved_bytes } of await deletions.deleteRemoteUploads(tx, userId))
      await quotas.release(tx, owner_id, reserved_bytes)
    await deletions.deleteCredentials(tx, user)
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

// A10
async function requireAnotherAdministrator(tx: Db, userId: string): Promise<void> {
  const administrators = await deletions.lockAdministrators(tx)
  if (administrators.length === 1 && administrators[0] === userId)
    throw new AppError('account.last_administrator')
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
  deletions.recordTeamChanges(tx, [...members, ...(await deletions.findTeamOwners(tx, id))])
}
