import { dataExports as contract } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import type { Route } from '../../http/route.ts'
import type { RequireReauthentication } from '../auth/index.ts'
import { answerZip } from '../zip/index.ts'
import { presentExport } from './data-exports.presenter.ts'
import {
  deleteExport,
  getExport,
  openExport,
  recordDownload,
  requestExport,
} from './data-exports.service.ts'

/** Whether a request begins a download rather than continuing one. */
const isFirstPart = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.range === undefined || headers.range.startsWith('bytes=0-'))

export function dataExportsRoutes(
  route: Route,
  deps: Deps,
  reauthenticate: RequireReauthentication,
): void {
  route(contract.getDataExport, async ({ actor }) => {
    const row = await getExport(deps, actor)
    return { data: row && presentExport(row) }
  })

  route(contract.createDataExport, async ({ actor, body }, http) => {
    await reauthenticate(actor, http, body)
    const locale = localeOf(http.request)
    return { data: presentExport(await requestExport(deps, actor, locale)) }
  })

  route(contract.deleteDataExport, async ({ actor }) => {
    await deleteExport(deps, actor)
    return undefined
  })

  // Restrictions do not apply: users can always download their own data.
  route(contract.downloadDataExport, async ({ actor }, http) => {
    const zip = await openExport(deps, actor)
    if (isFirstPart(http.request)) await recordDownload(deps, actor)
    return answerZip(deps, http, zip)
  })
}
