import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import * as quotas from './quotas.repository.ts'

/** Reserved ahead of the bytes: as much as there is already, so that one byte never reserves much. */
const SMALLEST_STEP_BYTES = 1024 * 1024
const LARGEST_STEP_BYTES = 8 * 1024 * 1024

interface Reserved {
  ownerId: string
  /** What is reserved already. */
  bytes: number
  /** What it comes to at most, where that is known. */
  most?: number | undefined
  /** Stores the new sum in the transaction that reserves it; throws when no more is wanted. */
  record: (tx: Db, bytes: number) => Promise<void>
  exceeded: () => AppError
}

/** Reserves an owner's quota for bytes while they arrive, so that many uploads at once can't overrun it. */
export function createReservation(
  { transact }: Pick<Deps, 'transact'>,
  { ownerId, bytes: before, most = Number.POSITIVE_INFINITY, record, exceeded }: Reserved,
) {
  let reserved = before

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

  /** Reserves a whole step where there is room for it, so that not every packet costs a commit. */
  async function grow(needed: number): Promise<void> {
    const wanted = Math.min(LARGEST_STEP_BYTES, Math.max(SMALLEST_STEP_BYTES, reserved))
    const step = Math.min(wanted, most - reserved)
    if (needed < step && (await isReserved(step))) return
    await reserve(needed)
  }

  return {
    reserved: () => reserved,
    reserve,
    /** Passes bytes on once they are reserved, behind so many that arrived before. */
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
