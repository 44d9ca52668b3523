import { MAX_FOLDERS_PER_SHARE, MAX_FOLDERS_PER_UPLOAD_REQUEST } from '@coffer/contract'
import type { Actor, RequestActor, ShareActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { countRequestFolders, countShareFolders } from './folder-capacity.repository.ts'

/**
 * Takes one of the folders that an actor may still create.
 * @throws AppError `upload_request.full`, `share.full`
 */
export type FolderCapacity = () => Promise<void>

/** The folders that an actor may still create, counted once, when the first one is created. */
export function folderCapacity(tx: Db, actor: Actor): FolderCapacity {
  if (actor.kind === 'user') return async () => {}
  let free: number | undefined
  return async () => {
    free ??= await countFree(tx, actor)
    if (free <= 0) throw noFolderLeft(actor)
    free -= 1
  }
}

async function countFree(tx: Db, actor: ShareActor | RequestActor): Promise<number> {
  if (actor.kind === 'request') {
    const limit = MAX_FOLDERS_PER_UPLOAD_REQUEST
    return limit - (await countRequestFolders(tx, actor.request.folder_id, limit))
  }
  const limit = MAX_FOLDERS_PER_SHARE
  return limit - (await countShareFolders(tx, actor.share.item_id, limit))
}

const noFolderLeft = ({ kind }: ShareActor | RequestActor): AppError =>
  kind === 'request'
    ? new AppError('upload_request.full')
    : new AppError('share.full', { values: { limit: MAX_FOLDERS_PER_SHARE } })
