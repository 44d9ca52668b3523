import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { createReservation, quotaExceeded, quotas } from '../quotas/index.ts'
import { requireRequestCapacity } from '../upload-requests/index.ts'
import { type BlobColumns, NO_BLOB, pickBlobColumns, unfinishedBlob } from './upload-blobs.ts'
import { LeaseLost } from './upload-errors.ts'
import * as parts from './upload-parts.repository.ts'
import * as uploads from './uploads.repository.ts'

type Upload = Pick<UploadRow, 'id' | 'actor_key' | 'lease_id' | 'owner_id' | 'blob_id'>

/** The acknowledged bytes of an upload and what is reserved for it. */
export type AcknowledgedUpload = Pick<
  UploadRow,
  'received_bytes' | 'reserved_bytes' | 'size_bytes'
> &
  BlobColumns

const NOTHING_ACKNOWLEDGED: AcknowledgedUpload = {
  received_bytes: 0,
  reserved_bytes: 0,
  size_bytes: null,
  ...NO_BLOB,
}

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
      if (!(await uploads.updateUpload(tx, row, { reserved_bytes }))) throw new LeaseLost()
      await requireRequestCapacity(tx, deps, actor, { files: 0, bytes: 0 })
    },
    exceeded: () => quotaExceeded(actor, row.owner_id),
  })

/** Deletes an upload and releases its reservation. @returns the deleted row */
async function releaseUpload(
  tx: Db,
  key: uploads.UploadKey,
  condition?: uploads.UploadCondition,
): Promise<UploadRow | undefined> {
  const row = await uploads.deleteUpload(tx, key, condition)
  if (row?.placement) await parts.deleteParts(tx, row.blob_id)
  if (row && row.reserved_bytes > 0) await quotas.release(tx, row.owner_id, row.reserved_bytes)
  return row
}

/**
 * Cancels an upload: releases its reservation in the transaction, deletes its bytes afterwards.
 * @param condition nothing happens unless the upload still meets it
 */
export async function dropUpload(
  { transact, blobs }: Pick<Deps, 'transact' | 'blobs'>,
  row: Pick<UploadRow, 'id' | 'actor_key' | 'owner_id'>,
  condition?: uploads.UploadCondition,
): Promise<void> {
  const dropped = await transact(async tx => {
    // Owners are locked before their uploads everywhere, so that two transactions never deadlock.
    await quotas.lockOwners(tx, [row.owner_id])
    return releaseUpload(tx, row, condition)
  })
  // The bytes of a finished upload belong to its file.
  if (dropped?.item_id === null) await blobs.abandon(unfinishedBlob(dropped))
}

type AcknowledgedBlob = Pick<UploadRow, 'blob_id' | 'received_bytes' | 'placement'>

/** @returns what is acknowledged of a blob whose lease is no longer ours; undefined for nothing */
function acknowledgedSince(
  current: UploadRow | undefined,
  before: AcknowledgedBlob,
): AcknowledgedBlob | undefined {
  // Perhaps by us: only the answer to the commit was lost.
  if (current?.blob_id === before.blob_id) return current
  // A blob that was new with this lease is unknown to others.
  return before.received_bytes > 0 ? before : undefined
}

/**
 * Resets an upload to its acknowledged bytes, on disk too, and releases its lease. Cancels it when
 * nothing is reserved. Changes nothing when another request has taken the lease.
 */
export async function rewindUpload(
  { transact, blobs }: Pick<Deps, 'transact' | 'blobs'>,
  row: Upload & BlobColumns & Pick<UploadRow, 'received_bytes' | 'size_bytes'>,
  acknowledged: AcknowledgedUpload = NOTHING_ACKNOWLEDGED,
): Promise<void> {
  const { owner_id, lease_id } = row
  const { received_bytes, reserved_bytes, size_bytes, placement } = acknowledged
  const kept = await transact(async tx => {
    await quotas.lockOwners(tx, [owner_id])
    const current = await uploads.lockUpload(tx, row)
    const isOurs = current?.item_id === null && current.lease_id === lease_id
    if (!isOurs) return acknowledgedSince(current, { ...row, placement })
    if (reserved_bytes === 0) {
      await releaseUpload(tx, row)
      return undefined
    }
    await uploads.updateUpload(tx, row, {
      received_bytes,
      reserved_bytes,
      size_bytes,
      ...pickBlobColumns(acknowledged),
      lease_id: null,
    })
    await quotas.release(tx, owner_id, current.reserved_bytes - reserved_bytes)
    if (received_bytes === 0) return undefined
    // Before the commit, because the next holder of the lease may write behind these bytes. If it
    // fails, they are overwritten or removed later.
    await blobs.rewind(unfinishedBlob({ ...row, ...acknowledged })).catch(() => undefined)
    return { placement }
  })
  const written = unfinishedBlob(row)
  if (!kept) await blobs.abandon(written)
  else await blobs.discard(written, unfinishedBlob({ ...row, ...kept }).placement)
}
