import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { type Owned, requireUnrestricted } from '../restrictions/index.ts'
import type { ItemWithAncestors } from './items.repository.ts'

type Moving = readonly { item: Pick<ItemWithAncestors, keyof Owned | 'type'> }[]

/** What comes from somebody else is as good as uploaded. */
export async function requireQuotaFor(
  tx: Db,
  actor: Actor,
  moving: Moving,
  folder: ItemWithAncestors,
): Promise<void> {
  if (moving.some(({ item }) => item.owner_id !== folder.owner_id))
    await requireUnrestricted(tx, actor, [folder], 'canUpload')
}

/** A copy is read and written: by its owner's leave, and by that of whose folder it goes into. */
export async function requireCopyAllowed(
  tx: Db,
  actor: Actor,
  copying: Moving,
  folder: ItemWithAncestors,
): Promise<void> {
  const sources = copying.map(({ item }) => item)
  await requireUnrestricted(tx, actor, sources, 'canDownload')
  await requireUnrestricted(tx, actor, [folder], 'canUpload')
  if (sources.some(({ type }) => type === 'folder'))
    await requireUnrestricted(tx, actor, [folder], 'canCreateFolder')
}
