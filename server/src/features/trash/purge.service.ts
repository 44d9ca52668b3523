import type { Deps } from '../../deps.ts'
import { quotas } from '../quotas/index.ts'
import * as trash from './trash.repository.ts'
import { deletePermanently } from './trash.service.ts'

const DAY_MS = 86_400_000
const PURGE_BATCH = 1000

/** Deletes trashed items after the number of days in the settings; 0 keeps them forever. */
export async function purgeTrash(
  deps: Pick<Deps, 'transact' | 'now'>,
  keepDays: number,
): Promise<number> {
  if (keepDays === 0) return 0
  const trashedBefore = deps.now().getTime() - keepDays * DAY_MS
  let purged = 0
  for (;;) {
    const count = await deps.transact(async tx => {
      const candidates = await trash.findTrashedBefore(tx, trashedBefore, PURGE_BATCH)
      const owners = new Set(candidates.map(row => row.owner_id))
      await quotas.lockOwners(tx, owners)
      // Read again under the lock, because an item may have been restored meanwhile.
      const rows = await trash.findTrashedBefore(tx, trashedBefore, PURGE_BATCH)
      await deletePermanently(
        tx,
        deps.now,
        rows.filter(row => owners.has(row.owner_id)),
      )
      return candidates.length
    })
    purged += count
    if (count < PURGE_BATCH) return purged
  }
}
