import type { ItemRef } from '@coffer/contract/items'
import type { RequestActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { lockItems, markTrashed, placeItems, subtractFromParents } from '../items/index.ts'
import { deleteReceivedFiles } from '../upload-requests/index.ts'
import { findOthersItems } from './delete-sent.repository.ts'
import { deletePermanently, type Outcome, withoutNested } from './trash.service.ts'

/**
 * Permanently deletes what a guest sent to a request; it may have been sent by mistake, so the
 * owner does not keep it. Items that others put into these folders move up to the folder of the
 * request.
 */
export const deleteSentItems = (
  deps: Pick<Deps, 'transact' | 'now'>,
  actor: RequestActor,
  refs: readonly ItemRef[],
): Promise<Outcome> =>
  deps.transact(async tx => {
    const items = await lockItems(tx, actor, refs, 'purge')
    const toDelete = withoutNested(items).map(({ item }) => item)
    const ids = toDelete.map(item => item.id)
    const othersItems = await findOthersItems(tx, ids, actor.guestId)
    await subtractFromParents(tx, othersItems)
    await placeItems(tx, deps, othersItems, actor.request.folder_id, 'rename')
    await subtractFromParents(tx, toDelete)
    await markTrashed(tx, ids, deps.now().getTime())
    await deleteReceivedFiles(tx, actor, ids)
    await deletePermanently(tx, deps.now, toDelete)
    return { changed: items.length, skipped: 0 }
  })
