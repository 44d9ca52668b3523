import { Readable } from 'node:stream'
import { reports as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { asDownload } from '../../http/download.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import { findLanguage } from '../emails/index.ts'
import { itemsReport } from './items-report.service.ts'

export function reportsRoutes(route: Route, deps: Deps): void {
  route(contract.reportItems, async ({ actor, query }, { request, reply }) => {
    const day = deps.now().toISOString().slice(0, 10)
    asDownload(reply, { filename: `coffer-${day}.csv`, type: 'text/csv' })
    if (request.method === 'HEAD') return reply.send() as never
    const language = await findLanguage(deps.db, actor.userId)
    const locale = language ?? localeFrom(request.headers['accept-language'])
    return reply.send(
      Readable.from(itemsReport(deps, actor, query, locale), { objectMode: false }),
    ) as never
  })
}
