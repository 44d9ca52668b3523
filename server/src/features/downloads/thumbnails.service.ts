import type { ThumbnailSize } from '@coffer/contract/previews'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { requireItem } from '../items/index.ts'
import { readThumbnail } from '../previews/index.ts'

/**
 * Loads a thumbnail for actors who may download the file; a file without a preview answers as
 * missing.
 * @throws AppError `storage.damaged` for a content that is known to be wrong
 */
export async function openThumbnail(
  deps: Pick<Deps, 'db' | 'blobs'>,
  actor: Actor,
  id: string,
  size: ThumbnailSize,
) {
  const { item } = await requireItem(deps.db, actor, id, 'download')
  const thumbnail = item.blob_id && (await readThumbnail(deps, item.blob_id, size))
  if (!thumbnail) throw new AppError('item.not_found')
  if (thumbnail.isDamaged) throw new AppError('storage.damaged')
  return { blobId: item.blob_id, ...thumbnail }
}
