import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { createReservation, quotaExceeded, quotas } from '../quotas/index.ts'
import { requireRequestCapacity } from '../upload-requests/index.ts'
import * as uploads from './uploads.repository.ts'

type Upload = Pick<UploadRow, 'id' | 'actor_key' | 'owner_id' | 'blob_id'>

/** What of an upload counts: chunks that were acknowledged, and what is reserved for it. */
export type AcknowledgedUpload = Pick<UploadRow, 'received_bytes' | 'reserved_bytes'>

const NOTHING: AcknowledgedUpload = { received_bytes: 0, reserved_bytes: 0 }

/**
 * What an upload reserves once so many of its bytes have arrived. Only the owner's own uploads
 * reserve their declared size ahead: anybody else could block the owner's storage with one byte.
 */
export const reservationOf = (
  actor: Actor,
  { owner_id, size_bytes }: Pick<UploadRow, 'owner_id' | 'size_bytes'>,
  received: number,
): number =>
  actor.kind === 'user' && actor.userId === owner_id ? (size_bytes ?? received) : received

/** Cancelled concurrently: its blob is being deleted, so nothing may count or point at it. */
export const uploadCancelled = () => new AppError('upload.not_found')

/**
 * Bytes that are not reserved yet are reserved as they arrive.
 * @param requestBytes an upper bound of what arrives, where the client declares it
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

/** Forgets an upload and gives back what it reserved. @returns what it was */
export async function releaseUpload(
  tx: Db,
  key: uploads.UploadKey,
): Promise<UploadRow | undefined> {
  const row = await uploads.deleteUpload(tx, key)
  if (row && row.reserved_bytes > 0) await quotas.release(tx, row.owner_id, row.reserved_bytes)
  return row
}

/** Cancels an upload: gives its reservation back in the transaction, deletes its bytes afterwards. */
export async function dropUpload(
  { transact, blobs }: Pick<Deps, 'transact' | 'blobs'>,
  key: uploads.UploadKey,
): Promise<void> {
  const dropped = await transact(tx => releaseUpload(tx, key))
  // A finished upload's bytes belong to its file.
  if (dropped?.item_id === null) await blobs.remove(dropped.blob_id)
}

/**
 * Takes an upload back to what counts of it, on disk too; without anything that is reserved it is
 * dropped.
 */
export async function rewindUpload(
  { transact, blobs }: Pick<Deps, 'transact' | 'blobs'>,
  { id, actor_key, owner_id, blob_id }: Upload,
  { received_bytes, reserved_bytes }: AcknowledgedUpload = NOTHING,
): Promise<void> {
  const key = { id, actor_key }
  const row = await transact(async tx => {
    await quotas.lockOwners(tx, [owner_id])
    const found = await uploads.findUpload(tx, key)
    if (!found || found.item_id !== null) return found
    if (reserved_bytes === 0) return releaseUpload(tx, key)
    await uploads.updateUpload(tx, key, { received_bytes, reserved_bytes })
    await quotas.release(tx, owner_id, found.reserved_bytes - reserved_bytes)
    return found
  })
  // It became a file after all, though its commit seemed to fail.
  if (row?.item_id) return
  if (row && received_bytes > 0) await blobs.finish(blob_id, received_bytes)
  else await blobs.remove(blob_id)
}
