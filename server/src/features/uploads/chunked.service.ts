import { createHash, type Hash } from 'node:crypto'
import type { UploadForm } from '@coffer/contract/uploads'
import type { Actor } from '../../actor.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Appended } from '../../files/blob-store.ts'
import { type Bytes, limitBytes, passing, peek } from '../../lib/byte-streams.ts'
import { SNIFF_BYTES } from '../../lib/file-types.ts'
import type { ItemView } from '../items/index.ts'
import { quotaExceeded, quotas } from '../quotas/index.ts'
import type { Settings } from '../settings/index.ts'
import { requireRequestCapacity } from '../upload-requests/index.ts'
import { commitFile } from './commit-file.service.ts'
import { appendedColumns, NO_BLOB, unfinishedBlob } from './upload-blobs.ts'
import { LeaseLost, offsetError, UploadExists } from './upload-errors.ts'
import { linkOf, uploaderKey } from './upload-keys.ts'
import * as parts from './upload-parts.repository.ts'
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
} from './upload-reservations.service.ts'
import * as uploads from './uploads.repository.ts'

type ChunkDeps = Pick<
  Deps,
  'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media' | 'uploadLeases'
>

type AppendedBlob = Appended & { store: number }

interface Client {
  clientKey: string | null
  device: string | null
}

/**
 * Starts an upload and takes its lease; a declared size beyond the quota is rejected before any byte
 * is stored.
 * @throws UploadExists when another request has started it
 */
export async function createUpload(
  deps: ChunkDeps,
  actor: Actor,
  form: UploadForm,
  { clientKey, device }: Client,
): Promise<{ row: UploadRow; settings: Settings }> {
  const policy = await validateUpload(deps, actor, form)
  const { settings, parent, name, originalName, classification } = policy
  const at = deps.now().getTime()
  const reservable = { owner_id: parent.owner_id, size_bytes: form.size ?? null }
  const row = {
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
    ...NO_BLOB,
    modified_at: form.modified_at ?? null,
    device,
    lease_id: deps.newId(),
    lease_expires_at: null,
    created_at: at,
    updated_at: at,
  }
  const unreserved = (form.size ?? 0) - row.reserved_bytes
  await deps.transact(async tx => {
    const isReserved = await quotas.reserve(tx, row.owner_id, row.reserved_bytes)
    if (!isReserved || (unreserved > 0 && !(await quotas.hasQuota(tx, row.owner_id, unreserved))))
      throw quotaExceeded(actor, row.owner_id)
    const files = policy.isReplacing ? 0 : 1
    await requireRequestCapacity(tx, deps, actor, { files, bytes: form.size ?? 0 })
    if (!(await uploads.insertUpload(tx, row))) throw new UploadExists()
  })
  return { row, settings }
}

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

/** The size that the client has declared, with this chunk at the latest. */
const declaredSize = ({ row, form }: ChunkOfUpload): number | undefined =>
  row.size_bytes ?? form.size

/** Appends a chunk to the blob. Its bytes do not count until they are acknowledged. */
async function writeChunk(
  deps: ChunkDeps,
  chunk: ChunkOfUpload,
  reserving: (source: Bytes) => Bytes,
  source: Bytes,
): Promise<AppendedBlob> {
  const { row, settings, form } = chunk
  const limit = limitOf(settings)
  const size = declaredSize(chunk) ?? Number.POSITIVE_INFINITY
  const limited = limitBytes(source, Math.min(size, limit) - row.received_bytes, () => {
    throw size > limit ? tooLarge(settings.upload_limit) : new AppError('upload.size_exceeded')
  })
  const reserved = reserving(limited)
  const blob = unfinishedBlob(row)
  if (row.received_bytes > 0) return deps.blobs.append(blob, reserved, form.is_last)
  const { head, all } = await peek(reserved, SNIFF_BYTES)
  await requireAllowedContent(settings, row.name, head)
  return deps.blobs.append(blob, all, form.is_last)
}

function requireChecksum(hash: Hash | undefined, { row, form }: ChunkOfUpload): void {
  if (hash && form.checksum !== `sha-256=${hash.digest('base64')}`)
    throw offsetError('upload.checksum_mismatch', row.received_bytes)
}

interface ReceivedChunk {
  appended: AppendedBlob
  reserved: number
  isLast: boolean
}

/**
 * Counts the received bytes and releases what was reserved beyond them in the same commit. The last
 * chunk settles the size and keeps the lease; all others release it.
 */
async function acknowledge(
  deps: ChunkDeps,
  actor: Actor,
  row: UploadRow,
  { appended, reserved, isLast }: ReceivedChunk,
): Promise<UploadRow> {
  const received_bytes = row.received_bytes + appended.bytes
  const next = {
    ...row,
    received_bytes,
    size_bytes: isLast ? received_bytes : row.size_bytes,
    reserved_bytes: reservationOf(actor, row, received_bytes),
    ...appendedColumns(row, appended),
    lease_id: isLast ? row.lease_id : null,
    updated_at: deps.now().getTime(),
  }
  await deps.transact(async tx => {
    if (reserved !== next.reserved_bytes)
      await quotas.release(tx, row.owner_id, reserved - next.reserved_bytes)
    if (!(await uploads.acknowledgeBytes(tx, row, next))) throw new LeaseLost()
    await parts.insertParts(tx, row.blob_id, appended.parts)
  })
  return next
}

const partsOf = async ({ db }: ChunkDeps, row: UploadRow) =>
  row.placement === null ? [] : parts.findParts(db, row.blob_id, row.received_bytes)

/** Turns a completely stored upload into a file. */
async function finishUpload(
  deps: ChunkDeps,
  actor: Actor,
  row: UploadRow,
  settings: Settings,
): Promise<ItemView> {
  const sizeBytes = row.received_bytes
  if (sizeBytes === 0) throw new AppError('upload.empty', { values: { file: row.name } })
  // The size is settled, so this never removes bytes of another request.
  await deps.blobs.complete(unfinishedBlob(row), await partsOf(deps, row))
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
      crc32: row.crc32,
      store: row.store ?? deps.blobs.writer.id,
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
        lease_id: null,
        updated_at: deps.now().getTime(),
      })
      if (!isUpdated) throw new LeaseLost()
      if (row.placement !== null) await parts.deleteParts(tx, row.blob_id)
    },
  )
}

/** Errors that no later chunk can correct. */
const FINAL_ERRORS = new Set([
  'upload.size_exceeded',
  'upload.type_not_allowed',
  'upload.too_large',
  'upload.empty',
  'share.full',
  'upload_request.full',
  'upload_request.gone',
  'item.name_taken',
  'item.too_deep',
])

/**
 * Appends one chunk; the last one creates the file. A failed chunk does not count. Expects the lock
 * and the lease of the upload, which it releases, and a chunk at its current offset.
 */
export const appendChunk = (
  deps: ChunkDeps,
  actor: Actor,
  chunk: ChunkOfUpload,
): Promise<{ row: UploadRow; item?: ItemView }> =>
  deps.uploadLeases.hold(chunk.row, receive =>
    appendLeased(deps, actor, { ...chunk, content: receive(chunk.content) }),
  )

/**
 * Returns the part of an upload that remains when its commit fails. Clients without an id cannot query
 * the received bytes and send the chunk again; a store that has put it together with earlier ones can't
 * take them apart for that.
 */
function remainingAfterFailure(row: UploadRow, next: UploadRow): AcknowledgedUpload {
  const isPutTogether = next.placement !== null && row.received_bytes > 0
  return row.client_key === null || isPutTogether ? next : row
}

async function appendLeased(
  deps: ChunkDeps,
  actor: Actor,
  chunk: ChunkOfUpload,
): Promise<{ row: UploadRow; item?: ItemView }> {
  const { row, form, settings, content, requestBytes } = chunk
  const reservation = reservationFor(deps, actor, row, requestBytes)
  let acknowledged: AcknowledgedUpload = row
  let written = row
  try {
    const hash = form.checksum ? createHash('sha256') : undefined
    const hashed = hash ? passing(content, bytes => hash.update(bytes)) : content
    const reserving = (source: Bytes) => reservation.covering(source, row.received_bytes)
    const appended = await writeChunk(deps, chunk, reserving, hashed)
    const received_bytes = row.received_bytes + appended.bytes
    written = { ...row, ...appendedColumns(row, appended) }
    if (appended.bytes > 0) requireChecksum(hash, chunk)
    if (form.is_last && received_bytes !== (declaredSize(chunk) ?? received_bytes))
      throw offsetError('upload.incomplete', row.received_bytes)
    const received = { appended, reserved: reservation.reserved(), isLast: form.is_last }
    const next = await acknowledge(deps, actor, row, received)
    acknowledged = remainingAfterFailure(row, next)
    if (!form.is_last) return { row: next }
    return { row: next, item: await finishUpload(deps, actor, next, settings) }
  } catch (error) {
    const isFinal = error instanceof AppError && FINAL_ERRORS.has(error.code)
    // Report the original error; leftovers are removed by a job later.
    await rewindUpload(deps, written, isFinal ? undefined : acknowledged).catch(() => undefined)
    throw error
  }
}
