import { dataArchives as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import type { RequireReauthentication } from '../auth/index.ts'
import { answerZip } from '../zip/index.ts'
import { presentArchive } from './data-exports.presenter.ts'
import { getArchive, openArchive, removeArchive, requestArchive } from './data-exports.service.ts'

export function dataArchivesRoutes(
  route: Route,
  deps: Deps,
  reauthenticate: RequireReauthentication,
): void {
  route(contract.getDataExport, async ({ actor }) => {
    const row = await getArchive(deps, actor)
    return { data: row && presentArchive(row) }
  })

  route(contract.createDataExport, async ({ actor, body }, http) => {
    await reauthenticate(actor, http, body)
    const locale = localeFrom(http.request.headers['accept-language'])
    return { data: presentArchive(await requestArchive(deps, actor, locale)) }
  })

  route(contract.deleteDataExport, async ({ actor }) => {
    await removeArchive(deps, actor)
    return undefined
  })

  // Whatever else is withheld from somebody: what is his he may take along.
  route(contract.downloadDataExport, async ({ actor }, http) => {
    return (await answerZip(deps, http, await openArchive(deps, actor))) as never
  })
}
