import { guestShares } from '@coffer/contract'
import * as contract from '@coffer/contract/zip'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { whenSent } from '../../http/sent-bytes.ts'
import { watchRestrictedOwners } from '../restrictions/index.ts'
import { consumeDownload } from '../shares/index.ts'
import { watchTeamMembers } from '../teams/index.ts'
import { answerZip, type HttpExchange } from './answer-zip.http.ts'
import { keepSelection, openZip, type SelectedZip } from './zip.service.ts'

export function zipRoutes(route: Route, deps: Deps): void {
  const watchOwners = watchRestrictedOwners(deps)
  const watchMembers = watchTeamMembers(deps)

  const send = (actor: Actor, http: HttpExchange, archive: SelectedZip) =>
    answerZip(deps, http, archive, async ({ bytes, isStart }) => {
      const { layout, filename, sections, tops } = archive
      const returnUnsent = await consumeDownload(deps, actor, {
        content: layout.etag,
        contentBytes: layout.length,
        bytes,
        isStart,
        event: { kind: 'downloaded', name: filename, bytes: layout.length },
      })
      whenSent(http.reply, returnUnsent)
      watchOwners(
        sections.map(({ ownerId }) => ownerId),
        http.reply,
      )
      watchMembers(actor, tops, http.reply)
    })

  for (const endpoint of [contract.downloadZip, guestShares.downloadZip])
    route(endpoint, async ({ actor, query }, http) => {
      return send(actor, http, await openZip(deps, actor, query))
    })

  for (const endpoint of [contract.postZip, guestShares.postZip])
    route(endpoint, async ({ actor, query, body }, http) => {
      return send(actor, http, await openZip(deps, actor, { ...query, ...body }))
    })

  for (const endpoint of [contract.saveZipSelection, guestShares.saveZipSelection])
    route(endpoint, async ({ actor, body }) => ({
      data: { id: await keepSelection(deps, actor, body), type: 'zip_selection' as const },
    }))
}
