import type { Actor } from '../../actor.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Choice, classifyIfThere } from '../document-types/index.ts'
import { addFiles, type ItemView, type NewFile } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import { recordShareEvent } from '../shares/index.ts'
import { addTraffic } from '../traffic/index.ts'
import { findRejections, recordReceivedFiles } from '../upload-requests/index.ts'
import { requireTargetFolder, shareEventOf } from './commit-file.service.ts'
import { keyOf, linkOf } from './upload-keys.ts'
import { findReplacing } from './upload-policy.service.ts'
import * as uploads from './uploads.repository.ts'
import { sizesThatFit } from './uploads.rules.ts'

/** A content that is stored on disk. */
export interface StoredContent {
  uploadId: string | undefined
  path: string
  file: Omit<NewFile, 'classification'>
}

export type Committed = { item: ItemView } | { error: AppError } | { before: UploadRow }

const total = (stored: readonly StoredContent[]): number =>
  stored.reduce((sum, { file }) => sum + file.sizeBytes, 0)

const isItem = (outcome: ItemView | AppError): outcome is ItemView => !(outcome instanceof AppError)

/**
 * Turns many stored contents into files in one transaction: quota, folders, blobs, items, traffic
 * and upload rows. A file without quota or a free name does not affect the others.
 */
export const commitFiles = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId' | 'jobs' | 'media'>,
  actor: Actor,
  target: { parentId: string; ownerId: string; document: Choice },
  stored: readonly StoredContent[],
): Promise<Committed[]> =>
  deps.transact(async tx => {
    await quotas.lockOwners(tx, [target.ownerId])
    const parent = await requireTargetFolder(tx, actor, target)
    // Another process may have committed the same files concurrently.
    const keys = stored.flatMap(({ uploadId }) => (uploadId ? keyOf(actor, uploadId) : []))
    const before = await uploads.findUploads(tx, keys)
    const committedBefore = ({ uploadId }: StoredContent) =>
      uploadId ? before.get(uploadId) : undefined
    const newContents = stored.filter(content => !committedBefore(content))
    const freeBytes = await quotas.freeQuota(tx, target.ownerId)
    const files = newContents.map(({ file }) => file)
    const sizes = files.map(file => file.sizeBytes)
    const fits = sizesThatFit(sizes, freeBytes)
    const replacing = await findReplacing(tx, actor, parent.id, files)
    const rejections = await findRejections(
      tx,
      deps,
      actor,
      sizes.map((bytes, index) => ({ bytes, isReplacing: replacing[index] ?? false })),
    )
    const accepted = newContents.filter((_, index) => fits[index] && !rejections[index])
    if (!(await quotas.use(tx, target.ownerId, total(accepted), 0)))
      throw quotaExceeded(actor, target.ownerId)
    const classification = await classifyIfThere(tx, target.document)
    const outcomesOfAccepted = await addFiles(
      tx,
      deps,
      actor,
      parent,
      accepted.map(({ file }) => ({ ...file, classification })),
    )
    const outcomes = new Map(
      accepted.map((content, index) => [content, outcomesOfAccepted[index] as ItemView | AppError]),
    )
    const rejected = accepted.filter((_, index) => outcomesOfAccepted[index] instanceof AppError)
    if (rejected.length > 0) await quotas.free(tx, target.ownerId, total(rejected))
    const createdItems = outcomesOfAccepted.filter(isItem)
    await recordShareEvent(tx, deps, actor, createdItems.map(shareEventOf))
    await recordReceivedFiles(tx, deps, actor, createdItems)
    const at = deps.now()
    await addTraffic(tx, target.ownerId, at, { upload_bytes: total(accepted) - total(rejected) })
    await uploads.insertUploads(tx, uploadRows(outcomes, actor, parent, at.getTime()))
    return stored.map((content): Committed => {
      const row = committedBefore(content)
      if (row) return { before: row }
      const rejection = rejections[newContents.indexOf(content)]
      const outcome = outcomes.get(content) ?? rejection ?? quotaExceeded(actor, target.ownerId)
      return isItem(outcome) ? { item: outcome } : { error: outcome }
    })
  })

/** Rows that let a repeated request answer with the same items instead of creating second files. */
function uploadRows(
  outcomes: ReadonlyMap<StoredContent, ItemView | AppError>,
  actor: Actor,
  parent: ItemView,
  at: number,
): uploads.NewUpload[] {
  return [...outcomes].flatMap(([{ uploadId, path, file }, outcome]) => {
    if (!uploadId || !isItem(outcome)) return []
    return {
      ...keyOf(actor, uploadId),
      link_id: linkOf(actor),
      client_key: null,
      owner_id: parent.owner_id,
      parent_id: parent.id,
      path,
      name: file.name,
      original_name: file.originalName,
      on_conflict: file.onConflict,
      blob_id: file.blobId,
      received_bytes: file.sizeBytes,
      size_bytes: file.sizeBytes,
      reserved_bytes: 0,
      item_id: outcome.id,
      created_at: at,
      updated_at: at,
    }
  })
}
