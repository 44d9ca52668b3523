import { browse as contract, guestShares, guestUploadRequests } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentAncestors } from '../items/index.ts'
import { presentFlat, presentListing } from './browse.presenter.ts'
import { browseFolder, findAncestors, locateItem } from './browse.service.ts'
import { browseLatest, filterItems, filterTrash } from './flat.service.ts'
import { navigationRoutes } from './navigation.routes.ts'

export function browseRoutes(route: Route, deps: Deps): void {
  navigationRoutes(route, deps)

  for (const endpoint of [contract.browseFolder, guestShares.browseFolder])
    route(endpoint, async ({ actor, params, query }) =>
      presentListing(actor, await browseFolder(deps, actor, params.id, query)),
    )

  route(guestUploadRequests.browseFolder, async ({ actor, params: { id }, query }) => {
    const page = /^\d+$/.test(id) ? Number(id) : null
    const folderId = page === null ? id : 'all'
    const pageQuery = page === null ? query : { ...query, page }
    return presentListing(actor, await browseFolder(deps, actor, folderId, pageQuery))
  })

  route(contract.browseAll, async ({ actor, params, query }) =>
    params.id === 'all'
      ? presentFlat(actor, await filterItems(deps, actor, query))
      : presentListing(actor, await browseFolder(deps, actor, params.id, query)),
  )

  route(contract.filterItems, async ({ actor, query }) =>
    presentFlat(actor, await filterItems(deps, actor, query)),
  )

  route(contract.filterTrash, async ({ actor, query }) =>
    presentListing(actor, await filterTrash(deps, actor, query)),
  )

  route(contract.browseLatest, async ({ actor, query }) =>
    presentFlat(actor, await browseLatest(deps, actor, query)),
  )

  route(contract.browseAncestors, async ({ actor, params }) => {
    const { ancestors, customer } = await findAncestors(deps, actor, params.id)
    return { data: presentAncestors(ancestors), meta: { customer } }
  })

  route(contract.locateItem, async ({ actor, params, query }) => {
    const { item, index } = await locateItem(deps, actor, params.id, query)
    const parent_id = item.parent_id === item.owner_id ? null : item.parent_id
    return { data: { parent_id, index } }
  })
}
