import { browse as contract, guestShares, guestUploadRequests } from '@coffer/contract'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { presentLevel, presentNavigation } from './navigation.presenter.ts'
import { browseBranches, browseNavigation, type LevelPage } from './navigation.service.ts'

export function navigationRoutes(route: Route, deps: Deps): void {
  route(contract.browseNavigation, async ({ actor, query }, { request }) => ({
    data: presentNavigation(actor, await browseNavigation(deps, actor, query), localeOf(request)),
  }))

  for (const endpoint of [
    contract.browseNavigationBelow,
    guestShares.browseNavigationBelow,
    guestUploadRequests.browseNavigationBelow,
  ])
    route(endpoint, async ({ actor, params, query }) =>
      levelReply(actor, await browseBranches(deps, actor, params.id, query)),
    )

  for (const endpoint of [guestShares.browseNavigation, guestUploadRequests.browseNavigation])
    route(endpoint, async ({ actor, query }) =>
      levelReply(actor, await browseBranches(deps, actor, null, query)),
    )
}

function levelReply(actor: Actor, level: LevelPage) {
  const { folders, paginate } = presentLevel(actor, level)
  return { data: folders, meta: { paginate } }
}
