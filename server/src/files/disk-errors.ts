import { AppError } from '../errors.ts'

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Maps a disk failure to one of two errors: full or unavailable. */
export function diskError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const code = (cause as NodeJS.ErrnoException | null)?.code ?? ''
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
