import { AppError } from '../errors.ts'
import { type DiskSpace, readDiskSpace } from '../lib/disk-space.ts'

/** How long a reading of the free space is used, less the bytes written since. */
const READING_MS = 1000
const MAX_RESERVED_BYTES = 256 * 1024 * 1024
const RESERVED_SHARE = 0.02

/** The default reserve; smaller on a small disk. */
const defaultReserve = (totalBytes: number): number =>
  Math.min(MAX_RESERVED_BYTES, Math.floor(totalBytes * RESERVED_SHARE))

/**
 * Keeps a part of the disk free of blobs. On a full disk the database cannot write either, so no
 * user could sign in or delete anything.
 */
export function createDiskReserve(
  folder: string,
  {
    reserveBytes,
    read = readDiskSpace,
  }: { reserveBytes?: number | undefined; read?: typeof readDiskSpace },
) {
  let reading: Promise<DiskSpace> | undefined
  let readAt = 0
  let writtenBytes = 0

  async function availableBytes(): Promise<number> {
    reading ??= read(folder)
    const { totalBytes, freeBytes } = await reading
    // Some network file systems do not report their size.
    if (totalBytes === 0) return Number.POSITIVE_INFINITY
    return freeBytes - writtenBytes - (reserveBytes ?? defaultReserve(totalBytes))
  }

  function resetReading(): void {
    reading = undefined
    readAt = performance.now()
    writtenBytes = 0
  }

  /** @throws AppError `storage.full` if the bytes would use up the reserve */
  async function require(bytes: number): Promise<void> {
    if (performance.now() - readAt > READING_MS) resetReading()
    if (bytes <= (await availableBytes())) return
    // Space freed a moment ago must count before a write is rejected.
    resetReading()
    if (bytes > (await availableBytes())) throw new AppError('storage.full')
  }

  return {
    require,
    /** Like `require`, for bytes that are about to be written. */
    async take(bytes: number): Promise<void> {
      await require(bytes)
      writtenBytes += bytes
    },
  }
}
