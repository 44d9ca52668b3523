import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { rootOwnerId } from './items.access.ts'
import { findTeamsOf } from './trees.repository.ts'

/** The trees of a search: an owner's tree and team folders of other owners. */
export interface Trees {
  ownerId: string | null
  teamIds: readonly string[]
}

/** Whether a filter limits more than the trees. */
export const hasFilters = ({ trees: _, ...rest }: { trees: unknown }): boolean =>
  Object.values(rest).some(value => value !== undefined)

/**
 * Returns the trees that the actor can search. Memberships are read each time, because a member who
 * leaves a team folder must not find anything in it any more.
 * @param ownerId limits the trees to those of one owner; a team folder belongs to its owner
 */
export async function searchableTrees(db: Db, actor: Actor, ownerId?: string): Promise<Trees> {
  const isOwnedBy = (id: string) => ownerId === undefined || id === ownerId
  const host = rootOwnerId(actor)
  const teams = actor.kind === 'user' ? await findTeamsOf(db, actor.userId) : []
  return {
    ownerId: isOwnedBy(host) ? host : null,
    teamIds: teams.filter(team => isOwnedBy(team.owner_id)).map(team => team.id),
  }
}

export const isEmptyScope = ({ ownerId, teamIds }: Trees): boolean =>
  ownerId === null && teamIds.length === 0
