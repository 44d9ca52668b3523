import { Readable } from 'node:stream'
import { reports as contract, type Endpoint } from '@coffer/contract'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { asDownload } from '../../http/download.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import { recordAudit } from '../audit/index.ts'
import { findLanguage } from '../emails/index.ts'
import { itemsReport } from './items-report.service.ts'

/** @param authorize requires a recent sign-in for a sensitive call */
export function reportsRoutes(
  route: Route,
  deps: Deps,
  authorize: (endpoint: Endpoint, actor: UserActor) => void,
): void {
  route(contract.reportItems, async ({ actor, query }, { request, reply }) => {
    const hasItemsOfOthers = actor.role === 'admin' && query.user !== actor.userId
    authorize({ ...contract.reportItems, isSensitive: hasItemsOfOthers }, actor)
    const day = deps.now().toISOString().slice(0, 10)
    asDownload(reply, { filename: `coffer-${day}.csv`, type: 'text/csv' })
    if (request.method === 'HEAD') return reply.send() as never
    if (hasItemsOfOthers)
      await deps.transact(async tx =>
        recordAudit(tx, { action: 'user.items_exported', after: { user_id: query.user ?? null } }),
      )
    const language = await findLanguage(deps.db, actor.userId)
    const locale = language ?? localeFrom(request.headers['accept-language'])
    return reply.send(
      Readable.from(itemsReport(deps, actor, query, locale), { objectMode: false }),
    ) as never
  })
}
