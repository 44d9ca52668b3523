import type { Deps } from '../../deps.ts'
import { quotas } from '../quotas/index.ts'
import * as emptyings from './emptying.repository.ts'
import { deleteForGood } from './trash.service.ts'

/** Short enough that uploads and whoever restores something get their turn in between. */
const DELETED_AT_ONCE = 200

type EmptyingDeps = Pick<Deps, 'transact' | 'now' | 'live'>

/**
 * Goes on with an emptying to its end. What was restored meanwhile is not in the trash any more, and
 * what was removed later is not meant.
 */
export async function goOnEmptying(
  deps: EmptyingDeps,
  ownerId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const progress = await emptySome(deps, ownerId)
    if (!progress) return
    deps.live.publish([ownerId], { type: 'trash.progress', ...progress })
    if (progress.done === progress.total) return
  }
}

const emptySome = (
  { transact, now }: EmptyingDeps,
  ownerId: string,
): Promise<{ total: number; done: number } | undefined> =>
  transact(async tx => {
    await quotas.lockOwners(tx, [ownerId])
    const emptying = await emptyings.findEmptying(tx, ownerId)
    if (!emptying) return undefined
    const { removed_until, total } = emptying
    const tops = await emptyings.findTops(tx, ownerId, removed_until, DELETED_AT_ONCE)
    await deleteForGood(tx, now, tops)
    if (tops.length < DELETED_AT_ONCE) {
      await emptyings.deleteEmptying(tx, ownerId)
      return { total, done: total }
    }
    // Only the end is the end, though something may have come back into the trash meanwhile.
    const done = Math.min(emptying.done + tops.length, total - 1)
    await emptyings.saveEmptying(tx, { ...emptying, done })
    return { total, done }
  })
