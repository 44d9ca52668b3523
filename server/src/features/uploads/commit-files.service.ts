import type { Actor } from '../../actor.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Choice, classifyIfThere } from '../document-types/index.ts'
import { addFiles, type ItemView, type NewFile } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import { recordShareEvent } from '../shares/index.ts'
import { addTraffic } from '../traffic/index.ts'
import { recordReceivedFiles, refusalsOf } from '../upload-requests/index.ts'
import { requireTargetFolder, shareEventOf } from './commit-file.service.ts'
import { linkOf, uploaderKey } from './upload-locks.ts'
import * as uploads from './uploads.repository.ts'
import { sizesThatFit } from './uploads.rules.ts'

/** A content that is on disk. */
export interface StoredContent {
  uploadId: string | undefined
  path: string
  file: Omit<NewFile, 'classification'>
}

export type Committed = { item: ItemView } | { error: AppError } | { before: UploadRow }

const total = (kept: readonly StoredContent[]): number =>
  kept.reduce((sum, { file }) => sum + file.sizeBytes, 0)

const isItem = (outcome: ItemView | AppError): outcome is ItemView => !(outcome instanceof AppError)

/**
 * Makes many contents files in one transaction: quota, folders, contents, items, traffic and what
 * makes each of them known again. One that finds no room or no name leaves the others alone.
 */
export const commitFiles = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId' | 'jobs' | 'media'>,
  actor: Actor,
  place: { parentId: string; ownerId: string; document: Choice },
  kept: readonly StoredContent[],
): Promise<Committed[]> =>
  deps.transact(async tx => {
    await quotas.lockOwners(tx, [place.ownerId])
    const parent = await requireTargetFolder(tx, actor, place)
    // Another process may have taken the same files at the same time.
    const ids = kept.flatMap(({ uploadId }) => uploadId ?? [])
    const before = await uploads.findUploads(tx, uploaderKey(actor), ids)
    const knownOf = ({ uploadId }: StoredContent) => (uploadId ? before.get(uploadId) : undefined)
    const fresh = kept.filter(one => !knownOf(one))
    const room = await quotas.freeQuota(tx, place.ownerId)
    const sizes = fresh.map(({ file }) => file.sizeBytes)
    const fits = sizesThatFit(sizes, room)
    const refusals = await refusalsOf(tx, deps, actor, sizes)
    const coming = fresh.filter((_, index) => fits[index] && !refusals[index])
    if (!(await quotas.use(tx, place.ownerId, total(coming), 0)))
      throw quotaExceeded(actor, place.ownerId)
    const classification = await classifyIfThere(tx, place.document)
    const added = await addFiles(
      tx,
      deps,
      actor,
      parent,
      coming.map(({ file }) => ({ ...file, classification })),
    )
    const outcomes = new Map(coming.map((one, index) => [one, added[index] as ItemView | AppError]))
    const refused = coming.filter((_, index) => added[index] instanceof AppError)
    if (refused.length > 0) await quotas.free(tx, place.ownerId, total(refused))
    const arrived = added.filter(isItem)
    await recordShareEvent(tx, deps, actor, arrived.map(shareEventOf))
    await recordReceivedFiles(tx, deps, actor, arrived)
    const at = deps.now()
    await addTraffic(tx, place.ownerId, at, { upload_bytes: total(coming) - total(refused) })
    await uploads.insertUploads(tx, rowsOf(outcomes, actor, parent, at.getTime()))
    return kept.map((one): Committed => {
      const known = knownOf(one)
      if (known) return { before: known }
      const refusal = refusals[fresh.indexOf(one)]
      const outcome = outcomes.get(one) ?? refusal ?? quotaExceeded(actor, place.ownerId)
      return isItem(outcome) ? { item: outcome } : { error: outcome }
    })
  })

/** So that the same request sent twice is answered alike instead of making second files. */
function rowsOf(
  outcomes: ReadonlyMap<StoredContent, ItemView | AppError>,
  actor: Actor,
  parent: ItemView,
  at: number,
): uploads.NewUpload[] {
  return [...outcomes].flatMap(([{ uploadId, path, file }, outcome]) => {
    if (!uploadId || !isItem(outcome)) return []
    return {
      id: uploadId,
      actor_key: uploaderKey(actor),
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
