import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import type { SessionActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { requireSession } from '../auth/index.ts'
import { sendMail } from '../emails/index.ts'
import { clearActions, notify } from '../notifications/index.ts'
import { quotas } from '../quotas/index.ts'
import { clearJob } from './account-deletion.job-types.ts'
import * as leaving from './account-deletion.repository.ts'

type LeavingDeps = Pick<Deps, 'transact' | 'jobs' | 'live' | 'now' | 'newId'>

export const getAccountDeletion = async (
  { db }: Pick<Deps, 'db'>,
  { userId, role }: SessionActor,
): Promise<AccountDeletionSummary> => ({
  ...(await leaving.countItems(db, userId)),
  ...(await leaving.countOwnedData(db, userId)),
  is_last_administrator: role === 'admin' && (await leaving.countAdministrators(db)) === 1,
})

/** @throws AppError `request.invalid` when it is somebody else's address, or a slip */
export async function requireOwnAddress(
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
  email: string,
): Promise<void> {
  const person = await leaving.findPerson(db, userId)
  if (person?.email === email) return
  throw new AppError('request.invalid', { errors: { email: ['validation.own_address'] } })
}

/**
 * Ends an account at once and for good, whoever decided it: nobody gets in by it any more, its links
 * lead nowhere, its address is free. What was in it is cleared away by a job.
 * @throws AppError `account.last_administrator`, or `auth.required` where it is his doing
 */
export async function removeAccount(
  { live, ...deps }: LeavingDeps,
  userId: string,
  { by, tells = true }: { by?: SessionActor; tells?: boolean } = {},
): Promise<void> {
  await deps.transact(async tx => {
    await quotas.lockOwners(tx, [userId, ...(await leaving.findReceivers(tx, userId))])
    const person = await leaving.findPerson(tx, userId)
    if (person?.role === 'admin') await requireAnotherAdministrator(tx, userId)
    // Last of what is held: administrators are held in the order of their ids.
    if (by) await requireSession(tx, by)
    if (!person || !(await leaving.insertAccountDeletion(tx, userId, deps.now().getTime()))) return
    await leaveTeams(tx, deps, person)
    for (const { owner_id, reserved_bytes } of await leaving.deleteRemoteUploads(tx, userId))
      await quotas.release(tx, owner_id, reserved_bytes)
    await leaving.deleteCredentials(tx, person)
    await leaving.releaseEmail(tx, userId)
    await deps.jobs.add(tx, clearJob, { userId }, { key: userId })
    if (tells)
      await sendMail(tx, deps, {
        ...{ to: person.email, language: person.language, template: 'account-deleted' as const },
        data: { at: deps.now().toISOString() },
      })
  })
  live.revalidate(userId)
}

// A10
async function requireAnotherAdministrator(tx: Db, userId: string): Promise<void> {
  const administrators = await leaving.lockAdministrators(tx)
  if (administrators.length === 1 && administrators[0] === userId)
    throw new AppError('account.last_administrator')
}

/** Those who worked in his team folders hear why they are gone; nobody keeps an invitation to one. */
async function leaveTeams(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  { id, name }: leaving.Person,
): Promise<void> {
  const members = await leaving.findMembers(tx, id)
  await notify(tx, deps, members, {
    ...{ category: 'team-invitation', type: 'team_gone' },
    params: { name },
    action: null,
  })
  const invited = await leaving.findInvited(tx, id)
  await clearActions(
    tx,
    [...new Set(invited.map(one => one.user))],
    invited.map(one => one.id),
  )
  leaving.recordTeamChanges(tx, [...members, ...(await leaving.findTeamOwners(tx, id))])
}
