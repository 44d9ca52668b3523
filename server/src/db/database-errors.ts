import { AppError } from '../errors.ts'

/** Result codes of SQLite and SQLSTATEs of PostgreSQL for a full disk. */
const FULL = new Set(['SQLITE_FULL', '53100'])

/**
 * Errors that no statement causes: SQLite's disk and file errors, PostgreSQL's classes 08, 53, 57P
 * and 58, and network errors.
 */
const UNAVAILABLE =
  /^(SQLITE_(IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)|(08|53|58)\w{3}$|57P|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND)$|EAI_AGAIN$)/

/** Lost connections and connection timeouts have no code. */
const CONNECTION_LOST = /^Connection terminated|is not queryable$|^timeout (expired|exceeded)/

/** Whether a database failure means that the disk is full. */
export const isDatabaseFull = (cause: unknown): boolean =>
  databaseError(cause)?.code === 'storage.full'

/** Maps a database failure to an AppError; undefined if the cause is a bug. */
export function databaseError(cause: unknown): AppError | undefined {
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  if (FULL.has(code)) return new AppError('storage.full', { cause })
  const isUnavailable = UNAVAILABLE.test(code) || (!code && CONNECTION_LOST.test(cause.message))
  return isUnavailable ? new AppError('storage.unavailable', { cause }) : undefined
}
