import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { type ItemView, subtractFromParents } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import * as emptyings from './emptying.repository.ts'
import { deletePermanently } from './trash.service.ts'

/** Small enough that other writers get their turn between two batches. */
export const BATCH_SIZE = 200

type EmptyingDeps = Pick<Deps, 'transact' | 'now' | 'live'>

/** Continues an emptying to its end. Skips items that were restored meanwhile or trashed later. */
export async function continueEmptying(
  deps: EmptyingDeps,
  ownerId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const progress = await emptyBatch(deps, ownerId)
    if (!progress) return
    deps.live.publish([ownerId], { type: 'trash.progress', ...progress })
    if (progress.done === progress.total) return
  }
}

/**
 * Deletes a batch of what large folders contain, deepest first, so that the folders themselves can be
 * deleted in the end.
 * @returns the number of deleted items; 0 if the tops have few items inside
 */
export async function deleteContent(
  tx: Db,
  now: () => Date,
  ownerId: string,
  tops: readonly Pick<ItemView, 'id'>[],
): Promise<number> {
  if (tops.length === 0) return 0
  const ids = tops.map(({ id }) => id)
  const content = await emptyings.findInside(tx, ownerId, ids, BATCH_SIZE)
  const deletedIds = new Set(content.map(({ id }) => id))
  await subtractFromParents(
    tx,
    content.filter(({ parent_id }) => !deletedIds.has(parent_id ?? '')),
  )
  await deletePermanently(tx, now, content)
  return content.length
}

const emptyBatch = (
  { transact, now }: EmptyingDeps,
  ownerId: string,
): Promise<{ total: number; done: number } | undefined> =>
  transact(async tx => {
    await quotas.lockOwners(tx, [ownerId])
    const emptying = await emptyings.findEmptying(tx, ownerId)
    if (!emptying) return undefined
    const { removed_until, total } = emptying
    const tops = await emptyings.findTops(tx, ownerId, removed_until, BATCH_SIZE)
    const deleted = await deleteContent(tx, now, ownerId, tops)
    if (deleted > 0) return saveProgress(tx, emptying, deleted)
    const count = await emptyings.countGroups(
      tx,
      ownerId,
      tops.map(({ id }) => id),
    )
    await deletePermanently(tx, now, tops)
    if (tops.length < BATCH_SIZE) {
      await emptyings.deleteEmptying(tx, ownerId)
      return { total, done: total }
    }
    return saveProgress(tx, emptying, count)
  })

async function saveProgress(tx: Db, emptying: emptyings.Emptying, count: number) {
  const { total } = emptying
  // Only the last batch reports completion, even when items have returned to the trash meanwhile.
  const done = Math.min(emptying.done + count, total - 1)
  await emptyings.saveEmptying(tx, { ...emptying, done })
  return { total, done }
}
