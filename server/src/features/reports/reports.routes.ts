import { Readable } from 'node:stream'
import { reports as contract } from '@coffer/contract'
import { create as contentDisposition } from 'content-disposition'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import { findLanguage } from '../emails/index.ts'
import { itemsReport } from './items-report.service.ts'

export function reportsRoutes(route: Route, deps: Deps): void {
  route(contract.reportItems, async ({ actor, query }, { request, reply }) => {
    const day = deps.now().toISOString().slice(0, 10)
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(`coffer-${day}.csv`, { type: 'attachment' }),
      'cache-control': 'private, no-store',
    })
    if (request.method === 'HEAD') return reply.send() as never
    const language = await findLanguage(deps.db, actor.userId)
    const locale = language ?? localeFrom(request.headers['accept-language'])
    return reply.send(
      Readable.from(itemsReport(deps, actor, query, locale), { objectMode: false }),
    ) as never
  })
}
