import { type Actor, creatorOf } from '../../actor.ts'
import { withHashJoins } from '../../db/hash-joins.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { inBatches } from '../../lib/batches.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import {
  type CopyInto,
  insertCopies,
  sumCopySizes,
  TOPS_AT_ONCE,
  type Top,
  type Tops,
  theseTops,
  unmatchedTops,
} from './copying.repository.ts'
import * as items from './items.repository.ts'
import { freeNameIn } from './name-conflicts.service.ts'
import { pruneVersions } from './pruning.repository.ts'
import type { Pair } from './replacing.repository.ts'
import * as replacing from './replacing.repository.ts'

export interface Replacing {
  deps: Pick<Deps, 'now' | 'newId'>
  actor: Actor
  /** Of everything that is put over. */
  ownerId: string
  versionsKept: number
}

/**
 * The targets' contents become versions of theirs, and they get the sources'.
 * @param creatorId who brings them; without it they stay with the people who brought the sources
 */
async function replaceContents(
  tx: Db,
  pairs: readonly Pair[],
  { deps, actor, ownerId, versionsKept }: Replacing,
  creatorId?: string | null,
): Promise<void> {
  const at = deps.now().getTime()
  await replacing.keepContents(tx, pairs, deps.newId())
  await replacing.takeContents(tx, pairs, { creatorId, at })
  const isByOwner = creatorOf(actor).id === ownerId
  const retention = { keep: versionsKept, isByOwner, at }
  const freed = await pruneVersions(tx, replacing.targetsOf(pairs), retention)
  if (freed > 0) await quotas.free(tx, ownerId, freed)
}

/** Files go into the files they are put over, folders into theirs: afterwards the sources are gone. */
export async function replaceByMove(
  tx: Db,
  all: readonly Pair[],
  context: Replacing,
): Promise<void> {
  for (const pairs of inBatches(all, replacing.PAIRS_AT_ONCE)) {
    await replacing.moveVersions(tx, pairs)
    await replaceContents(tx, pairs, context)
    await replacing.deleteSourceFiles(tx, pairs)
    const at = context.deps.now().getTime()
    const mismatches = await replacing.findMismatches(tx, pairs)
    await replacing.moveUnmatched(tx, pairs, at)
    for (const { id, name, target_id } of mismatches) {
      const free = await freeNameIn(tx, target_id, name)
      await items.updateItem(tx, id, { name: free, parent_id: target_id, placed_at: at })
    }
    await replacing.recountTargets(tx, pairs)
    await replacing.deleteSourceFolders(tx, pairs)
  }
}

/** As moving, but the sources stay as they are. @returns false when the copies do not fit */
export async function replaceByCopy(
  tx: Db,
  all: readonly Pair[],
  context: Replacing,
  into: Omit<CopyInto, 'at'>,
): Promise<void> {
  const { deps } = context
  for (const pairs of inBatches(all, replacing.PAIRS_AT_ONCE)) {
    const mismatches = await replacing.findMismatches(tx, pairs)
    await requireQuota(tx, context, await replacing.sumReplacementSizes(tx, pairs))
    await replaceContents(tx, pairs, context, creatorOf(context.actor).id)
    const beside: Top[] = []
    for (const { id, name, target_id } of mismatches)
      beside.push({
        ...{ sourceId: id, id: deps.newId(), parentId: target_id },
        name: await freeNameIn(tx, target_id, name),
      })
    await copyTops(tx, beside, context, into)
    await copyTrees(tx, unmatchedTops(pairs, deps.newId), context, into)
    await replacing.recountTargets(tx, pairs)
  }
}

/** Whole trees beside each other, under names that are free. */
export async function copyTops(
  tx: Db,
  tops: readonly Top[],
  context: Pick<Replacing, 'deps' | 'actor' | 'ownerId'>,
  into: Omit<CopyInto, 'at'>,
): Promise<void> {
  for (const some of inBatches(tops, TOPS_AT_ONCE))
    await copyTrees(tx, theseTops(tx, some), context, into)
}

export async function copyTrees(
  tx: Db,
  tops: Tops,
  { deps, actor, ownerId }: Pick<Replacing, 'deps' | 'actor' | 'ownerId'>,
  into: Omit<CopyInto, 'at'>,
): Promise<void> {
  await requireQuota(tx, { actor, ownerId }, await sumCopySizes(tx, tops))
  await withHashJoins(tx, () =>
    insertCopies(tx, tops, deps.newId, { ...into, at: deps.now().getTime() }),
  )
}

async function requireQuota(
  tx: Db,
  { actor, ownerId }: Pick<Replacing, 'actor' | 'ownerId'>,
  bytes: number,
): Promise<void> {
  if (bytes > 0 && !(await quotas.use(tx, ownerId, bytes, 0))) throw quotaExceeded(actor, ownerId)
}
