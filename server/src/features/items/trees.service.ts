import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { rootOwnerId } from './items.access.ts'
import { findTeamsOf } from './trees.repository.ts'

/** Where things lie: in somebody's own tree, and in team folders of others. */
export interface Trees {
  ownerId: string | null
  teamIds: readonly string[]
}

/**
 * The trees that hold everything that the actor finds, asked for anew each time: who has left a team
 * folder, or was put out of it, finds nothing of it any more.
 * @param ownerId whose items alone are asked for; everything in a team folder is its owner's
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
