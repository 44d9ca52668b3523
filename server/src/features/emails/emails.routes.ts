import { settings as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { testMailSettings } from './mail-test.service.ts'

export function emailsRoutes(route: Route, deps: Deps): void {
  route(contract.testEmailSettings, async ({ body, actor }) => ({
    data: await testMailSettings(deps, actor, body),
  }))
}
