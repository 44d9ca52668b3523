import type { ListQuery } from '@coffer/contract/browse'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { browseBranches, browseFolder, type FolderPage } from '../browse/index.ts'
import { type ItemView, requireItem, requireReadableFolder } from '../items/index.ts'
import { findPending, type InvitationRow } from './invitations.repository.ts'
import { findMembers, findPerson, type MemberView, type PersonView } from './people.repository.ts'
import * as teams from './teams.repository.ts'

export interface Team {
  folder: ItemView
  owner: Omit<PersonView, 'permission'>
  members: MemberView[]
  /** Open invitations, visible to the owner only. */
  pending: InvitationRow[]
}

export type TeamPage = Omit<FolderPage, 'folder'> & { folder: ItemView | null; team: Team | null }

/** Loads a team folder with its owner and members, and for the owner its open invitations. */
export async function findTeam(db: Db, actor: UserActor, folder: ItemView): Promise<Team> {
  const isOwn = folder.owner_id === actor.userId
  return {
    folder,
    owner: await findPerson(db, folder.owner_id),
    members: await findMembers(db, folder.id),
    pending: isOwn ? await findPending(db, folder.id) : [],
  }
}

/** The team folder above an item. Admins who are not members get `item.not_found`. */
function teamAbove(actor: UserActor, ancestors: readonly ItemView[]): ItemView {
  const top = ancestors.find(folder => folder.id === folder.team_id)
  const isMember = top && (top.owner_id === actor.userId || top.team_permission !== null)
  if (!isMember) throw new AppError('item.not_found')
  return top
}

/** Returns a page of a team folder, or of the team folders that the user owns or is a member of. */
export async function browseTeams(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  side: teams.Side,
  id: string,
  query: ListQuery,
): Promise<TeamPage> {
  if (id !== 'all') {
    const page = await browseFolder({ db }, actor, id, query)
    return { ...page, team: await findTeam(db, actor, teamAbove(actor, page.ancestors)) }
  }
  const total = await teams.countTops(db, side, actor.userId)
  const items = await teams.listTops(db, side, actor.userId, query)
  return { folder: null, ancestors: [], items, total, page: query, team: null }
}

/** Returns the folder tree of the team folder that a folder lies in, from its top. */
export async function browseTree(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  id: string,
  { page, per_page, ...order }: ListQuery,
) {
  const { ancestors } = await requireReadableFolder(db, actor, id)
  const top = teamAbove(actor, ancestors)
  return { top, level: await browseBranches({ db }, actor, top.id, { page, per_page }, order) }
}

/**
 * Loads a team folder itself.
 * @throws AppError `team.not_team_folder` for items inside of one
 */
export async function requireTeam(db: Db, actor: UserActor, id: string): Promise<ItemView> {
  const { item, ancestors } = await requireItem(db, actor, id)
  if (item.id !== item.team_id) throw new AppError('team.not_team_folder')
  return teamAbove(actor, ancestors)
}

export type TeamAccess = teams.TeamAccess
const accessKey = ({ userId, teamId }: TeamAccess): string => `${userId} ${teamId}`

/** @returns the transfers whose users still own or belong to all their team folders */
export async function filterReaders(
  db: Db,
  transfers: readonly (readonly TeamAccess[])[],
): Promise<Set<readonly TeamAccess[]>> {
  const valid = new Set((await teams.findAccessToTeams(db, transfers.flat())).map(accessKey))
  return new Set(transfers.filter(access => access.every(one => valid.has(accessKey(one)))))
}
