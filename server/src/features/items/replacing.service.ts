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
  TOPS_PER_STATEMENT,
  type Top,
  type Tops,
  topsTable,
  unmatchedTops,
} from './copying.repository.ts'
import * as items from './items.repository.ts'
import { resolveNames } from './name-conflicts.service.ts'
import { pruneVersions } from './pruning.repository.ts'
import type { Pair } from './replacing.repository.ts'
import * as replacing from './replacing.repository.ts'

export interface Replacing {
  deps: Pick<Deps, 'now' | 'newId'>
  actor: Actor
  /** The owner of the replaced items. */
  ownerId: string
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
    await copyTrees(tx, unmatchedTops(pairs, deps.newId), context, destination)
    const renamed = (await numberMismatches(tx, pairs)).flatMap(({ targetId, named }) =>
      named.map(
        ({ id, name }): Top => ({ sourceId: id, id: deps.newId(), parentId: targetId, name }),
      ),
    )
    await copyTops(tx, renamed, context, destination)
    await replacing.recountTargets(tx, pairs)
  }
}

/** Copies trees under their given names, in batches. */
export async function copyTops(
  tx: Db,
  tops: readonly Top[],
  context: Pick<Replacing, 'deps' | 'actor' | 'ownerId'>,
  destination: Omit<CopyInto, 'at'>,
): Promise<void> {
  for (const batch of inBatches(tops, TOPS_PER_STATEMENT))
    await copyTrees(tx, topsTable(tx, batch), context, destination)
}

/** Copies trees in one batch. @throws AppError `upload.quota_exceeded` */
export async function copyTrees(
  tx: Db,
  tops: Tops,
  { deps, actor, ownerId }: Pick<Replacing, 'deps' | 'actor' | 'ownerId'>,
  destination: Omit<CopyInto, 'at'>,
): Promise<void> {
  await requireQuota(tx, { actor, ownerId }, await sumCopySizes(tx, tops))
  await withHashJoins(tx, () =>
    insertCopies(tx, tops, deps.newId, { ...destination, at: deps.now().getTime() }),
  )
}

async function requireQuota(
  tx: Db,
  { actor, ownerId }: Pick<Replacing, 'actor' | 'ownerId'>,
  bytes: number,
): Promise<void> {
  if (bytes > 0 && !(await quotas.use(tx, ownerId, bytes, 0))) throw quotaExceeded(actor, ownerId)
}
