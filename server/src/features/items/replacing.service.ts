import { creatorOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { inBatches } from '../../lib/batches.ts'
import { quotas } from '../quotas/index.ts'
import { type Copy, type CopyInto, findUnmatched } from './copying.repository.ts'
import { type CopyContext, copyOf, copyTrees, requireQuota } from './copying.service.ts'
import * as items from './items.repository.ts'
import { resolveNames } from './name-conflicts.service.ts'
import { pruneVersions } from './pruning.repository.ts'
import type { Pair } from './replacing.repository.ts'
import * as replacing from './replacing.repository.ts'

/** The owner of the replaced items also owns the copies. */
export interface Replacing extends CopyContext {
  versionsKept: number
}

/**
 * The contents of the targets become versions, and the targets take over the sources' contents and,
 * unless they are documents already, document types and values.
 * @param creatorId the creator of the new contents; undefined keeps the sources' creators
 */
async function replaceContents(
  tx: Db,
  pairs: readonly Pair[],
  { deps, actor, ownerId, versionsKept }: Replacing,
  creatorId?: string | null,
): Promise<void> {
  const at = deps.now().getTime()
  await replacing.saveVersions(tx, pairs, deps.newId())
  await replacing.copyContents(tx, pairs, { creatorId, at })
  await replacing.copyDocuments(tx, pairs)
  const isByOwner = creatorOf(actor).id === ownerId
  const retention = { keep: versionsKept, isByOwner, at }
  const freed = await pruneVersions(tx, replacing.targetsOf(pairs), retention)
  if (freed > 0) await quotas.free(tx, ownerId, freed)
}

/**
 * Gives free names to the children whose namesake in the target has the other type, by target.
 * Expects all other children to be in the target already, as they keep their names.
 */
async function numberMismatches(tx: Db, pairs: readonly Pair[]) {
  const mismatches = await replacing.findMismatches(tx, pairs)
  const groups: { targetId: string; named: { id: string; name: string }[] }[] = []
  for (const [targetId, rows] of Map.groupBy(mismatches, row => row.target_id)) {
    const { renamed } = await resolveNames(tx, rows, targetId, 'rename')
    groups.push({ targetId, named: renamed.map(({ row, name }) => ({ id: row.id, name })) })
  }
  return groups
}

/** Replaces files and merges folders by moving; the sources no longer exist afterwards. */
export async function replaceByMove(
  tx: Db,
  all: readonly Pair[],
  context: Replacing,
): Promise<void> {
  for (const pairs of inBatches(all, replacing.PAIRS_PER_STATEMENT)) {
    await replacing.moveVersions(tx, pairs)
    await replaceContents(tx, pairs, context)
    await replacing.deleteSourceFiles(tx, pairs)
    const at = context.deps.now().getTime()
    await replacing.moveUnmatched(tx, pairs, at)
    for (const { targetId, named } of await numberMismatches(tx, pairs))
      await items.moveNamed(tx, named, targetId, at)
    await replacing.recountTargets(tx, pairs)
    await replacing.deleteSourceFolders(tx, pairs)
  }
}

/** As `replaceByMove`, but copies; the sources stay. Throws when the owner's quota is exceeded. */
export async function replaceByCopy(
  tx: Db,
  all: readonly Pair[],
  context: Replacing,
  destination: Omit<CopyInto, 'at'>,
): Promise<void> {
  const { deps } = context
  for (const pairs of inBatches(all, replacing.PAIRS_PER_STATEMENT)) {
    await requireQuota(tx, context, await replacing.sumReplacementSizes(tx, pairs))
    await replaceContents(tx, pairs, context, creatorOf(context.actor).id)
    const unmatched = (await findUnmatched(tx, pairs)).map(({ id, target_id }) =>
      copyOf(deps, id, target_id),
    )
    await copyTrees(tx, unmatched, context, destination)
    const renamed = (await numberMismatches(tx, pairs)).flatMap(({ targetId, named }) =>
      named.map(
        ({ id, name }): Copy => ({ sourceId: id, id: deps.newId(), parentId: targetId, name }),
      ),
    )
    await copyTrees(tx, renamed, context, destination)
    await replacing.recountTargets(tx, pairs)
  }
}
