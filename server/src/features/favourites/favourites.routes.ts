import { favourites as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { addFavourites, removeFavourites } from './favourites.service.ts'

export function favouritesRoutes(route: Route, deps: Deps): void {
  route(contract.addFavourites, async ({ actor, body }) => ({
    meta: await addFavourites(deps, actor, body.ids),
  }))

  route(contract.removeFavourites, async ({ actor, body }) => ({
    meta: await removeFavourites(deps, actor, body.ids),
  }))

  route(contract.removeFavourite, async ({ actor, params }) => ({
    meta: await removeFavourites(deps, actor, [params.id]),
  }))
}
