import { AppError } from '../../errors.ts'
import { BlobMissing, diskError } from '../storage-errors.ts'

/** The error of the SDK for an answer of the store. */
interface S3Failure extends Error {
  $metadata?: { httpStatusCode?: number }
}

const RETRY_SECONDS = 5
const MISSING = new Set(['NoSuchKey', 'NotFound', 'InvalidRange'])
const FULL = new Set(['QuotaExceeded', 'InsufficientCapacity', 'XMinioStorageFull'])
const SERVER_ERROR = 500
const NOT_IMPLEMENTED = 501
const MAX_DESCRIPTION = 300
const CLOCK = 'The clock of this machine differs too much from that of the store.'
const UNREACHABLE = 'The store cannot be reached.'

export const nameOf = (cause: unknown): string => (cause instanceof Error ? cause.name : '')

export const statusOf = (cause: unknown): number | undefined =>
  (cause as S3Failure | null)?.$metadata?.httpStatusCode

/** Whether the store has understood a call and does not offer it. */
export const isUnsupported = (cause: unknown): boolean =>
  statusOf(cause) === NOT_IMPLEMENTED || nameOf(cause) === 'NotImplemented'

const REFUSALS = new Set([400, 405, 411, 501])

/** Whether the store does not take a call in this form. */
export const isRefused = (cause: unknown): boolean => REFUSALS.has(statusOf(cause) ?? 0)

/** Whether the store has refused a call, so that repeating it would change nothing. */
export const isFinal = (cause: unknown): boolean => (statusOf(cause) ?? SERVER_ERROR) < SERVER_ERROR

/** Causes in plain words, by the code in the answer of the store or of the connection. */
const REASONS: Record<string, string> = {
  RequestTimeTooSkewed: CLOCK,
  RequestExpired: CLOCK,
  RequestInTheFuture: CLOCK,
  NoSuchBucket: 'The bucket does not exist.',
  PermanentRedirect: 'The bucket lies in another region.',
  InvalidAccessKeyId: 'The store does not know the access key.',
  SignatureDoesNotMatch: 'The secret access key is wrong.',
  AccessDenied: 'The access key is not allowed to do this.',
  QuotaExceeded: 'The store is full.',
  SlowDown: 'The store asks for fewer calls.',
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  TimeoutError: UNREACHABLE,
}

/** The answer of the store in one line: its meaning, status, code and message, without credentials. */
export function describeFailure(cause: unknown): string {
  const name = nameOf(cause)
  const { code = '' } = (cause ?? {}) as { code?: string }
  const message = cause instanceof Error ? cause.message : String(cause)
  const said = [REASONS[name] ?? REASONS[code], statusOf(cause), name, message]
  const texts = said.filter(part => part && part !== 'UnknownError' && part !== 'Error')
  return texts.join(' ').replaceAll(/\s+/g, ' ').slice(0, MAX_DESCRIPTION)
}

/** A call that the store did not serve. */
class StoreUnavailable extends AppError {
  constructor(cause: unknown) {
    super('storage.unavailable', { cause, retryAfterSeconds: RETRY_SECONDS })
    this.message = `storage.unavailable: ${describeFailure(cause)}`
  }
}

/** Maps a failure of the store to an error of ours. */
export function s3Error(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const name = nameOf(cause)
  if (MISSING.has(name)) return new BlobMissing(cause)
  if (FULL.has(name)) return new AppError('storage.full', { cause })
  // The scratch folder may be full.
  if (diskError(cause).code === 'storage.full') return diskError(cause)
  return new StoreUnavailable(cause)
}

/** Runs calls of the store and maps their failures to AppErrors. */
export async function mapS3Error<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw s3Error(cause)
  }
}

/** Maps failures of the store while a list is read. */
export async function* mapListErrors<T>(list: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* list
  } catch (cause) {
    throw s3Error(cause)
  }
}
