import { downloads as contract, guestShares, guestUploadRequests } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { watchRestrictedOwners } from '../restrictions/index.ts'
import { watchTeamMembers } from '../teams/index.ts'
import { sendFile } from './send-file.http.ts'

export function downloadsRoutes(route: Route, deps: Deps): void {
  const sendDeps = {
    ...deps,
    watchOwners: watchRestrictedOwners(deps),
    watchMembers: watchTeamMembers(deps),
  }

  route(contract.downloadFile, async ({ actor, params, query }, http) => {
    const options = {
      ...params,
      version: query.version,
      isAttachment: query.download !== undefined,
    }
    return sendFile(sendDeps, actor, options, http)
  })

  // Guests have no access to earlier versions.
  for (const endpoint of [guestShares.downloadFile, guestUploadRequests.downloadFile])
    route(endpoint, async ({ actor, params, query }, http) => {
      const options = { id: params.id, isAttachment: query.download !== undefined }
      return sendFile(sendDeps, actor, options, http)
    })

  route(guestShares.downloadDirect, async ({ actor }, http) => {
    const options = { id: actor.share.item_id, isAttachment: true }
    return sendFile(sendDeps, actor, options, http)
  })
}
