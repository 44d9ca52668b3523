import { Readable } from 'node:stream'
import { audit as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { asDownload } from '../../http/download.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import { listActivity, listEntries, recordExport } from './audit.service.ts'
import { exportCsv, exportJson } from './export.service.ts'

const TYPES = { csv: 'text/csv', json: 'application/json' }

export function auditRoutes(route: Route, deps: Deps): void {
  route(contract.listAudit, ({ query }, { request }) =>
    listEntries(deps, query, localeFrom(request.headers['accept-language'])),
  )

  route(contract.exportAudit, async ({ query }, { request, reply }) => {
    const { format, direction, sort, ...filter } = query
    const day = deps.now().toISOString().slice(0, 10)
    asDownload(reply, { filename: `coffer-audit-${day}.${format}`, type: TYPES[format] })
    if (request.method === 'HEAD') return reply.send() as never
    await recordExport(deps, { format, ...filter })
    const options = { filter, direction: sort === 'at' ? direction : ('desc' as const) }
    const locale = localeFrom(request.headers['accept-language'])
    const content = format === 'csv' ? exportCsv(deps, options, locale) : exportJson(deps, options)
    return reply.send(Readable.from(content, { objectMode: false })) as never
  })

  route(contract.listActivity, ({ actor, query }, { request }) =>
    listActivity(deps, actor, query.before, localeFrom(request.headers['accept-language'])),
  )
}
