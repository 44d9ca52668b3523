import { FOLDER_DEPTH_MAX } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { LIVE, levelsOf, REMOVED_TOGETHER } from './depth.repository.ts'
import type { ItemWithAncestors } from './items.repository.ts'
import { type TopIds, theseIds } from './ownership.repository.ts'

/**
 * @param depth of the innermost folder that something is put into
 * @throws AppError `item.too_deep` when that is deeper than folders may lie
 */
export function requireDepth(depth: number): void {
  if (depth > FOLDER_DEPTH_MAX)
    throw new AppError('item.too_deep', { values: { limit: FOLDER_DEPTH_MAX } })
}

type Nested = Pick<ItemWithAncestors, 'id' | 'type' | 'depth' | 'folder_count'>

/**
 * For items that are moved or copied into a folder, with the live folders below them.
 * @throws AppError `item.too_deep`
 */
export async function requireDepthFor(
  tx: Db,
  items: readonly Nested[],
  folder: Pick<ItemWithAncestors, 'depth'>,
): Promise<void> {
  if (items.length === 0) return
  const folders = items.filter(({ type }) => type === 'folder')
  const nesting = folders.filter(({ folder_count }) => folder_count > 0)
  if (nesting.length === 0) return requireDepth(folder.depth + Math.min(folders.length, 1))
  await requireDepthBelow(tx, theseIds(nesting.map(({ id }) => id)), folder)
}

/** As `requireDepthFor`, for a set of items that only the database knows. */
export const requireDepthBelow = async (
  tx: Db,
  tops: TopIds,
  folder: Pick<ItemWithAncestors, 'depth'>,
): Promise<void> => requireDepth(folder.depth + (await levelsOf(tx, tops, LIVE)))

/**
 * For items in the trash that come back, with what was removed together with them.
 * @param folderId the folder above them that they come back to, or their owner's root folder
 * @throws AppError `item.too_deep`
 */
export async function requireDepthToRestore(
  tx: Db,
  removed: readonly { item: ItemWithAncestors; ancestors: readonly ItemWithAncestors[] }[],
  folderId: string,
): Promise<void> {
  const ids = removed.map(({ item }) => item.id)
  const depth = removed[0]?.ancestors.find(folder => folder.id === folderId)?.depth ?? 0
  requireDepth(depth + (await levelsOf(tx, theseIds(ids), REMOVED_TOGETHER)))
}
