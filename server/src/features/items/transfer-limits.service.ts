import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { type Owned, requireUnrestricted } from '../restrictions/index.ts'
import type { AccessibleItem } from './items.access.ts'
import type { ItemWithAncestors } from './items.repository.ts'

interface Copying {
  /** The items, or the folder that contains all of them. */
  sources: readonly Owned[]
  hasFolders: boolean
}

/** A move to another owner needs the same permissions as a copy. */
export async function requireMoveAllowed(
  tx: Db,
  actor: Actor,
  moving: readonly AccessibleItem[],
  folder: ItemWithAncestors,
): Promise<void> {
  const sources = moving
    .map(({ item }) => item)
    .filter(({ owner_id }) => owner_id !== folder.owner_id)
  const hasFolders = sources.some(({ type }) => type === 'folder')
  if (sources.length > 0) await requireCopyAllowed(tx, actor, { sources, hasFolders }, folder)
}

/**
 * A copy reads the sources and adds to the target, so neither owner may be restricted from that.
 */
export async function requireCopyAllowed(
  tx: Db,
  actor: Actor,
  { sources, hasFolders }: Copying,
  folder: ItemWithAncestors,
): Promise<void> {
  await requireUnrestricted(tx, actor, sources, 'canDownload')
  await requireUnrestricted(tx, actor, [folder], 'canUpload')
  if (hasFolders) await requireUnrestricted(tx, actor, [folder], 'canCreateFolder')
}
