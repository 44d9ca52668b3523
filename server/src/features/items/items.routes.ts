import { items as contract, customFolders } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { createCustomFolder } from './custom-folders.service.ts'
import { presentDetails, presentItem } from './items.presenter.ts'
import { createFolder, getItem, renameItem } from './items.service.ts'
import { copyItems, findConflicts, moveItems } from './transfers.service.ts'

export function itemsRoutes(route: Route, deps: Deps): void {
  route(contract.getItem, async ({ actor, params }) => {
    const { item, exif } = await getItem(deps, actor, params.id)
    return { data: presentDetails(actor, item, exif) }
  })

  route(contract.createFolder, async ({ actor, body }) => ({
    data: presentItem(actor, await createFolder(deps, actor, body)),
  }))

  route(customFolders.createCustomFolder, async ({ actor, body }) => ({
    data: presentItem(actor, await createCustomFolder(deps, actor, body)),
  }))

  route(contract.renameItem, async ({ actor, params, body }) => ({
    data: presentItem(actor, await renameItem(deps, actor, params.id, body)),
  }))

  route(contract.moveItems, async ({ actor, body }) => ({
    meta: await moveItems(deps, actor, body),
  }))

  route(contract.copyItems, async ({ actor, body }) => ({
    meta: await copyItems(deps, actor, body),
  }))

  route(contract.findConflicts, async ({ actor, body }) => {
    const conflicts = await findConflicts(deps, actor, body)
    return {
      data: conflicts.map(({ item, existing }) => ({
        item: presentItem(actor, item),
        existing: presentItem(actor, existing),
      })),
    }
  })
}
