import { AppError } from '../errors.ts'
import { isLostPlan } from './kept-plans.ts'

/** Result codes of SQLite and SQLSTATEs of PostgreSQL for a full disk. */
const FULL = new Set(['SQLITE_FULL', '53100'])

/**
 * PostgreSQL cancels one of several transactions that conflict: 40001 and 40P01 (deadlock). A
 * duplicate key (23505) also comes from a concurrent transaction, because transactions check that a
 * value is free before they write it: run again, the check finds the value and names the problem.
 */
const CONFLICTS = new Set(['40001', '40P01', '23505'])

/**
 * Errors that no statement causes: SQLite's disk and file errors, PostgreSQL's classes 08, 53, 57P
 * and 58, its timeouts (25P03, 55P03, 57014), conflicts of transactions, and network errors.
 */
const UNAVAILABLE =
  /^(SQLITE_(IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL)|(08|53|58)\w{3}$|57P|(25P03|40001|40P01|55P03|57014)$|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND)$|EAI_AGAIN$)/

/** Lost connections and connection timeouts have no code. */
const CONNECTION_LOST = /^Connection terminated|is not queryable$|^timeout (expired|exceeded)/

/** A text with a NUL, which PostgreSQL stores neither as text (22021) nor as JSON (22P05). */
const UNSTORABLE = new Set(['22021', '22P05'])

/** Whether a database failure means that the disk is full. */
export const isDatabaseFull = (cause: unknown): boolean =>
  databaseError(cause)?.code === 'storage.full'

/** The code of a conflict after which the same transaction can succeed; undefined for other errors. */
export const conflictCodeOf = (cause: unknown): string | undefined =>
  cause instanceof Error &&
  'code' in cause &&
  (CONFLICTS.has(String(cause.code)) || isLostPlan(cause))
    ? String(cause.code)
    : undefined

/** Seconds after which a client may try again. */
const RETRY_AFTER_SECONDS = 2

/** Maps a database failure to an AppError; undefined if the cause is a bug. */
export function databaseError(cause: unknown): AppError | undefined {
  if (!(cause instanceof Error)) return undefined
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  if (UNSTORABLE.has(code)) return new AppError('request.malformed', { cause })
  if (FULL.has(code)) return new AppError('storage.full', { cause })
  const isUnavailable = UNAVAILABLE.test(code) || (!code && CONNECTION_LOST.test(cause.message))
  return isUnavailable
    ? new AppError('storage.unavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
    : undefined
}
