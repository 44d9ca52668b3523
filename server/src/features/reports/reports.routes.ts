import { reports as contract, type Endpoint } from '@coffer/contract'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { csvFile, sendExport } from '../../http/download.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import { recordAudit } from '../audit/index.ts'
import { languageOfCaller } from '../emails/index.ts'
import { itemsReport } from './items-report.service.ts'

/** @param authorize requires a recent sign-in for a sensitive call */
export function reportsRoutes(
  route: Route,
  deps: Deps,
  authorize: (endpoint: Endpoint, actor: UserActor) => void,
): void {
  route(contract.reportItems, ({ actor, query }, http) => {
    const hasItemsOfOthers = actor.role === 'admin' && query.user !== actor.userId
    authorize({ ...contract.reportItems, isSensitive: hasItemsOfOthers }, actor)
    const file = csvFile('coffer', deps.now())
    return sendExport(http, file, async () => {
      const after = { user_id: query.user ?? null }
      if (hasItemsOfOthers)
        await deps.transact(async tx => recordAudit(tx, { action: 'user.items_exported', after }))
      const locale = await languageOfCaller(deps, actor, localeOf(http.request))
      return itemsReport(deps, actor, query, locale)
    })
  })
}
