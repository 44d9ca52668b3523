import { search as contract, guestShares, users } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentPerson } from '../user-directory/index.ts'
import { searchPeople, suggestPeople } from './people.service.ts'
import { presentHit } from './search.presenter.ts'
import { searchItems } from './search.service.ts'

export function searchRoutes(route: Route, deps: Deps): void {
  for (const endpoint of [contract.searchItems, guestShares.searchItems])
    route(endpoint, async ({ actor, query }) => {
      const { hits, hasMore } = await searchItems(deps, actor, query)
      return {
        data: hits.map(hit => presentHit(actor, hit)),
        meta: { page: query.page, has_more: hasMore },
      }
    })

  route(contract.searchPeople, async ({ query }) => ({
    data: (await searchPeople(deps, query.query)).map(presentPerson),
  }))

  route(users.listPeople, async ({ query }) => ({
    data: (await suggestPeople(deps, query.query)).map(presentPerson),
  }))
}
