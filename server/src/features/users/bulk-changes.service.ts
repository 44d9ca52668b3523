import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/admin-user-tasks'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { DeletionDeps } from '../account-deletion/index.ts'
import { changeRole, reactivate, suspend } from './user-access.service.ts'
import { removeUser } from './user-deletion.service.ts'
import { changeCapacity } from './users.service.ts'

export type BulkChange = Input<typeof contract.changeUsers>['body']['change']

/**
 * Applies a bulk change to one user.
 * @param done runs in the same transaction
 */
export async function changeOne(
  deps: DeletionDeps,
  actor: UserActor,
  id: string,
  change: BulkChange,
  done: (tx: Db) => Promise<void>,
): Promise<void> {
  if (change.action === 'delete') {
    // Absent in a task that an earlier version queued.
    const endsSubscription = change.end_subscription ?? false
    return removeUser(deps, actor, id, { recipientId: undefined, endsSubscription }, done)
  }
  await deps.transact(async tx => {
    switch (change.action) {
      case 'suspend':
        await suspend(tx, deps, actor, id, change.reason)
        break
      case 'reactivate':
        await reactivate(tx, deps, id)
        break
      case 'role':
        await changeRole(tx, deps, actor, id, change.role)
        break
      case 'capacity':
        await changeCapacity(tx, id, change.capacity_bytes)
    }
    await done(tx)
  })
  deps.live.revalidate(id)
}
