import { statfs } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** How long a reading counts, less what was written since. */
const READING_MS = 1000
const MOST_RESERVED_BYTES = 256 * 1024 * 1024
const RESERVED_SHARE = 0.02

export interface DiskSpace {
  totalBytes: number
  freeBytes: number
}

async function readSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { totalBytes: blocks * bsize, freeBytes: bavail * bsize }
}

/** What stays free unless the operator says otherwise: a small disk gives less. */
const defaultReserve = (totalBytes: number): number =>
  Math.min(MOST_RESERVED_BYTES, Math.floor(totalBytes * RESERVED_SHARE))

/**
 * Keeps a part of the disk free of contents. On a full disk the database can't write either: nobody could sign in or
 * delete anything to make room.
 */
export function createDiskReserve(
  folder: string,
  {
    reserveBytes,
    read = readSpace,
  }: { reserveBytes?: number | undefined; read?: typeof readSpace },
) {
  let reading: Promise<DiskSpace> | undefined
  let readAt = 0
  let takenBytes = 0

  async function availableBytes(): Promise<number> {
    reading ??= read(folder)
    const { totalBytes, freeBytes } = await reading
    // Some network file systems don't tell.
    if (totalBytes === 0) return Number.POSITIVE_INFINITY
    return freeBytes - takenBytes - (reserveBytes ?? defaultReserve(totalBytes))
  }

  function forget(): void {
    reading = undefined
    readAt = performance.now()
    takenBytes = 0
  }

  /** @throws AppError `storage.full` when so many bytes would use up the reserve */
  async function require(bytes: number): Promise<void> {
    if (performance.now() - readAt > READING_MS) forget()
    if (bytes <= (await availableBytes())) return
    // What was deleted a moment ago counts before anything is refused.
    forget()
    if (bytes > (await availableBytes())) throw new AppError('storage.full')
  }

  return {
    require,
    /** As `require`, for bytes that are about to be written. */
    async take(bytes: number): Promise<void> {
      await require(bytes)
      takenBytes += bytes
    },
  }
}
