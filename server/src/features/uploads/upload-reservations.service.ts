import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { createReservation, quotaExceeded, quotas } from '../quotas/index.ts'
import { requireRequestCapacity } from '../upload-requests/index.ts'
import * as uploads from './uploads.repository.ts'

type Upload = Pick<UploadRow, 'id' | 'actor_key' | 'owner_id' | 'blob_id'>

/** The acknowledged bytes of an upload and what is reserved for it. */
export type AcknowledgedUpload = Pick<UploadRow, 'received_bytes' | 'reserved_bytes'>

const NOTHING_ACKNOWLEDGED: AcknowledgedUpload = { received_bytes: 0, reserved_bytes: 0 }

/**
 * Returns what an upload reserves once `received` bytes have arrived. Only the owner's own uploads
 * reserve their declared size ahead: any other caller could block the owner's quota with one byte.
 */
export const reservationOf = (
  actor: Actor,
  { owner_id, size_bytes }: Pick<UploadRow, 'owner_id' | 'size_bytes'>,
  received: number,
): number =>
  actor.kind === 'user' && actor.userId === owner_id ? (size_bytes ?? received) : received

/** Cancelled concurrently: its blob is being deleted, so no item may reference it. */
export const uploadCancelled = () => new AppError('upload.not_found')

/**
 * Creates a reservation that grows as bytes arrive beyond what is already reserved.
 * @param requestBytes an upper bound of the bytes to come, when the client declares it
 */
export const reservationFor = (
  deps: Pick<Deps, 'transact' | 'now'>,
  actor: Actor,
  row: Upload & AcknowledgedUpload,
  requestBytes: number | undefined,
) =>
  createReservation(deps, {
    ownerId: row.owner_id,
    bytes: row.reserved_bytes,
    most: requestBytes && row.received_bytes + requestBytes,
    async record(tx, reserved_bytes) {
      if (!(await uploads.updateUpload(tx, row, { reserved_bytes }))) throw uploadCancelled()
      await requireRequestCapacity(tx, deps, actor, { files: 0, bytes: 0 })
    },
    exceeded: () => quotaExceeded(actor, row.owner_id),
  })

/** Deletes an upload and releases its reservation. @returns the deleted row */
export async function releaseUpload(
  tx: Db,
  key: uploads.UploadKey,
): Promise<UploadRow | undefined> {
  const row = await uploads.deleteUpload(tx, key)
  if (row && row.reserved_bytes > 0) await quotas.release(tx, row.owner_id, row.reserved_bytes)
  return row
}

/** Cancels an upload: releases its reservation in the transaction, deletes its bytes afterwards. */
export async function dropUpload(
  { transact, blobs }: Pick<Deps, 'transact' | 'blobs'>,
  key: uploads.UploadKey,
): Promise<void> {
  const dropped = await transact(tx => releaseUpload(tx, key))
  // The bytes of a finished upload belong to its file.
  if (dropped?.item_id === null) await blobs.remove(dropped.blob_id)
}

/** Resets an upload to its acknowledged bytes, on disk too. Cancels it when nothing is reserved. */
export async function rewindUpload(
  { transact, blobs }: Pick<Deps, 'transact' | 'blobs'>,
  { id, actor_key, owner_id, blob_id }: Upload,
  { received_bytes, reserved_bytes }: AcknowledgedUpload = NOTHING_ACKNOWLEDGED,
): Promise<void> {
  const key = { id, actor_key }
  const row = await transact(async tx => {
    await quotas.lockOwners(tx, [owner_id])
    const current = await uploads.findUpload(tx, key)
    if (!current || current.item_id !== null) return current
    if (reserved_bytes === 0) return releaseUpload(tx, key)
    await uploads.updateUpload(tx, key, { received_bytes, reserved_bytes })
    await quotas.release(tx, owner_id, current.reserved_bytes - reserved_bytes)
    return current
  })
  // The commit succeeded although it reported an error.
  if (row?.item_id) return
  if (row && received_bytes > 0) await blobs.finish(blob_id, received_bytes)
  else await blobs.remove(blob_id)
}
