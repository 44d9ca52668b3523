import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findRecoveryCodes } from './reauthentication.repository.ts'
import { countCodes } from './recovery-codes.ts'
import { endSession } from './sessions.service.ts'
import { claimCode, deleteUsedCodes } from './used-codes.repository.ts'

/** Longer than any code is accepted: 30 seconds, and one step before and after. */
const CODE_MS = 2 * 60_000

const expiryCutoff = (now: Date): Date => new Date(now.getTime() - CODE_MS)

/**
 * Accepts each code once, so that an observed code can't be used again (A6).
 * @throws AppError `request.invalid`
 */
export async function requireFirstUse(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  code: string,
): Promise<void> {
  const now = clock()
  if (await claimCode(db, { userId, code }, now, expiryCutoff(now))) return
  throw new AppError('request.invalid', { errors: { code: ['validation.code_wrong'] } })
}

/**
 * Ends a new session when its code was already used.
 * @throws AppError `request.invalid`
 */
export async function requireUnused(
  deps: Pick<Deps, 'db' | 'live' | 'now'>,
  session: { userId: string; token: string },
  code: string,
): Promise<void> {
  try {
    await requireFirstUse(deps, session.userId, code)
  } catch (error) {
    await endSession(deps, session.token)
    throw error
  }
}

/** Counts the unused recovery codes; 0 while two-factor sign-in is off or not yet confirmed. */
export async function recoveryCodesLeft(
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
): Promise<number> {
  const stored = await findRecoveryCodes(db, userId)
  return stored === undefined ? 0 : countCodes(stored)
}

export const clearUsedCodes = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteUsedCodes(db, expiryCutoff(now()))
