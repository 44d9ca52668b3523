import type { Actor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import type { ItemView } from './items.repository.ts'
import {
  idsIn,
  setTeam,
  sumTreeSizes,
  type TopIds,
  updateTreeOwner,
} from './ownership.repository.ts'

/** The owner of an item and the team folder that it lies in. */
export type Ownership = Pick<ItemView, 'owner_id' | 'team_id'>

/**
 * Gives items, with everything below them, to the owner and team of their new folder.
 * @throws AppError `upload.quota_exceeded` when the new owner has too little quota
 */
export async function transferOwnership(
  tx: Db,
  actor: Actor,
  tops: TopIds,
  { from, to }: { from: Ownership; to: Ownership },
): Promise<void> {
  const { owner_id: ownerId, team_id: teamId } = to
  if (from.owner_id === ownerId) {
    if (from.team_id !== teamId) await setTeam(tx, tops, teamId)
    return
  }
  const bytes = await sumTreeSizes(tx, tops)
  if (!(await quotas.use(tx, ownerId, bytes, 0))) throw quotaExceeded(actor, ownerId)
  await quotas.free(tx, from.owner_id, bytes)
  await updateTreeOwner(tx, tops, { ownerId, teamId })
  recordChange(tx, 'trash', [from.owner_id])
}

/**
 * As `transferOwnership`, for rows of different owners. A team folder that is moved home stays one.
 */
export async function transferOwnershipOfRows(
  tx: Db,
  actor: Actor,
  rows: readonly (Ownership & { id: string })[],
  to: Ownership,
): Promise<void> {
  const moving = rows.filter(row => row.id !== row.team_id)
  const groups = Map.groupBy(moving, row => `${row.owner_id} ${row.team_id}`)
  for (const group of groups.values()) {
    const [from] = group
    const ids = group.map(row => row.id)
    if (from) await transferOwnership(tx, actor, idsIn(ids), { from, to })
  }
}
