import { createHash, type Hash } from 'node:crypto'
import type { UploadForm } from '@coffer/contract/uploads'
import type { Actor } from '../../actor.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Bytes, limitBytes, passing, peek } from '../../lib/byte-streams.ts'
import { SNIFF_BYTES } from '../../lib/file-types.ts'
import type { ItemView } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import type { Settings } from '../settings/index.ts'
import { requireRequestCapacity } from '../upload-requests/index.ts'
import { commitFile } from './commit-file.service.ts'
import { linkOf, uploaderKey } from './upload-locks.ts'
import {
  limitOf,
  requireAllowedContent,
  tooLarge,
  validateUpload,
} from './upload-policy.service.ts'
import {
  type AcknowledgedUpload,
  reservationFor,
  reservationOf,
  rewindUpload,
  uploadCancelled,
} from './upload-reservations.service.ts'
import * as uploads from './uploads.repository.ts'

type ChunkDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media'>

interface Client {
  clientKey: string | null
  device: string | null
}

/** Starts an upload; a declared size beyond the quota is rejected before any byte is stored. */
export async function createUpload(
  deps: ChunkDeps,
  actor: Actor,
  form: UploadForm,
  { clientKey, device }: Client,
): Promise<{ row: UploadRow; settings: Settings }> {
  const { settings, parent, name, originalName, classification } = await validateUpload(
    deps,
    actor,
    form,
  )
  const at = deps.now().getTime()
  const reservable = { owner_id: parent.owner_id, size_bytes: form.size ?? null }
  const row: UploadRow = {
    ...reservable,
    id: form.upload_id ?? deps.newId(),
    actor_key: uploaderKey(actor),
    link_id: linkOf(actor),
    client_key: clientKey,
    parent_id: parent.id,
    path: form.path,
    name,
    original_name: originalName,
    on_conflict: form.on_conflict,
    blob_id: deps.newId(),
    received_bytes: 0,
    reserved_bytes: reservationOf(actor, reservable, 0),
    document_type_id: classification.document_type_id,
    subcategory_id: classification.subcategory_id,
    item_id: null,
    modified_at: form.modified_at ?? null,
    device,
    created_at: at,
    updated_at: at,
  }
  const unreserved = (form.size ?? 0) - row.reserved_bytes
  await deps.transact(async tx => {
    const isReserved = await quotas.reserve(tx, row.owner_id, row.reserved_bytes)
    if (!isReserved || (unreserved > 0 && !(await quotas.hasQuota(tx, row.owner_id, unreserved))))
      throw quotaExceeded(actor, row.owner_id)
    await requireRequestCapacity(tx, deps, actor, { files: 1, bytes: form.size ?? 0 })
    await uploads.insertUpload(tx, row)
  })
  return { row, settings }
}

export const offsetError = (
  code: 'upload.offset_conflict' | 'upload.checksum_mismatch' | 'upload.incomplete',
  offset: number,
) => new AppError(code, { values: { offset }, expectedOffset: offset })

export interface ChunkOfUpload {
  row: UploadRow
  form: UploadForm
  settings: Settings
  content: Bytes
  /**
   * The size of the whole request, when the client declares it: an upper bound of the chunk's size.
   */
  requestBytes: number | undefined
}

/** Appends a chunk to the blob. Its bytes do not count until they are acknowledged. */
async function writeChunk(
  deps: ChunkDeps,
  { row, settings }: ChunkOfUpload,
  reserving: (source: Bytes) => Bytes,
  source: Bytes,
): Promise<number> {
  const allowed = (row.size_bytes ?? limitOf(settings)) - row.received_bytes
  const limited = limitBytes(source, allowed, () => {
    throw row.size_bytes === null
      ? tooLarge(settings.upload_limit)
      : new AppError('upload.size_exceeded')
  })
  const reserved = reserving(limited)
  if (row.received_bytes > 0) return deps.blobs.write(row.blob_id, row.received_bytes, reserved)
  const { head, all } = await peek(reserved, SNIFF_BYTES)
  await requireAllowedContent(settings, row.name, head)
  return deps.blobs.write(row.blob_id, 0, all)
}

function requireChecksum(hash: Hash | undefined, { row, form }: ChunkOfUpload): void {
  if (hash && form.checksum !== `sha-256=${hash.digest('base64')}`)
    throw offsetError('upload.checksum_mismatch', row.received_bytes)
}

/** Counts the received bytes and releases what was reserved beyond them in the same commit. */
async function acknowledge(
  deps: ChunkDeps,
  actor: Actor,
  row: UploadRow,
  { count, reserved }: { count: number; reserved: number },
): Promise<UploadRow> {
  const received_bytes = row.received_bytes + count
  const next = {
    received_bytes,
    reserved_bytes: reservationOf(actor, row, received_bytes),
    updated_at: deps.now().getTime(),
  }
  await deps.transact(async tx => {
    if (!(await uploads.updateUpload(tx, row, next))) throw uploadCancelled()
    if (reserved !== next.reserved_bytes)
      await quotas.release(tx, row.owner_id, reserved - next.reserved_bytes)
  })
  return { ...row, ...next }
}

/** Turns a completely stored upload into a file. */
async function finishUpload(
  deps: ChunkDeps,
  actor: Actor,
  row: UploadRow,
  settings: Settings,
): Promise<ItemView> {
  const sizeBytes = row.received_bytes
  if (sizeBytes === 0) throw new AppError('upload.empty', { values: { file: row.name } })
  await deps.blobs.finish(row.blob_id, sizeBytes)
  const end = Math.min(SNIFF_BYTES, sizeBytes) - 1
  const head = await deps.blobs.readWhole(row.blob_id, { start: 0, end })
  const mimetype = await requireAllowedContent(settings, row.name, head)
  return commitFile(
    deps,
    actor,
    {
      blobId: row.blob_id,
      sizeBytes,
      sha256: null,
      mimetype,
      reservedBytes: row.reserved_bytes,
      settings,
    },
    {
      parentId: row.parent_id,
      ownerId: row.owner_id,
      path: row.path,
      name: row.name,
      originalName: row.original_name,
      document: { tipo_id: row.document_type_id, subcategory_id: row.subcategory_id },
      onConflict: row.on_conflict,
      modifiedAt: row.modified_at,
    },
    async (tx, itemId) => {
      const isUpdated = await uploads.updateUpload(tx, row, {
        item_id: itemId,
        reserved_bytes: 0,
        client_key: null,
        updated_at: deps.now().getTime(),
      })
      if (!isUpdated) throw uploadCancelled()
    },
  )
}

/** Errors that no later chunk can correct. */
const FINAL_ERRORS = new Set([
  'upload.size_exceeded',
  'upload.type_not_allowed',
  'upload.too_large',
  'upload.empty',
  'upload_request.full',
  'upload_request.gone',
  'item.name_taken',
  'item.too_deep',
])

/**
 * Appends one chunk; the last one creates the file. A failed chunk leaves nothing behind. Expects
 * the lock of the upload and a chunk at its current offset.
 */
export async function appendChunk(
  deps: ChunkDeps,
  actor: Actor,
  chunk: ChunkOfUpload,
): Promise<{ row: UploadRow; item?: ItemView }> {
  const { row, form, settings, content, requestBytes } = chunk
  const reservation = reservationFor(deps, actor, row, requestBytes)
  let acknowledged: AcknowledgedUpload = row
  try {
    const hash = form.checksum ? createHash('sha256') : undefined
    const hashed = hash ? passing(content, bytes => hash.update(bytes)) : content
    const reserving = (source: Bytes) => reservation.covering(source, row.received_bytes)
    const count = await writeChunk(deps, chunk, reserving, hashed)
    if (count > 0) requireChecksum(hash, chunk)
    if (form.is_last && row.size_bytes !== null && row.received_bytes + count !== row.size_bytes)
      throw offsetError('upload.incomplete', row.received_bytes)
    const reserved = reservation.reserved()
    const next = count > 0 ? await acknowledge(deps, actor, row, { count, reserved }) : row
    // Clients without an id cannot query the received bytes; they send the chunk again.
    if (row.client_key === null) acknowledged = next
    if (!form.is_last) return { row: next }
    return { row: next, item: await finishUpload(deps, actor, next, settings) }
  } catch (error) {
    const isFinal = error instanceof AppError && FINAL_ERRORS.has(error.code)
    // Report the original error; leftovers are removed by a job later.
    await rewindUpload(deps, row, isFinal ? undefined : acknowledged).catch(() => undefined)
    throw error
  }
}
