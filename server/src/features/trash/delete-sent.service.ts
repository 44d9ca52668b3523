import type { ItemRef } from '@coffer/contract/items'
import type { RequestActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { holdItems, leaveParents, markTrashed, placeItems } from '../items/index.ts'
import { forgetArrivals } from '../upload-requests/index.ts'
import { findStrangers } from './delete-sent.repository.ts'
import { deleteForGood, type Outcome, outermost } from './trash.service.ts'

/**
 * A guest takes back what he sent for a request, for good: it may be what was never meant for its
 * owner. What others put among it stays, and moves up to where everything of the request lies.
 */
export const takeBack = (
  deps: Pick<Deps, 'transact' | 'now'>,
  actor: RequestActor,
  refs: readonly ItemRef[],
): Promise<Outcome> =>
  deps.transact(async tx => {
    const found = await holdItems(tx, actor, refs, 'purge')
    const doomed = outermost(found).map(({ item }) => item)
    const ids = doomed.map(item => item.id)
    const strangers = await findStrangers(tx, ids, actor.guestId)
    await leaveParents(tx, strangers)
    await placeItems(tx, deps, strangers, actor.request.folder_id, 'rename')
    await leaveParents(tx, doomed)
    await markTrashed(tx, ids, deps.now().getTime())
    await forgetArrivals(tx, actor, ids)
    await deleteForGood(tx, deps.now, doomed)
    return { changed: found.length, skipped: 0 }
  })
