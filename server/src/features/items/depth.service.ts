import { MAX_FOLDER_DEPTH } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { countLevels, IS_LIVE, IS_TRASHED_TOGETHER } from './depth.repository.ts'
import type { ItemWithAncestors } from './items.repository.ts'
import { idsIn, type TopIds } from './ownership.repository.ts'

/**
 * Checks the depth limit.
 * @param depth of the innermost folder that would exist
 * @throws AppError `item.too_deep`
 */
export function requireDepth(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH)
    throw new AppError('item.too_deep', { values: { limit: MAX_FOLDER_DEPTH } })
}

type Nested = Pick<ItemWithAncestors, 'id' | 'type' | 'depth' | 'folder_count'>

/**
 * Checks the depth limit for items that are moved or copied into a folder with their live
 * subfolders.
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
  await requireDepthBelow(tx, idsIn(nesting.map(({ id }) => id)), folder)
}

/** As `requireDepthFor`, for items given as a query. */
export const requireDepthBelow = async (
  tx: Db,
  tops: TopIds,
  folder: Pick<ItemWithAncestors, 'depth'>,
): Promise<void> => requireDepth(folder.depth + (await countLevels(tx, tops, IS_LIVE)))

/**
 * Checks the depth limit for trashed items that are restored with what was trashed together with
 * them.
 * @param folderId the folder that they return to, or their owner's home
 * @throws AppError `item.too_deep`
 */
export async function requireDepthToRestore(
  tx: Db,
  removed: readonly { item: ItemWithAncestors; ancestors: readonly ItemWithAncestors[] }[],
  folderId: string,
): Promise<void> {
  const ids = removed.map(({ item }) => item.id)
  const depth = removed[0]?.ancestors.find(folder => folder.id === folderId)?.depth ?? 0
  requireDepth(depth + (await countLevels(tx, idsIn(ids), IS_TRASHED_TOGETHER)))
}
