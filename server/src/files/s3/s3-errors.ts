import { AppError } from '../../errors.ts'
import { BlobMissing, diskError } from '../storage-errors.ts'

/** The error of the SDK for an answer of the store. */
interface S3Failure extends Error {
  $metadata?: { httpStatusCode?: number }
}

const RETRY_SECONDS = 5
const MISSING = new Set(['NoSuchKey', 'NotFound', 'InvalidRange'])
const FULL = new Set(['QuotaExceeded', 'InsufficientCapacity', 'XMinioStorageFull'])
const NOT_IMPLEMENTED = 501

export const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : '')

export const statusOf = (cause: unknown): number | undefined =>
  (cause as S3Failure | null)?.$metadata?.httpStatusCode

/** Whether the store has understood a call and does not offer it. */
export const isUnsupported = (cause: unknown): boolean =>
  statusOf(cause) === NOT_IMPLEMENTED || nameOf(cause) === 'NotImplemented'

const REFUSALS = new Set([400, 405, 411, 501])

/** Whether the store does not take a call in this form. */
export const isRefused = (cause: unknown): boolean => REFUSALS.has(statusOf(cause) ?? 0)

/** Maps a failure of the store to an error of ours. */
export function s3Error(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const name = nameOf(cause)
  if (MISSING.has(name)) return new BlobMissing(cause)
  if (FULL.has(name)) return new AppError('storage.full', { cause })
  // The scratch folder may be full.
  if (diskError(cause).code === 'storage.full') return diskError(cause)
  return new AppError('storage.unavailable', { cause, retryAfterSeconds: RETRY_SECONDS })
}

/** Runs calls of the store and maps their failures to AppErrors. */
export async function mapS3Error<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw s3Error(cause)
  }
}
