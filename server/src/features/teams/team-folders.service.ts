import type { Input } from '@coffer/contract'
import type * as contract from '@coffer/contract/teams'
import type { UserActor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import {
  endTeam,
  idsIn,
  lockFolder,
  lockItem,
  makeFolder,
  placeItems,
  requireView,
  setTeam,
  subtractFromParents,
} from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { deleteOfFolder, findPending } from './invitations.repository.ts'
import { deleteMembers, findMembers } from './people.repository.ts'
import { type InvitingDeps, updateMembers, withdrawInvitations } from './people.service.ts'
import type { MemberChanges } from './teams.rules.ts'
import { findTeam, requireTeam, type Team } from './teams.service.ts'

type TeamDeps = InvitingDeps & Pick<Deps, 'transact'>

const teamFolder = ({ id, name }: { id: string; name: string }) => ({ type: 'item', id, name })

/** Creates a team folder at the root and invites people to it. */
export const createTeamFolder = (
  deps: TeamDeps,
  actor: UserActor,
  { invitations, ...changes }: Input<typeof contract.createTeamFolder>['body'],
): Promise<Team> =>
  deps.transact(async tx => {
    const { folder: home } = await lockFolder(tx, actor, null)
    const id = await makeFolder(tx, deps, actor, home, {
      ...changes,
      on_conflict: 'rename',
      takes: 'canCreateTeamFolder',
    })
    await setTeam(tx, idsIn([id]), id)
    const folder = await requireView(tx, id, actor.userId)
    recordAudit(tx, { action: 'team.created', target: teamFolder(folder) })
    await updateMembers(tx, deps, actor, folder, { invitations })
    return findTeam(tx, actor, folder)
  })

/** Converts a folder to a team folder and moves it to the root, where all team folders are. */
export const convertFolder = (
  deps: TeamDeps,
  actor: UserActor,
  id: string,
  changes: MemberChanges,
): Promise<Team> =>
  deps.transact(async tx => {
    const { item } = await lockItem(tx, actor, id, 'share')
    if (item.type !== 'folder') throw new AppError('item.wrong_type')
    if (item.team_id !== null) throw new AppError('team.within_team')
    await requireUnrestricted(tx, actor, [item], 'canCreateTeamFolder')
    if (item.parent_id !== item.owner_id) {
      await placeItems(tx, deps, [item], item.owner_id, 'rename')
      await subtractFromParents(tx, [item])
    }
    await setTeam(tx, idsIn([id]), id)
    recordChange(tx, 'item', [id])
    const folder = await requireView(tx, id, actor.userId)
    recordAudit(tx, { action: 'team.created', target: teamFolder(folder) })
    await updateMembers(tx, deps, actor, folder, changes)
    return findTeam(tx, actor, folder)
  })

/** Changes the members and invitations of a team folder; owner only. */
export const updateTeamFolder = (
  deps: TeamDeps,
  actor: UserActor,
  id: string,
  changes: MemberChanges,
): Promise<Team> =>
  deps.transact(async tx => {
    const { item } = await lockItem(tx, actor, id, 'share')
    if (item.id !== item.team_id) throw new AppError('team.not_team_folder')
    await updateMembers(tx, deps, actor, item, changes, [item])
    return findTeam(tx, actor, item)
  })

/** Ends a team folder. Content that members added stays and belongs to the owner as before. */
export const dissolveTeamFolder = (
  { transact }: Pick<Deps, 'transact'>,
  actor: UserActor,
  id: string,
): Promise<void> =>
  transact(async tx => {
    const { item } = await lockItem(tx, actor, id, 'share')
    if (item.id !== item.team_id) throw new AppError('team.not_team_folder')
    const members = (await findMembers(tx, id)).map(person => person.id)
    await withdrawInvitations(tx, await findPending(tx, id))
    await deleteOfFolder(tx, id)
    await deleteMembers(tx, id, members)
    await endTeam(tx, id)
    recordAudit(tx, { action: 'team.dissolved', target: teamFolder(item) })
    recordChange(tx, 'team', [actor.userId])
    recordChange(tx, 'item', [id])
  })

/** Removes the caller from a team folder. @throws AppError `team.owner_stays` for its owner */
export const leaveTeamFolder = (
  { transact }: Pick<Deps, 'transact'>,
  actor: UserActor,
  id: string,
): Promise<void> =>
  transact(async tx => {
    const team = await requireTeam(tx, actor, id)
    await quotas.lockOwners(tx, [team.owner_id])
    const folder = await requireTeam(tx, actor, id)
    if (folder.owner_id === actor.userId) throw new AppError('team.owner_stays')
    const members = (await findMembers(tx, id)).map(person => person.id)
    recordChange(tx, 'team', [folder.owner_id, ...members])
    await deleteMembers(tx, id, [actor.userId])
    recordAudit(tx, { action: 'team.member_left', target: teamFolder(folder) })
  })
