import { downloads as contract, requestGuests, sharing } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { watchRestrictedOwners } from '../restrictions/index.ts'
import { sendFile } from './send-file.http.ts'

export function downloadsRoutes(route: Route, deps: Deps): void {
  const sending = { ...deps, watch: watchRestrictedOwners(deps) }

  route(contract.downloadFile, async ({ actor, params, query }, http) => {
    const wanted = { ...params, version: query.version, isSaved: query.download !== undefined }
    return (await sendFile(sending, actor, wanted, http)) as never
  })

  // Earlier contents are no guest's to see.
  for (const door of [sharing.downloadFile, requestGuests.downloadFile])
    route(door, async ({ actor, params, query }, http) => {
      const wanted = { id: params.id, isSaved: query.download !== undefined }
      return (await sendFile(sending, actor, wanted, http)) as never
    })

  route(sharing.downloadDirect, async ({ actor }, http) => {
    const wanted = { id: actor.share.item_id, isSaved: true }
    return (await sendFile(sending, actor, wanted, http)) as never
  })
}
