import type { Deps } from '../../deps.ts'
import { quotas } from '../quotas/index.ts'
import * as trash from './trash.repository.ts'
import { deletePermanently } from './trash.service.ts'

const DAY_MS = 86_400_000
const PURGE_BATCH = 1000

/** Spec leaves retention open; items stay for the days that the settings give, 0 keeps them for ever. */
export async function purgeTrash(
  deps: Pick<Deps, 'transact' | 'now'>,
  keepDays: number,
): Promise<number> {
  if (keepDays === 0) return 0
  const before = deps.now().getTime() - keepDays * DAY_MS
  let purged = 0
  for (;;) {
    const count = await deps.transact(async tx => {
      const seen = await trash.findTrashedBefore(tx, before, PURGE_BATCH)
      const owners = new Set(seen.map(row => row.owner_id))
      await quotas.lockOwners(tx, owners)
      // Once more under the lock: somebody may have restored one of them meanwhile.
      const rows = await trash.findTrashedBefore(tx, before, PURGE_BATCH)
      await deletePermanently(
        tx,
        deps.now,
        rows.filter(row => owners.has(row.owner_id)),
      )
      return seen.length
    })
    purged += count
    if (count < PURGE_BATCH) return purged
  }
}
