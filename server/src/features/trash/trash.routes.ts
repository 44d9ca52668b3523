import { adminTrash, trash as contract, guestShares, guestUploadRequests } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentItem } from '../items/index.ts'
import { deleteTrashed, emptyTrashOfUser, restoreTrashed } from './admin-trash.service.ts'
import { deleteAllIn, restoreAllIn, trashAllIn } from './bulk-trash.service.ts'
import { deleteSentItems } from './delete-sent.service.ts'
import { emptyTrash, getEmptying } from './empty-trash.service.ts'
import { presentTrash } from './trash.presenter.ts'
import { browseTrash, findRestoreConflicts, removeItems, restoreItems } from './trash.service.ts'

export function trashRoutes(route: Route, deps: Deps): void {
  route(contract.browseTrash, async ({ actor, params, query }) =>
    presentTrash(actor, await browseTrash(deps, actor, params.id, query)),
  )

  for (const endpoint of [contract.removeItems, guestShares.removeItems])
    route(endpoint, async ({ actor, body: { items, select_all_in } }) => {
      if (!select_all_in) return { meta: await removeItems(deps, actor, items ?? []) }
      const remove = select_all_in.force_delete ? deleteAllIn : trashAllIn
      return { meta: await remove(deps, actor, select_all_in) }
    })

  route(guestUploadRequests.removeItems, async ({ actor, body }) => ({
    meta: await deleteSentItems(deps, actor, body.items),
  }))

  route(contract.restoreItems, async ({ actor, body: { items, select_all_in, ...options } }) => ({
    meta: select_all_in
      ? await restoreAllIn(deps, actor, select_all_in, options.to_home)
      : await restoreItems(deps, actor, items ?? [], options),
  }))

  route(contract.findRestoreConflicts, async ({ actor, body }) => {
    const conflicts = await findRestoreConflicts(deps, actor, body.items, body.to_home)
    return {
      data: conflicts.map(({ item, existing }) => ({
        item: presentItem(actor, item),
        existing: presentItem(actor, existing),
      })),
    }
  })

  route(adminTrash.restoreTrashed, async ({ actor, body }) => ({
    meta: await restoreTrashed(deps, actor, body.items),
  }))
  route(adminTrash.deleteTrashed, async ({ actor, body }) => ({
    meta: await deleteTrashed(deps, actor, body.items),
  }))
  route(adminTrash.emptyTrashOfUser, async ({ params }) => ({
    meta: await emptyTrashOfUser(deps, params.id),
  }))

  route(contract.getEmptying, async ({ actor }) => ({ data: await getEmptying(deps, actor) }))

  route(contract.emptyTrash, async ({ actor, query: { removed_until } }) => ({
    meta: await emptyTrash(deps, actor, removed_until ? Date.parse(removed_until) : undefined),
  }))
}
