import { AppError } from '../errors.ts'

/** Result codes of SQLite and SQLSTATEs of PostgreSQL: no room is left. */
const FULL = new Set(['SQLITE_FULL', '53100'])

/**
 * What is no fault of a statement: the disk or the file below SQLite, and the classes 08, 53, 57P
 * and 58 of PostgreSQL's error codes with what the network says when nobody is there.
 */
const UNAVAILABLE =
  /^(SQLITE_(IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)|(08|53|58)\w{3}$|57P|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND)$|EAI_AGAIN$)/

/** A connection that was lost, or that is not to be had in time, has no code. */
const CONNECTION_LOST = /^Connection terminated|is not queryable$|^timeout (expired|exceeded)/

export const isDatabaseFull = (cause: unknown): boolean =>
  databaseError(cause)?.code === 'storage.full'

/** What a failure of the database is to a caller; nothing when it is a bug of ours. */
export function databaseError(cause: unknown): AppError | undefined {
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  if (FULL.has(code)) return new AppError('storage.full', { cause })
  const isUnavailable = UNAVAILABLE.test(code) || (!code && CONNECTION_LOST.test(cause.message))
  return isUnavailable ? new AppError('storage.unavailable', { cause }) : undefined
}
