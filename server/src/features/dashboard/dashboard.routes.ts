import { dashboard as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { listNewestUsers, readDashboard } from './dashboard.service.ts'

export function dashboardRoutes(route: Route, deps: Deps): void {
  route(contract.getDashboard, async (_, { request }) => ({
    data: await readDashboard(deps, localeOf(request)),
  }))
  route(contract.listNewestUsers, async () => ({ data: await listNewestUsers(deps) }))
}
