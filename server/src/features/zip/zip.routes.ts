import { guestShares } from '@coffer/contract'
import * as contract from '@coffer/contract/zip'
import { type Actor, actorKey } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { whenSent } from '../../http/sent-bytes.ts'
import { whenClosed } from '../../http/when-closed.ts'
import { networkOf } from '../../lib/networks.ts'
import { watchRestrictedOwners } from '../restrictions/index.ts'
import { consumeDownload } from '../shares/index.ts'
import { watchTeamMembers } from '../teams/index.ts'
import { answerZip, type HttpExchange } from './answer-zip.http.ts'
import { OpenArchives } from './open-archives.ts'
import { keepSelection, openZip, type SelectedZip, type ZipInput } from './zip.service.ts'

export function zipRoutes(route: Route, deps: Deps): void {
  const watchOwners = watchRestrictedOwners(deps)
  const watchMembers = watchTeamMembers(deps)

  const openArchives = new OpenArchives()
  const ownerOf = (actor: Actor, ip: string) =>
    actor.kind === 'user'
      ? { key: actor.userId, isGuest: false }
      : { key: `${actorKey(actor)} ${networkOf(ip)}`, isGuest: true }

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

  async function planAndSend(actor: Actor, http: HttpExchange, input: ZipInput) {
    const open = openArchives.open(ownerOf(actor, http.request.ip))
    try {
      return await send(actor, http, await openZip(deps, actor, input, open.resize))
    } finally {
      // Not before the planning has ended, which a client that disconnects does not interrupt.
      whenClosed(http.reply, open.close)
    }
  }

  for (const endpoint of [contract.downloadZip, guestShares.downloadZip])
    route(endpoint, ({ actor, query }, http) => planAndSend(actor, http, query))

  for (const endpoint of [contract.postZip, guestShares.postZip])
    route(endpoint, ({ actor, query, body }, http) =>
      planAndSend(actor, http, { ...query, ...body }),
    )

  for (const endpoint of [contract.saveZipSelection, guestShares.saveZipSelection])
    route(endpoint, async ({ actor, body }) => ({
      data: { id: await keepSelection(deps, actor, body), type: 'zip_selection' as const },
    }))
}
