import type { UploadForm } from '@coffer/contract/uploads'
import { type Actor, actorKey } from '../../actor.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Bytes, limitBytes, peek } from '../../lib/byte-streams.ts'
import { SNIFF_BYTES } from '../../lib/file-types.ts'
import type { ItemView } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import type { Settings } from '../settings/index.ts'
import { admit, limitOf, requireAllowedContent, tooLarge } from './admission.service.ts'
import { commitFile } from './commit-file.service.ts'
import * as uploads from './uploads.repository.ts'

type ChunkDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media'>

/** An upload begins: its room is held before its first byte is kept. */
export async function beginUpload(
  deps: ChunkDeps,
  actor: Actor,
  form: UploadForm,
  { clientKey, device }: { clientKey: string | null; device: string | null },
): Promise<UploadRow> {
  const { parent, name, originalName, classification } = await admit(deps, actor, form)
  const at = deps.now().getTime()
  const row: UploadRow = {
    id: form.upload_id ?? deps.newId(),
    actor_key: actorKey(actor),
    client_key: clientKey,
    owner_id: parent.owner_id,
    parent_id: parent.id,
    path: form.path,
    name,
    original_name: originalName,
    on_conflict: form.on_conflict,
    blob_id: deps.newId(),
    received_bytes: 0,
    size_bytes: form.size ?? null,
    reserved_bytes: form.size ?? 0,
    document_type_id: classification.document_type_id,
    subcategory_id: classification.subcategory_id,
    item_id: null,
    modified_at: form.modified_at ?? null,
    device,
    created_at: at,
    updated_at: at,
  }
  await deps.transact(async tx => {
    if (!(await quotas.reserve(tx, row.owner_id, row.reserved_bytes)))
      throw new AppError('upload.quota_exceeded')
    await uploads.insertUpload(tx, row)
  })
  return row
}

/** Gives an upload up: its room is free at once, its bytes are cleared away. */
export async function dropUpload(
  { transact, blobs }: Pick<Deps, 'transact' | 'blobs'>,
  row: UploadRow,
): Promise<void> {
  const dropped = await transact(async tx => {
    const isMine = await uploads.deleteUpload(tx, row)
    if (isMine && row.reserved_bytes > 0) await quotas.release(tx, row.owner_id, row.reserved_bytes)
    return isMine
  })
  // A finished upload's bytes belong to the file by now.
  if (dropped && row.item_id === null) await blobs.remove(row.blob_id)
}

export const goesOnAt = (
  code: 'upload.offset_conflict' | 'upload.checksum_mismatch' | 'upload.incomplete',
  offset: number,
) => new AppError(code, { values: { offset }, expectedOffset: offset })

/** Writes a chunk behind what has arrived. Nothing of it counts before it is acknowledged. */
async function writeChunk(deps: ChunkDeps, row: UploadRow, settings: Settings, source: Bytes) {
  const allowed = (row.size_bytes ?? limitOf(settings)) - row.received_bytes
  // What was declared holds its room already; what was not is measured while it comes in.
  const room = row.size_bytes === null ? await quotas.roomOf(deps.db, row.owner_id) : allowed
  const limited = limitBytes(source, Math.min(allowed, room), () => {
    if (room < allowed) throw new AppError('upload.quota_exceeded')
    throw row.size_bytes === null
      ? tooLarge(settings.upload_limit)
      : new AppError('upload.size_exceeded')
  })
  if (row.received_bytes > 0) return deps.blobs.write(row.blob_id, row.received_bytes, limited)
  const { head, all } = await peek(limited, SNIFF_BYTES)
  await requireAllowedContent(settings, row.name, head)
  return deps.blobs.write(row.blob_id, 0, all)
}

async function requireChecksum(deps: ChunkDeps, row: UploadRow, count: number, checksum: string) {
  const range = { start: row.received_bytes, end: row.received_bytes + count - 1 }
  const digest = await deps.blobs.digest(row.blob_id, range)
  if (checksum !== `sha-256=${digest}`)
    throw goesOnAt('upload.checksum_mismatch', row.received_bytes)
}

/** Bytes of unknown size take their room as they come. */
async function acknowledge(deps: ChunkDeps, row: UploadRow, count: number): Promise<UploadRow> {
  const grown = row.size_bytes === null ? count : 0
  const next = {
    received_bytes: row.received_bytes + count,
    reserved_bytes: row.reserved_bytes + grown,
    updated_at: deps.now().getTime(),
  }
  await deps.transact(async tx => {
    if (grown > 0 && !(await quotas.reserve(tx, row.owner_id, grown)))
      throw new AppError('upload.quota_exceeded')
    await uploads.updateUpload(tx, row, next)
  })
  return { ...row, ...next }
}

/** Everything has arrived and is on disk: one transaction makes it a file. */
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
      heldBytes: row.reserved_bytes,
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
      const isMine = await uploads.updateUpload(tx, row, {
        item_id: itemId,
        reserved_bytes: 0,
        client_key: null,
        updated_at: deps.now().getTime(),
      })
      // Given up at this very moment: its bytes are being cleared away, so no file may point at them.
      if (!isMine) throw new AppError('upload.not_found')
    },
  )
}

/**
 * Appends one chunk; the last one makes the file. Expects to be alone with this upload and the
 * chunk to belong where the upload stands.
 */
export async function appendChunk(
  deps: ChunkDeps,
  actor: Actor,
  row: UploadRow,
  form: UploadForm,
  settings: Settings,
  source: Bytes,
): Promise<{ row: UploadRow; item?: ItemView }> {
  const count = await writeChunk(deps, row, settings, source)
  if (form.checksum && count > 0) await requireChecksum(deps, row, count, form.checksum)
  const whole = row.received_bytes + count
  if (form.is_last && row.size_bytes !== null && whole !== row.size_bytes)
    throw goesOnAt('upload.incomplete', row.received_bytes)
  const next = count > 0 ? await acknowledge(deps, row, count) : row
  return form.is_last
    ? { row: next, item: await finishUpload(deps, actor, next, settings) }
    : { row: next }
}
