import { AppError } from '../errors.ts'

/** A content, or its end, is not in its store although a row references it. */
export class BlobMissing extends AppError {
  constructor(cause: unknown) {
    super('storage.unavailable', { cause })
  }
}

/** A content is too large to be copied from a bucket for a program that needs a file. */
export class TooLargeToCopy extends Error {
  constructor(sizeBytes: number) {
    super(`${sizeBytes} bytes`)
  }
}

/** The code of errors about a file that is shorter than its row says. */
export const TOO_SHORT = 'ERR_BLOB_TOO_SHORT'
const MISSING = new Set(['ENOENT', TOO_SHORT])
const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Maps a disk failure to one of two errors: full or unavailable. */
export function diskError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? ''
  if (MISSING.has(code)) return new BlobMissing(cause)
  return new AppError(FULL.has(code) ? 'storage.full' : 'storage.unavailable', { cause })
}

/** Whether a disk failure means that the disk is full. */
export const isDiskFull = (cause: unknown): boolean => diskError(cause).code === 'storage.full'

/** Runs work and maps its disk failures to AppErrors. */
export async function mapDiskError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw diskError(cause)
  }
}
