import { teams as contract, teamInvitations } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { limitAttemptsWithin } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { presentLevel } from '../browse/index.ts'
import { presentItem } from '../items/index.ts'
import { acceptInvitation, declineInvitation, getInvitation } from './invitations.service.ts'
import type { InvitingDeps } from './people.service.ts'
import {
  convertFolder,
  createTeamFolder,
  dissolveTeamFolder,
  leaveTeamFolder,
  updateTeamFolder,
} from './team-folders.service.ts'
import { presentInvitation, presentTeam, presentTeamListing } from './teams.presenter.ts'
import { browseTeams, browseTree } from './teams.service.ts'

export function teamsRoutes(route: Route, deps: Deps): void {
  // One try per address, because each sends an email to an address that may belong to anyone.
  const limitInvitations: InvitingDeps['limitInvitations'] = (tx, inviterId, times) =>
    limitAttemptsWithin(tx, deps, [{ limit: 'team-invitation by user', key: inviterId, times }])
  const inviting = { ...deps, limitInvitations }

  route(contract.browseTeamFolders, async ({ actor, params, query }) =>
    presentTeamListing(actor, await browseTeams(deps, actor, 'own', params.id, query)),
  )

  route(contract.browseSharedWithMe, async ({ actor, params, query }) =>
    presentTeamListing(actor, await browseTeams(deps, actor, 'shared', params.id, query)),
  )

  route(contract.browseTeamTree, async ({ actor, params, query }) => {
    const { top, level } = await browseTree(deps, actor, params.id, query)
    return { data: [{ id: top.id, name: top.name, ...presentLevel(actor, level) }] }
  })

  route(contract.createTeamFolder, async ({ actor, body }) => ({
    data: presentTeam(actor, await createTeamFolder(inviting, actor, body)),
  }))

  route(contract.convertToTeamFolder, async ({ actor, params, body }) => ({
    data: presentTeam(actor, await convertFolder(inviting, actor, params.id, body)),
  }))

  for (const endpoint of [contract.updateTeamFolder, contract.patchTeamFolder])
    route(endpoint, async ({ actor, params, body }) => ({
      data: presentTeam(actor, await updateTeamFolder(inviting, actor, params.id, body)),
    }))

  route(contract.dissolveTeamFolder, async ({ actor, params }) => {
    await dissolveTeamFolder(deps, actor, params.id)
    return undefined
  })

  route(contract.leaveTeamFolder, async ({ actor, params }) => {
    await leaveTeamFolder(deps, actor, params.id)
    return undefined
  })

  route(teamInvitations.getInvitation, async ({ params }) => ({
    data: presentInvitation(await getInvitation(deps, params.id)),
  }))

  route(teamInvitations.acceptInvitation, async ({ actor, params, body }) => ({
    data: presentItem(actor, await acceptInvitation(deps, actor, { ...params, ...body })),
  }))

  route(teamInvitations.declineInvitation, async ({ actor, params, body }) => {
    await declineInvitation(deps, actor, { ...params, ...body })
    return undefined
  })
}
