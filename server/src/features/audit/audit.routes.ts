import { audit as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { listActivity, listEntries, recordExport } from './audit.service.ts'
import { exportCsv, exportJson } from './export.service.ts'

const TYPES = { csv: 'text/csv', json: 'application/json' }

export function auditRoutes(route: Route, deps: Deps): void {
  route(contract.listAudit, ({ query }, { request }) => listEntries(deps, query, localeOf(request)))

  route(contract.exportAudit, ({ query }, http) => {
    const { format, direction, sort, ...filter } = query
    const day = deps.now().toISOString().slice(0, 10)
    const file = { filename: `coffer-audit-${day}.${format}`, type: TYPES[format] }
    return sendExport(http, file, async () => {
      await recordExport(deps, { format, ...filter })
      const options = { filter, direction: sort === 'at' ? direction : ('desc' as const) }
      const locale = localeOf(http.request)
      return format === 'csv' ? exportCsv(deps, options, locale) : exportJson(deps, options)
    })
  })

  route(contract.listActivity, ({ actor, query }, { request }) =>
    listActivity(deps, actor, query.before, localeOf(request)),
  )
}
