import { presentAdminList } from '@coffer/contract/admin-list'
import * as contract from '@coffer/contract/billing-differences'
import type { Deps } from '../../deps.ts'
import { csvFile, sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { recordAudit } from '../audit/index.ts'
import { presentDifference } from './differences.presenter.ts'
import { listDifferences, resolveDifference } from './differences.service.ts'
import { exportDifferences } from './export.service.ts'

export function billingFiguresRoutes(route: Route, deps: Deps): void {
  route(contract.listDifferences, async ({ query }) => {
    const { rows, total } = await listDifferences(deps, query)
    return { data: rows.map(presentDifference), meta: presentAdminList(query, total, rows.length) }
  })

  route(contract.exportDifferences, ({ query }, http) => {
    const file = csvFile('coffer-differences', deps.now())
    return sendExport(http, file, async () => {
      await deps.transact(async tx =>
        recordAudit(tx, { action: 'billing.differences_exported', after: query }),
      )
      return exportDifferences(deps, query, localeOf(http.request))
    })
  })

  route(contract.resolveDifference, async ({ params, body }) => ({
    data: presentDifference(await resolveDifference(deps, params.id, body.reason)),
  }))
}
