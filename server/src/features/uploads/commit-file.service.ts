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
  crc32: number | null
  /** The id of the store that has it. */
  store: number
  mimetype: string
  /** The bytes that the quota already reserves for it. */
  reservedBytes: number
  settings: Settings
}

export interface UploadTarget {
  parentId: string
  ownerId: string
  path: string
  name: string
  originalName: string | null
  /** The document type that was chosen when the upload began. */
  document: Choice
  onConflict: OnConflict
  modifiedAt: number | null
}

const GONE_CODES: ReadonlySet<string> = new Set(['item.not_found', 'item.wrong_type'])

/**
 * Loads the folder of an upload that has begun. When it no longer exists for the actor, throws
 * `upload.parent_gone`, which keeps the received bytes.
 */
export async function requireParent(
  db: Db,
  actor: Actor,
  id: string | null,
): Promise<ItemWithAncestors> {
  try {
    const { folder } = await requireFolder(db, actor, id)
    await requireUnrestricted(db, actor, [folder], 'canUpload')
    return folder
  } catch (cause) {
    const isGone = cause instanceof AppError && GONE_CODES.has(cause.code)
    throw isGone ? new AppError('upload.parent_gone', { cause }) : cause
  }
}

/** As `requireParent`, for the target of an upload: another owner's folder counts as gone, too. */
export async function requireTargetFolder(
  tx: Db,
  actor: Actor,
  { parentId, ownerId }: Pick<UploadTarget, 'parentId' | 'ownerId'>,
): Promise<ItemWithAncestors> {
  const folder = await requireParent(tx, actor, parentId)
  if (folder.owner_id !== ownerId) throw new AppError('upload.parent_gone')
  return folder
}

/**
 * Turns a stored content into a file: quota, folders, blob, item and traffic in one transaction. A
 * crash before the commit leaves nothing visible; a crash after it leaves the complete file.
 */
export const commitFile = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId' | 'jobs' | 'media'>,
  actor: Actor,
  content: Content,
  target: UploadTarget,
  saveUpload: (tx: Db, itemId: string) => Promise<void>,
): Promise<ItemView> =>
  deps.transact(async tx => {
    // First, because it also locks the owner's tree until the commit.
    if (!(await quotas.use(tx, target.ownerId, content.sizeBytes, content.reservedBytes)))
      throw quotaExceeded(actor, target.ownerId)
    const parent = await requireTargetFolder(tx, actor, target)
    const view = await addFile(tx, deps, actor, parent, {
      ...target,
      ...content,
      folders: foldersOf(target.path),
      classification: await classifyIfThere(tx, target.document),
      versionsKept: content.settings.versions_kept,
    })
    await addTraffic(tx, target.ownerId, deps.now(), { upload_bytes: content.sizeBytes })
    await recordShareEvent(tx, deps, actor, [shareEventOf(view)])
    await recordReceivedFiles(tx, deps, actor, [view])
    await saveUpload(tx, view.id)
    return view
  })

/** An event for the timeline of the share that the file was uploaded through. */
export const shareEventOf = ({ id, name, size_bytes }: ItemView) => ({
  kind: 'uploaded' as const,
  item_id: id,
  name,
  bytes: size_bytes,
})
