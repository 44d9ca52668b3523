import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { type ItemView, subtractFromParents } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import * as emptyings from './emptying.repository.ts'
import { deletePermanently } from './trash.service.ts'

/** Short enough that uploads and whoever restores something get their turn in between. */
const DELETED_AT_ONCE = 200

type EmptyingDeps = Pick<Deps, 'transact' | 'now' | 'live'>

/**
 * Goes on with an emptying to its end. What was restored meanwhile is not in the trash any more, and
 * what was removed later is not meant.
 */
export async function continueEmptying(
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

/** A folder that holds much is emptied before it goes itself, the deepest of it first. */
async function insideOf(tx: Db, ownerId: string, tops: readonly Pick<ItemView, 'id'>[]) {
  const ids = tops.map(({ id }) => id)
  return ids.length === 0 ? [] : emptyings.findInside(tx, ownerId, ids, DELETED_AT_ONCE)
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
    const inside = await insideOf(tx, ownerId, tops)
    if (inside.length > 0) {
      const gone = new Set(inside.map(({ id }) => id))
      await subtractFromParents(
        tx,
        inside.filter(({ parent_id }) => !gone.has(parent_id ?? '')),
      )
      await deletePermanently(tx, now, inside)
      return goneOn(tx, emptying, inside.length)
    }
    const count = await emptyings.countGroups(
      tx,
      ownerId,
      tops.map(({ id }) => id),
    )
    await deletePermanently(tx, now, tops)
    if (tops.length < DELETED_AT_ONCE) {
      await emptyings.deleteEmptying(tx, ownerId)
      return { total, done: total }
    }
    return goneOn(tx, emptying, count)
  })

async function goneOn(tx: Db, emptying: emptyings.Emptying, count: number) {
  const { total } = emptying
  // Only the end is the end, though something may have come back into the trash meanwhile.
  const done = Math.min(emptying.done + count, total - 1)
  await emptyings.saveEmptying(tx, { ...emptying, done })
  return { total, done }
}
