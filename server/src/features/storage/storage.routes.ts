import { storage as contract, largestFiles } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentItem } from '../items/index.ts'
import { presentStorage } from './storage.presenter.ts'
import { listLargest, measureStorage } from './storage.service.ts'

export function storageRoutes(route: Route, deps: Deps): void {
  route(contract.getStorage, async ({ actor }) => {
    const { rows, days } = await measureStorage(deps, actor)
    return { data: presentStorage(actor.userId, rows, days) }
  })

  route(largestFiles.listLargest, async ({ actor }) => ({
    data: (await listLargest(deps, actor)).map(item => presentItem(actor, item)),
  }))
}
