import type { ItemRef } from '@coffer/contract/items'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { withinTransaction } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import { canAdministerTrash, findVisible } from '../items/index.ts'
import { emptyTrash, type Progress } from './empty-trash.service.ts'
import { findOwnerName } from './trash.repository.ts'
import { type Outcome, removeItems, restoreItems } from './trash.service.ts'

type TrashDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId' | 'jobs'>

/** The rights of an owner, with which the server changes what lies in their trash. */
const ownerOf = (userId: string, name: string): UserActor => ({
  kind: 'user',
  userId,
  name,
  sessionId: null,
  role: 'user',
  hasTwoFactor: false,
})

interface OwnedItems {
  owner: UserActor
  refs: ItemRef[]
}

/** Groups trashed items by owner. @throws AppError `item.not_found` if one is not in a trash */
async function groupByOwner(
  tx: Db,
  admin: UserActor,
  refs: readonly ItemRef[],
): Promise<OwnedItems[]> {
  const ids = [...new Set(refs.map(({ id }) => id))]
  const visible = await findVisible(tx, admin, ids)
  const isAllowed = visible.every(({ item }) => canAdministerTrash(admin, item))
  if (visible.length < ids.length || !isAllowed) throw new AppError('item.not_found')
  const byOwner = Map.groupBy(visible, ({ item }) => item.owner_id)
  return [...byOwner].map(([ownerId, owned]) => ({
    owner: ownerOf(ownerId, owned[0]?.item.owner_name ?? ''),
    refs: owned.map(({ item: { id, type } }) => ({ id, type })),
  }))
}

type Change = (deps: TrashDeps, owner: UserActor, refs: ItemRef[]) => Promise<Outcome>

/** Changes trashed items of several owners in one transaction. */
const changeTrashed = (
  deps: TrashDeps,
  admin: UserActor,
  refs: readonly ItemRef[],
  { action, change }: { action: 'trash.restored' | 'trash.deleted'; change: Change },
): Promise<Outcome> =>
  deps.transact(async tx => {
    const total = { changed: 0, skipped: 0 }
    for (const { owner, refs: owned } of await groupByOwner(tx, admin, refs)) {
      const { changed, skipped } = await change(withinTransaction(deps, tx), owner, owned)
      total.changed += changed
      total.skipped += skipped
      recordAudit(tx, {
        action,
        target: { type: 'user', id: owner.userId, name: owner.name },
        after: { items: changed },
      })
    }
    return total
  })

/** Restores items to where they were, or to the home of their owner. */
export const restoreTrashed = (
  deps: TrashDeps,
  admin: UserActor,
  refs: readonly ItemRef[],
): Promise<Outcome> =>
  changeTrashed(deps, admin, refs, {
    action: 'trash.restored',
    change: (within, owner, owned) =>
      restoreItems(within, owner, owned, { to_home: false, on_conflict: 'rename' }),
  })

/** Deletes items permanently. */
export const deleteTrashed = (
  deps: TrashDeps,
  admin: UserActor,
  refs: readonly ItemRef[],
): Promise<Outcome> =>
  changeTrashed(deps, admin, refs, {
    action: 'trash.deleted',
    change: (within, owner, owned) =>
      removeItems(
        within,
        owner,
        owned.map(ref => ({ ...ref, force_delete: true })),
      ),
  })

/** Empties the trash of a user. @throws AppError `item.not_found` */
export const emptyTrashOfUser = (
  deps: TrashDeps,
  userId: string,
): Promise<Outcome & { emptying: Progress | null }> =>
  deps.transact(async tx => {
    const name = await findOwnerName(tx, userId)
    if (name === undefined) throw new AppError('item.not_found')
    const outcome = await emptyTrash(withinTransaction(deps, tx), ownerOf(userId, name))
    recordAudit(tx, {
      action: 'trash.emptied',
      target: { type: 'user', id: userId, name },
      after: { items: outcome.emptying?.total ?? outcome.changed },
    })
    return outcome
  })
