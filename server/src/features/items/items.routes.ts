import {
  items as contract,
  customFolders,
  guestShares,
  guestUploadRequests,
} from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Route } from '../../http/route.ts'
import { copyAllIn, findConflictsIn, moveAllIn } from './bulk-transfers.service.ts'
import { createCustomFolder, listCustomers } from './custom-folders.service.ts'
import { presentDetails, presentItem } from './items.presenter.ts'
import { createFolder, getItem, renameItem } from './items.service.ts'
import { copyItems, findConflicts, moveItems } from './transfers.service.ts'

export function itemsRoutes(route: Route, deps: Deps): void {
  for (const endpoint of [contract.getItem, guestShares.getItem, guestUploadRequests.getItem])
    route(endpoint, async ({ actor, params }) => {
      const { item, exif } = await getItem(deps, actor, params.id)
      return { data: presentDetails(actor, item, exif) }
    })

  route(guestShares.getSharedFile, async ({ actor }) => {
    const { item, exif } = await getItem(deps, actor, actor.share.item_id)
    if (item.type !== 'file') throw new AppError('item.not_found')
    return { data: presentDetails(actor, item, exif) }
  })

  for (const endpoint of [contract.createFolder, guestUploadRequests.createFolder])
    route(endpoint, async ({ actor, body }) => ({
      data: presentItem(actor, await createFolder(deps, actor, body)),
    }))

  route(customFolders.createSharedFolder, async ({ actor, body }) => ({
    data: presentItem(
      actor,
      'customer' in body
        ? await createCustomFolder(deps, actor, body)
        : await createFolder(deps, actor, body),
    ),
  }))

  route(customFolders.listCustomers, async ({ actor, query }) => {
    const customers = await listCustomers(deps, actor, query.query)
    return {
      data: customers.map(({ id, ...attributes }) => ({
        id,
        type: 'customer' as const,
        attributes,
      })),
    }
  })

  for (const endpoint of [customFolders.createCustomFolder, guestUploadRequests.createCustomFolder])
    route(endpoint, async ({ actor, body }) => ({
      data: presentItem(actor, await createCustomFolder(deps, actor, body)),
    }))

  for (const endpoint of [contract.renameItem, guestShares.renameItem])
    route(endpoint, async ({ actor, params, body }) => ({
      data: presentItem(actor, await renameItem(deps, actor, params.id, body)),
    }))

  for (const endpoint of [contract.moveItems, guestShares.moveItems])
    route(endpoint, async ({ actor, body: { items = [], select_all_in, ...rest } }) => ({
      meta: select_all_in
        ? await moveAllIn(deps, actor, { ...rest, select_all_in })
        : await moveItems(deps, actor, { ...rest, items }),
    }))

  route(guestUploadRequests.moveItems, async ({ actor, body }) => ({
    meta: await moveItems(deps, actor, { ...body, on_conflict: 'rename' }),
  }))

  route(contract.copyItems, async ({ actor, body: { items = [], select_all_in, ...rest } }) => ({
    meta: select_all_in
      ? await copyAllIn(deps, actor, { ...rest, select_all_in })
      : await copyItems(deps, actor, { ...rest, items }),
  }))

  for (const endpoint of [contract.findConflicts, guestShares.findConflicts])
    route(endpoint, async ({ actor, body: { items = [], select_all_in, ...rest } }) => {
      const { conflicts, total } = select_all_in
        ? await findConflictsIn(deps, actor, { to_id: rest.to_id, select_all_in })
        : await findConflicts(deps, actor, { ...rest, items })
      return {
        data: conflicts.map(({ item, existing }) => ({
          item: presentItem(actor, item),
          existing: presentItem(actor, existing),
        })),
        meta: { total },
      }
    })
}
