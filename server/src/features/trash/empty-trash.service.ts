import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { rootFolderId } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import * as emptyings from './emptying.repository.ts'
import { emptyLargeTrash } from './trash.jobs.ts'
import { deletePermanently, type Outcome } from './trash.service.ts'

/** Up to here the caller waits for it. */
const BATCH_SIZE = 1000

type EmptyDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'jobs'>

export interface Progress {
  total: number
  done: number
}

/** A small trash is empty with the answer; a large one is emptied by a job that tells how far it is. */
export const emptyTrash = (
  { transact, now, jobs }: EmptyDeps,
  actor: Actor,
): Promise<Outcome & { emptying: Progress | null }> =>
  transact(async tx => {
    const ownerId = rootFolderId(actor)
    await quotas.lockOwners(tx, [ownerId])
    const until = await emptyings.lastRemoval(tx, ownerId)
    const known = await emptyings.findEmptying(tx, ownerId)
    if (!known && !(await emptyings.isLarger(tx, ownerId, BATCH_SIZE))) {
      const tops = await emptyings.findTops(tx, ownerId, until, BATCH_SIZE)
      await deletePermanently(tx, now, tops)
      return { changed: tops.length, skipped: 0, emptying: null }
    }
    const done = known?.done ?? 0
    const total = done + (await emptyings.countUntil(tx, ownerId, until))
    await emptyings.saveEmptying(tx, { owner_id: ownerId, removed_until: until, total, done })
    await jobs.add(tx, emptyLargeTrash, { ownerId }, { key: ownerId })
    return { changed: 0, skipped: 0, emptying: { total, done } }
  })

/**
 * A job that failed once too often, or was lost too often, is not begun again by itself; what was to
 * be emptied is still to be. One that is under way is done before this finds anything to do.
 */
export const resumeEmptyings = ({
  transact,
  jobs,
}: Pick<EmptyDeps, 'transact' | 'jobs'>): Promise<void> =>
  transact(async tx => {
    for (const ownerId of await emptyings.findOwners(tx))
      await jobs.add(tx, emptyLargeTrash, { ownerId }, { key: ownerId })
  })

/** How far the emptying of the caller's trash is; null when none is under way. */
export async function getEmptying(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<Progress | null> {
  const known = await emptyings.findEmptying(db, rootFolderId(actor))
  return known ? { total: known.total, done: known.done } : null
}
