import type { ListQuery } from '@coffer/contract/browse'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { browseBranches, browseFolder, type FolderPage } from '../browse/index.ts'
import { type ItemView, requireItem, requireReadableFolder } from '../items/index.ts'
import { findWaiting, type InvitationRow } from './invitations.repository.ts'
import { findMembers, findPerson, type MemberView, type PersonView } from './people.repository.ts'
import * as teams from './teams.repository.ts'

export interface Team {
  folder: ItemView
  owner: Omit<PersonView, 'permission'>
  members: MemberView[]
  /** Told to the owner alone. */
  waiting: InvitationRow[]
}

export type TeamPage = Omit<FolderPage, 'folder'> & { folder: ItemView | null; team: Team | null }

export async function findTeam(db: Db, actor: UserActor, folder: ItemView): Promise<Team> {
  const isOwn = folder.owner_id === actor.userId
  return {
    folder,
    owner: await findPerson(db, folder.owner_id),
    members: await findMembers(db, folder.id),
    waiting: isOwn ? await findWaiting(db, folder.id) : [],
  }
}

/** The team folder that something lies in; an admin, who may look anywhere, is in none by that. */
function teamAbove(actor: UserActor, ancestors: readonly ItemView[]): ItemView {
  const top = ancestors.find(folder => folder.id === folder.team_id)
  const isKept = top && (top.owner_id === actor.userId || top.team_permission !== null)
  if (!isKept) throw new AppError('item.not_found')
  return top
}

/** A page of a team folder, or of those that somebody has or is in. */
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

/** From the top of the team folder downwards, wherever in it one is. */
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

/** A team folder itself, not what lies in one. @throws AppError when it is none */
export async function requireTeam(db: Db, actor: UserActor, id: string): Promise<ItemView> {
  const { item, ancestors } = await requireItem(db, actor, id)
  if (item.id !== item.team_id) throw new AppError('team.not_team_folder')
  return teamAbove(actor, ancestors)
}
