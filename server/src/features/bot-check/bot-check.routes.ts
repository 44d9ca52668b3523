import { settings as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { testRecaptcha } from './bot-check.service.ts'

export function botCheckRoutes(route: Route, deps: Deps): void {
  route(contract.testRecaptcha, async ({ body }) => ({ data: await testRecaptcha(deps, body) }))
}
