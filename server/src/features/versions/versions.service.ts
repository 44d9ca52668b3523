import { type Actor, type UserActor, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  countVersions,
  type ItemView,
  lockItem,
  replaceContent,
  requireItem,
  requireView,
} from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { readSettings } from '../settings/index.ts'
import * as versions from './versions.repository.ts'

type VersionDeps = Pick<Deps, 'transact' | 'now' | 'newId' | 'jobs' | 'media'>
interface VersionTarget {
  id: string
  version: string
}

export interface History {
  item: ItemView
  current: { creator_id: string | null; creator_name: string | null; created_at: number }
  earlier: versions.VersionView[]
}

/** The creator and time of the current content. */
async function currentOf(db: Db, item: ItemView): Promise<History['current']> {
  const { creator_id, creator_name, created_at } = item
  if (item.content_at === null) return { creator_id, creator_name, created_at }
  const id = item.content_creator_id
  const name = id && (id === creator_id ? creator_name : await versions.findName(db, id))
  return { creator_id: id, creator_name: name, created_at: item.content_at }
}

/** Returns the versions of a file. @throws AppError `item.wrong_type` for a folder */
export async function listVersions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<History> {
  const { item } = await requireItem(db, actor, id, 'download')
  if (item.type !== 'file') throw new AppError('item.wrong_type')
  const earlier = await versions.listEarlier(db, id)
  return { item, current: await currentOf(db, item), earlier }
}

/** Loads a version and locks its file, so that no other call uses the version concurrently. */
async function lockVersion(
  tx: Db,
  actor: Actor,
  { id, version: versionId }: VersionTarget,
  ability: 'edit' | 'purge',
) {
  const { item } = await lockItem(tx, actor, id, ability)
  const version = await versions.findVersion(tx, id, versionId)
  if (!version) throw new AppError('item.not_found')
  return { item, version }
}

/** Makes a version the current content; the current content becomes a version. */
export const restoreVersion = (
  deps: VersionDeps,
  actor: Actor,
  target: VersionTarget,
): Promise<{ item: ItemView; versionId: string }> =>
  deps.transact(async tx => {
    const { item, version } = await lockVersion(tx, actor, target, 'edit')
    const { versions_kept: versionsKept } = await readSettings(tx)
    await versions.deleteVersion(tx, version.id)
    const versionId = await replaceContent(tx, deps, actor, item, {
      blobId: version.blob_id,
      sizeBytes: version.size_bytes,
      mimetype: version.mimetype ?? 'application/octet-stream',
      creatorId: version.creator_id,
      // The number of versions stays the same, so none is deleted, also while they are off.
      versionsKept: Math.max(versionsKept, item.version_count),
    })
    return {
      item: { ...item, ...(await requireView(tx, item.id, viewerOf(actor))) },
      versionId,
    }
  })

/** Deletes a version and frees its quota. */
export const deleteVersion = (
  { transact, now }: VersionDeps,
  actor: Actor,
  target: VersionTarget,
): Promise<ItemView> =>
  transact(async tx => {
    const { item, version } = await lockVersion(tx, actor, target, 'purge')
    await versions.deleteVersion(tx, version.id)
    await versions.releaseBlob(tx, version.blob_id, now().getTime())
    await quotas.free(tx, item.owner_id, version.size_bytes)
    await countVersions(tx, item.id)
    return { ...item, ...(await requireView(tx, item.id, viewerOf(actor))) }
  })

/** Deletes all versions of the caller's files and keeps their current contents. */
export const clearVersions = (
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  { userId }: UserActor,
): Promise<number> =>
  transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    const bytes = await versions.deleteAllOf(tx, userId, now().getTime())
    await quotas.free(tx, userId, bytes)
    return bytes
  })
