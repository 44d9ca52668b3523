import type { Actor } from '../../actor.ts'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import type { ItemView } from './items.repository.ts'
import {
  setTeam,
  sumTreeSizes,
  type TopIds,
  theseIds,
  updateTreeOwner,
} from './ownership.repository.ts'

/** Whose something is, and which team folder it lies in. */
export type Ownership = Pick<ItemView, 'owner_id' | 'team_id'>

/**
 * What was put into a folder is its owner's and its team's, with everything in it.
 * @throws AppError `upload.quota_exceeded` when the new owner has no room for it
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

/** The same for some rows, each as it was before. A team folder that comes home stays one. */
export async function transferOwnershipOfRows(
  tx: Db,
  actor: Actor,
  rows: readonly (Ownership & { id: string })[],
  to: Ownership,
): Promise<void> {
  const moving = rows.filter(row => row.id !== row.team_id)
  const byHands = Map.groupBy(moving, row => `${row.owner_id} ${row.team_id}`)
  for (const group of byHands.values()) {
    const [from] = group
    const ids = group.map(row => row.id)
    if (from) await transferOwnership(tx, actor, theseIds(ids), { from, to })
  }
}
