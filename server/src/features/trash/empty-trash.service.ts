import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { rootFolderId } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import * as emptying from './emptying.repository.ts'
import { emptyLargeTrash } from './trash.jobs.ts'
import { deletePermanently, type Outcome } from './trash.service.ts'

/** Up to this many items, the trash is emptied within the request. */
const BATCH_SIZE = 1000

type EmptyDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'jobs'>

export interface Progress {
  total: number
  done: number
}

/**
 * Empties a small trash at once; leaves a large one to a job that reports its progress.
 * @param removedUntil keeps items that were removed after this time
 */
export const emptyTrash = (
  { transact, now, jobs }: EmptyDeps,
  actor: Actor,
  removedUntil = Number.POSITIVE_INFINITY,
): Promise<Outcome & { emptying: Progress | null }> =>
  transact(async tx => {
    const ownerId = rootFolderId(actor)
    await quotas.lockOwners(tx, [ownerId])
    const latest = await emptying.findLastRemovalTime(tx, ownerId)
    const current = await emptying.findEmptying(tx, ownerId)
    // An emptying in progress has been confirmed up to its own time.
    const until = Math.max(Math.min(latest, removedUntil), current?.removed_until ?? 0)
    if (!current && !(await emptying.holdsMoreThan(tx, ownerId, until, BATCH_SIZE))) {
      const tops = await emptying.findTops(tx, ownerId, until, BATCH_SIZE)
      await deletePermanently(tx, now, tops)
      return { changed: tops.length, skipped: 0, emptying: null }
    }
    const done = current?.done ?? 0
    const total = done + (await emptying.countUntil(tx, ownerId, until))
    await emptying.saveEmptying(tx, { owner_id: ownerId, removed_until: until, total, done })
    await jobs.add(tx, emptyLargeTrash, { ownerId }, { key: ownerId })
    return { changed: 0, skipped: 0, emptying: { total, done } }
  })

/** Queues jobs again for emptyings whose job has failed or been lost too often. */
export const resumeEmptyings = ({
  transact,
  jobs,
}: Pick<EmptyDeps, 'transact' | 'jobs'>): Promise<void> =>
  transact(async tx => {
    const owners = await emptying.findOwners(tx)
    await jobs.addMissing(tx, emptyLargeTrash, new Map(owners.map(id => [id, { ownerId: id }])))
  })

/** Returns the progress of the caller's emptying, or null when none is in progress. */
export async function getEmptying(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<Progress | null> {
  const current = await emptying.findEmptying(db, rootFolderId(actor))
  return current ? { total: current.total, done: current.done } : null
}
