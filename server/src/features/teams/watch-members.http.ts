import type { FastifyReply } from 'fastify'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { createTransferWatch } from '../../http/active-transfers.ts'
import type { ItemView } from '../items/index.ts'
import { filterReaders, type TeamAccess } from './teams.service.ts'

/**
 * Aborts running downloads of users once they are neither a member nor the owner of a team folder
 * that they read from.
 */
export function watchTeamMembers(deps: Pick<Deps, 'db' | 'log' | 'transferCheckMs'>) {
  const watch = createTransferWatch<readonly TeamAccess[]>(deps, {
    filterAllowed: transfers => filterReaders(deps.db, transfers),
  })

  return (
    actor: Actor,
    items: readonly Pick<ItemView, 'owner_id' | 'team_id'>[],
    reply: FastifyReply,
  ): void => {
    if (actor.kind !== 'user') return
    const { userId } = actor
    const foreign = items.filter(item => item.owner_id !== userId)
    const teamIds = new Set(foreign.flatMap(({ team_id }) => team_id ?? []))
    if (teamIds.size > 0)
      watch(
        [...teamIds].map(teamId => ({ userId, teamId })),
        reply,
      )
  }
}
