import { DAY_MS } from '@coffer/contract/durations'
import type { Deps } from '../../deps.ts'
import { quotas } from '../quotas/index.ts'
import { findTops } from './emptying.repository.ts'
import { BATCH_SIZE, deleteContent } from './emptying.service.ts'
import { findOwnerToPurge } from './trash.repository.ts'
import { deletePermanently } from './trash.service.ts'

/** If so many owners fail, they have one cause, such as a full disk, and the run ends. */
const MAX_FAILURES = 50

type PurgeDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'log'>

/**
 * Deletes trashed items after the number of days in the settings; 0 keeps them forever.
 * @returns the number of deleted tops of the trash
 * @throws the first error of an owner, after all others were processed
 */
export async function purgeTrash(deps: PurgeDeps, keepDays: number): Promise<number> {
  if (keepDays === 0) return 0
  const trashedUntil = deps.now().getTime() - keepDays * DAY_MS
  const errors = new Map<string, unknown>()
  let purged = 0
  while (errors.size < MAX_FAILURES) {
    const ownerId = await findOwnerToPurge(deps.db, trashedUntil, [...errors.keys()])
    if (ownerId === undefined) break
    purged += await purgeOwner(deps, ownerId, trashedUntil).catch(error => {
      errors.set(ownerId, error)
      return 0
    })
  }
  for (const [ownerId, err] of errors) deps.log.error({ err, ownerId }, 'a trash was not purged')
  for (const error of errors.values()) throw error
  return purged
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
