import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { type Owned, requireUnrestricted } from '../restrictions/index.ts'
import type { ItemWithAncestors } from './items.repository.ts'

type Moving = readonly { item: Owned }[]

interface Copying {
  /** The items, or the folder that contains all of them. */
  sources: readonly Owned[]
  hasFolders: boolean
}

/** A move from another owner needs the same permission as an upload. */
export async function requireMoveAllowed(
  tx: Db,
  actor: Actor,
  moving: Moving,
  folder: ItemWithAncestors,
): Promise<void> {
  if (moving.some(({ item }) => item.owner_id !== folder.owner_id))
    await requireUnrestricted(tx, actor, [folder], 'canUpload')
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
