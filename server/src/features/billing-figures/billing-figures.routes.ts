import { presentAdminList } from '@coffer/contract/admin-list'
import * as contract from '@coffer/contract/billing-differences'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentDifference } from './differences.presenter.ts'
import { listDifferences, resolveDifference } from './differences.service.ts'

export function billingFiguresRoutes(route: Route, deps: Deps): void {
  route(contract.listDifferences, async ({ query }) => {
    const { rows, total } = await listDifferences(deps, query)
    return { data: rows.map(presentDifference), meta: presentAdminList(query, total, rows.length) }
  })

  route(contract.resolveDifference, async ({ params, body }) => ({
    data: presentDifference(await resolveDifference(deps, params.id, body.reason)),
  }))
}
