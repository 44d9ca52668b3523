import { dataArchives as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import type { ProveIdentity } from '../auth/index.ts'
import { answerZip } from '../zip/index.ts'
import { presentArchive } from './data-exports.presenter.ts'
import { getArchive, openArchive, removeArchive, requestArchive } from './data-exports.service.ts'

export function dataArchivesRoutes(route: Route, deps: Deps, prove: ProveIdentity): void {
  route(contract.getDataArchive, async ({ actor }) => {
    const row = await getArchive(deps, actor)
    return { data: row && presentArchive(row) }
  })

  route(contract.makeDataArchive, async ({ actor, body }, http) => {
    await prove(actor, http, body)
    const locale = localeFrom(http.request.headers['accept-language'])
    return { data: presentArchive(await requestArchive(deps, actor, locale)) }
  })

  route(contract.removeDataArchive, async ({ actor }) => {
    await removeArchive(deps, actor)
    return undefined
  })

  // Whatever else is withheld from somebody: what is his he may take along.
  route(contract.downloadDataArchive, async ({ actor }, http) => {
    return (await answerZip(deps, http, await openArchive(deps, actor))) as never
  })
}
