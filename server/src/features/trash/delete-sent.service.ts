import type { ItemRef } from '@coffer/contract/items'
import type { RequestActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { lockItems, markTrashed, placeItems, subtractFromParents } from '../items/index.ts'
import { deleteReceivedFiles } from '../upload-requests/index.ts'
import { findOthersItems } from './delete-sent.repository.ts'
import { deletePermanently, type Outcome, withoutNested } from './trash.service.ts'

/**
 * A guest takes back what he sent for a request, for good: it may be what was never meant for its
 * owner. What others put among it stays, and moves up to where everything of the request lies.
 */
export const deleteSentItems = (
  deps: Pick<Deps, 'transact' | 'now'>,
  actor: RequestActor,
  refs: readonly ItemRef[],
): Promise<Outcome> =>
  deps.transact(async tx => {
    const found = await lockItems(tx, actor, refs, 'purge')
    const toDelete = withoutNested(found).map(({ item }) => item)
    const ids = toDelete.map(item => item.id)
    const strangers = await findOthersItems(tx, ids, actor.guestId)
    await subtractFromParents(tx, strangers)
    await placeItems(tx, deps, strangers, actor.request.folder_id, 'rename')
    await subtractFromParents(tx, toDelete)
    await markTrashed(tx, ids, deps.now().getTime())
    await deleteReceivedFiles(tx, actor, ids)
    await deletePermanently(tx, deps.now, toDelete)
    return { changed: found.length, skipped: 0 }
  })
