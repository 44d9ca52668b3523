import type { AdminDeletionSummary } from '@coffer/contract/admin-user-tasks'
import { isTypedName } from '@coffer/contract/names'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  countItems,
  countOwnedData,
  type DeletionDeps,
  removeAccount,
} from '../account-deletion/index.ts'
import { recordAudit } from '../audit/index.ts'
import { measureLiveItems, transferLiveItems } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { transferRemoteUploads } from '../remote-uploads/index.ts'
import { readBillingOf, requireEndConfirmed } from '../subscriptions/index.ts'
import { withdrawInvitationsFrom } from '../teams/index.ts'
import * as users from './users.repository.ts'
import {
  auditTarget,
  isLastAdministrator,
  requireAnotherAdministrator,
  requireOther,
  requireUser,
} from './users.service.ts'

/** @throws AppError `user.recipient_not_found` */
async function requireRecipient(db: Db, from: string, to: string): Promise<users.UserDetailRow> {
  const recipient = from === to ? undefined : await users.findUser(db, to)
  const canReceive = recipient && !recipient.invited_role && recipient.suspended_at === null
  if (!canReceive) throw new AppError('user.recipient_not_found')
  return recipient
}

/** Counts what a deletion removes or transfers. @throws AppError `user.not_found` */
export async function summariseDeletion(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  id: string,
  recipientId: string | undefined,
): Promise<AdminDeletionSummary> {
  const user = await requireUser(db, id)
  const summary = {
    ...(await countItems(db, id)),
    ...(await countOwnedData(db, id)),
    ...(await readBillingOf(db, id)),
    is_last_administrator: await isLastAdministrator(db, user),
    is_self: actor.userId === id,
  }
  if (recipientId === undefined) return { ...summary, recipient: null }
  const recipient = await requireRecipient(db, id, recipientId)
  const { bytes } = await measureLiveItems(db, id)
  const free = await quotas.freeQuotaOrNull(db, recipientId)
  const fits = free === null || bytes <= free
  return {
    ...summary,
    recipient: { id: recipientId, name: recipient.name, free_bytes: free, fits },
  }
}

interface RemovedUser {
  /** Receives files and team folders. */
  recipientId: string | undefined
  /** Whether the end of a subscription whose time is paid was confirmed. */
  endsSubscription: boolean
}

/**
 * Checks a deletion before it is queued.
 * @returns the number of items, for the progress
 * @throws AppError `user.self`, `user.not_found`, `user.name_wrong`, `user.last_administrator`,
 * `user.recipient_not_found`, `user.recipient_full`, `account.subscription_running`
 */
export async function requireDeletable(
  tx: Db,
  actor: UserActor,
  id: string,
  { name, recipientId, endsSubscription }: RemovedUser & { name: string },
): Promise<number> {
  requireOther(actor, id)
  const user = await requireUser(tx, id)
  if (!isTypedName(name, user.name)) throw new AppError('user.name_wrong')
  await requireAnotherAdministrator(tx, actor, id)
  await requireEndConfirmed(tx, id, endsSubscription)
  const { files, folders } = await countItems(tx, id)
  if (recipientId === undefined) return files + folders + 1
  await requireRecipient(tx, id, recipientId)
  const { bytes, items } = await measureLiveItems(tx, id)
  if (!(await quotas.hasQuota(tx, recipientId, bytes))) throw new AppError('user.recipient_full')
  return files + folders + 1 - items
}

/**
 * Deletes a user in one transaction, in which their files and team folders are transferred first.
 * A job removes what is left.
 * @throws AppError as `requireDeletable`, except for the name
 */
export async function removeUser(
  deps: DeletionDeps,
  actor: UserActor,
  id: string,
  { recipientId, endsSubscription }: RemovedUser,
  done?: (tx: Db) => Promise<void>,
): Promise<void> {
  await removeAccount(deps, id, {
    alsoLocked: recipientId === undefined ? [] : [recipientId],
    before: async tx => {
      requireOther(actor, id)
      await requireAnotherAdministrator(tx, actor, id)
      const user = await requireUser(tx, id)
      await requireEndConfirmed(tx, id, endsSubscription)
      await done?.(tx)
      if (recipientId === undefined) return
      const recipient = await requireRecipient(tx, id, recipientId)
      await withdrawInvitationsFrom(tx, id, recipient.email)
      const parties = { from: id, to: recipientId, folderName: user.name }
      if (!(await transferLiveItems(tx, deps, parties))) throw new AppError('user.recipient_full')
      await transferRemoteUploads(tx, deps, parties)
      recordAudit(tx, {
        action: 'user.handed_over',
        target: auditTarget(user),
        after: { recipient: recipient.name, recipient_id: recipientId },
      })
    },
  })
}
