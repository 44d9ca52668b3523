import { settings as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { testStorage } from './check-storage.service.ts'

export function storesRoutes(route: Route, deps: Deps): void {
  route(contract.testStorageSettings, async ({ body: { values, secrets } }) => ({
    data: await testStorage(deps, { values, secret: secrets.s3_secret_access_key }),
  }))
}
