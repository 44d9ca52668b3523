import type { Deps } from '../../deps.ts'
import { quotas } from '../quotas/index.ts'
import { findTops } from './emptying.repository.ts'
import { BATCH_SIZE, deleteContent } from './emptying.service.ts'
import { findOwnerToPurge } from './trash.repository.ts'
import { deletePermanently } from './trash.service.ts'

const DAY_MS = 86_400_000

type PurgeDeps = Pick<Deps, 'db' | 'transact' | 'now'>

/**
 * Deletes trashed items after the number of days in the settings; 0 keeps them forever.
 * @returns the number of deleted tops of the trash
 */
export async function purgeTrash(deps: PurgeDeps, keepDays: number): Promise<number> {
  if (keepDays === 0) return 0
  const trashedUntil = deps.now().getTime() - keepDays * DAY_MS
  for (let purged = 0; ; ) {
    const ownerId = await findOwnerToPurge(deps.db, trashedUntil)
    if (ownerId === undefined) return purged
    purged += await purgeBatch(deps, ownerId, trashedUntil)
  }
}

/** One owner at a time and few items, so that no one waits long for a lock. */
const purgeBatch = (
  { transact, now }: PurgeDeps,
  ownerId: string,
  trashedUntil: number,
): Promise<number> =>
  transact(async tx => {
    await quotas.lockOwners(tx, [ownerId])
    const tops = await findTops(tx, ownerId, trashedUntil, BATCH_SIZE)
    if ((await deleteContent(tx, now, ownerId, tops)) > 0) return 0
    await deletePermanently(tx, now, tops)
    return tops.length
  })
