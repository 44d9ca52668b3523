import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { type ItemView, subtractFromParents } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import * as emptyings from './emptying.repository.ts'
import { deletePermanently } from './trash.service.ts'

/** Small enough that other writers get their turn between two batches. */
const BATCH_SIZE = 200

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

/** Content of large folders is deleted before the folders, deepest first. */
async function findContent(tx: Db, ownerId: string, tops: readonly Pick<ItemView, 'id'>[]) {
  const ids = tops.map(({ id }) => id)
  return ids.length === 0 ? [] : emptyings.findInside(tx, ownerId, ids, BATCH_SIZE)
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
    const content = await findContent(tx, ownerId, tops)
    if (content.length > 0) {
      const deletedIds = new Set(content.map(({ id }) => id))
      await subtractFromParents(
        tx,
        content.filter(({ parent_id }) => !deletedIds.has(parent_id ?? '')),
      )
      await deletePermanently(tx, now, content)
      return saveProgress(tx, emptying, content.length)
    }
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
