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
  let purged = 0
  for (let after = ''; ; ) {
    const ownerId = await findOwnerToPurge(deps.db, trashedUntil, after)
    if (ownerId === undefined) return purged
    purged += await purgeOwner(deps, ownerId, trashedUntil)
    after = ownerId
  }
}

async function purgeOwner(deps: PurgeDeps, ownerId: string, trashedUntil: number) {
  for (let purged = 0; ; ) {
    const count = await purgeBatch(deps, ownerId, trashedUntil)
    if (count === undefined) return purged
    purged += count
  }
}

/**
 * One owner at a time and few items, so that no one waits long for a lock.
 * @returns the number of deleted tops; 0 while large folders lose their content, undefined at the end
 */
const purgeBatch = (
  { transact, now }: PurgeDeps,
  ownerId: string,
  trashedUntil: number,
): Promise<number | undefined> =>
  transact(async tx => {
    await quotas.lockOwners(tx, [ownerId])
    const tops = await findTops(tx, ownerId, trashedUntil, BATCH_SIZE)
    if (tops.length === 0) return undefined
    if ((await deleteContent(tx, now, ownerId, tops)) > 0) return 0
    await deletePermanently(tx, now, tops)
    return tops.length
  })
