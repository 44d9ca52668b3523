import type { OnConflict } from '@coffer/contract/items'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Choice, classifyIfThere } from '../document-types/index.ts'
import { addFile, type ItemView, type ItemWithAncestors, requireFolder } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import type { Settings } from '../settings/index.ts'
import { recordShareEvent } from '../shares/index.ts'
import { addTraffic } from '../traffic/index.ts'
import { recordReceivedFiles } from '../upload-requests/index.ts'
import { foldersOf } from './uploads.rules.ts'

export interface Content {
  blobId: string
  sizeBytes: number
  sha256: string | null
  crc32?: number
  mimetype: string
  /** What the quota holds for it. */
  reservedBytes: number
  settings: Settings
}

export interface UploadTarget {
  parentId: string
  ownerId: string
  path: string
  name: string
  originalName: string | null
  /** What was chosen when it began. */
  document: Choice
  onConflict: OnConflict
  modifiedAt: number | null
}

/**
 * A folder that went away, or came to another owner, who holds no room for it, while its upload was
 * running: what has arrived is kept.
 */
export async function requireTargetFolder(
  tx: Db,
  actor: Actor,
  { parentId, ownerId }: Pick<UploadTarget, 'parentId' | 'ownerId'>,
): Promise<ItemWithAncestors> {
  const folder = await requireFolder(tx, actor, parentId).then(
    found => found.folder,
    cause => {
      throw cause instanceof AppError ? new AppError('upload.parent_gone', { cause }) : cause
    },
  )
  if (folder.owner_id !== ownerId) throw new AppError('upload.parent_gone')
  await requireUnrestricted(tx, actor, [folder], 'canUpload')
  return folder
}

/**
 * Makes a content that is on disk a file: quota, folders, blob, item and traffic in one
 * transaction. A kill before it leaves nothing visible, a kill after it leaves the whole file.
 */
export const commitFile = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId' | 'jobs' | 'media'>,
  actor: Actor,
  content: Content,
  place: UploadTarget,
  alongside: (tx: Db, itemId: string) => Promise<void>,
): Promise<ItemView> =>
  deps.transact(async tx => {
    // First, because it also locks the owner's tree until the commit.
    if (!(await quotas.use(tx, place.ownerId, content.sizeBytes, content.reservedBytes)))
      throw quotaExceeded(actor, place.ownerId)
    const parent = await requireTargetFolder(tx, actor, place)
    const view = await addFile(tx, deps, actor, parent, {
      ...place,
      ...content,
      folders: foldersOf(place.path),
      classification: await classifyIfThere(tx, place.document),
      versionsKept: content.settings.versions_kept,
    })
    await addTraffic(tx, place.ownerId, deps.now(), { upload_bytes: content.sizeBytes })
    await recordShareEvent(tx, deps, actor, [shareEventOf(view)])
    await recordReceivedFiles(tx, deps, actor, [view])
    await alongside(tx, view.id)
    return view
  })

/** For the timeline of a link that it came by. */
export const shareEventOf = ({ id, name, size_bytes }: ItemView) => ({
  kind: 'uploaded' as const,
  item_id: id,
  name,
  bytes: size_bytes,
})
