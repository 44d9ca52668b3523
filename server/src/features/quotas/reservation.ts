import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import * as quotas from './quotas.repository.ts'

/** Steps double the reservation within these limits, so that small uploads never reserve much. */
const SMALLEST_STEP_BYTES = 1024 * 1024
const LARGEST_STEP_BYTES = 8 * 1024 * 1024

interface ReservationOptions {
  ownerId: string
  /** Bytes that are already reserved. */
  bytes: number
  /** Maximum bytes, if known. */
  most?: number | undefined
  /** Stores the new total in the reserving transaction; throws when the upload has ended. */
  record: (tx: Db, bytes: number) => Promise<void>
  exceeded: () => AppError
}

/** Reserves quota as bytes arrive, so that concurrent uploads can't exceed it. */
export function createReservation(
  { transact }: Pick<Deps, 'transact'>,
  {
    ownerId,
    bytes: initialBytes,
    most = Number.POSITIVE_INFINITY,
    record,
    exceeded,
  }: ReservationOptions,
) {
  let reserved = initialBytes

  async function reserve(bytes: number): Promise<void> {
    await transact(async tx => {
      if (!(await quotas.reserve(tx, ownerId, bytes))) throw exceeded()
      await record(tx, reserved + bytes)
    })
    reserved += bytes
  }

  const isReserved = (bytes: number): Promise<boolean> =>
    reserve(bytes).then(
      () => true,
      error => {
        if (error instanceof AppError) return false
        throw error
      },
    )

  /** Reserves a full step if the quota allows, so that not every packet costs a commit. */
  async function grow(needed: number): Promise<void> {
    const preferred = Math.min(LARGEST_STEP_BYTES, Math.max(SMALLEST_STEP_BYTES, reserved))
    const step = Math.min(preferred, most - reserved)
    if (needed < step && (await isReserved(step))) return
    await reserve(needed)
  }

  return {
    reserved: () => reserved,
    reserve,
    /** Yields bytes once they are reserved; `arrivedBytes` were received before. */
    async *covering(source: Bytes, arrivedBytes = 0): Bytes {
      let arrived = arrivedBytes
      for await (const chunk of source) {
        arrived += chunk.length
        if (arrived > reserved) await grow(arrived - reserved)
        yield chunk
      }
    },
  }
}
