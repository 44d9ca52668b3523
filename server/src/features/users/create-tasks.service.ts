import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/admin-user-tasks'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import { usersWithPaid } from '../subscriptions/index.ts'
import { directoryFilter } from '../user-directory/index.ts'
import { requireDeletable } from './user-deletion.service.ts'
import * as tasks from './user-tasks.repository.ts'
import { createTask } from './user-tasks.service.ts'
import { auditTarget } from './users.service.ts'

type TaskDeps = Pick<Deps, 'transact' | 'jobs' | 'newId' | 'now'>

/** Stores which users a bulk action changes. @returns their number */
async function storeSelection(
  tx: Db,
  taskId: string,
  selection: Input<typeof contract.changeUsers>['body']['selection'],
): Promise<number> {
  if ('filter' in selection)
    return tasks.insertMatching(tx, taskId, directoryFilter(selection.filter), selection.except)
  const ids = [...new Set(selection.ids)]
  await tasks.insertRows(tx, taskId, ids)
  return ids.length
}

/** The numbers of users for which the caller confirmed the action. */
const confirmedCounts = ({ selection, change }: Input<typeof contract.changeUsers>['body']) => [
  'filter' in selection ? selection.count : undefined,
  change.action === 'delete' ? change.count : undefined,
]

/** @throws AppError `user.subscriptions_running` */
async function requireNonePaid(tx: Db, taskId: string): Promise<void> {
  const count = await tasks.countRowsIn(tx, taskId, usersWithPaid(tx))
  if (count > 0) throw new AppError('user.subscriptions_running', { values: { count } })
}

/**
 * Queues a bulk action.
 * @returns the id of its task
 * @throws AppError `user.count_wrong` when it was confirmed for another number of users,
 * `user.subscriptions_running` if paid time would be lost without a confirmation
 */
export const createBulkTask = (
  deps: TaskDeps,
  actor: UserActor,
  body: Input<typeof contract.changeUsers>['body'],
): Promise<string> =>
  deps.transact(async tx => {
    const { selection, change } = body
    const id = await createTask(tx, deps, actor, { kind: 'bulk', work: change, total: 0 })
    const total = await storeSelection(tx, id, selection)
    const isWrong = confirmedCounts(body).some(count => count !== undefined && count !== total)
    if (isWrong) throw new AppError('user.count_wrong')
    if (change.action === 'delete' && !change.end_subscription) await requireNonePaid(tx, id)
    await tasks.setTotal(tx, id, total)
    recordAudit(tx, { action: 'user.changed_in_bulk', after: { ...change, users: total } })
    return id
  })

/** Queues the deletion of a user. @throws AppError as `requireDeletable` */
export const createDeletionTask = (
  deps: TaskDeps,
  actor: UserActor,
  id: string,
  {
    name,
    hand_over_to: recipientId,
    end_subscription: endsSubscription,
  }: Input<typeof contract.deleteUser>['body'],
): Promise<string> =>
  deps.transact(async tx => {
    const total = await requireDeletable(tx, actor, id, { name, recipientId, endsSubscription })
    recordAudit(tx, {
      action: 'user.deletion_requested',
      target: auditTarget({ id, name }),
      ...(recipientId && { after: { recipient_id: recipientId } }),
    })
    return createTask(tx, deps, actor, {
      kind: 'deletion',
      work: { userId: id, recipientId, endsSubscription },
      total,
    })
  })
