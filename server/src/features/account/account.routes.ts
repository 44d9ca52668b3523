import { account as contract, people, storage } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentUser } from './account.presenter.ts'
import { changeSettings, getAccount, listPeople, measureStorage } from './account.service.ts'
import { presentStorage } from './storage.presenter.ts'

export function accountRoutes(route: Route, deps: Deps): void {
  route(contract.getUser, async ({ actor }) => ({
    data: presentUser(await getAccount(deps, actor)),
  }))

  route(storage.getStorage, async ({ actor }) => ({
    data: presentStorage(actor.userId, await measureStorage(deps, actor)),
  }))

  route(people.listPeople, async ({ query }) => {
    const found = await listPeople(deps, query.query)
    return {
      data: found.map(({ id, ...attributes }) => ({ id, type: 'user' as const, attributes })),
    }
  })

  for (const endpoint of [contract.updateSettings, contract.postSettings] as const)
    route(endpoint, async ({ actor, body }) => ({
      data: presentUser(await changeSettings(deps, actor, body)),
    }))
}
