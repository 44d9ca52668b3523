import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findRecoveryCodes } from './reauthentication.repository.ts'
import { countCodes } from './recovery-codes.ts'
import { endSession } from './sessions.service.ts'
import { claimCode, deleteUsedCodes } from './used-codes.repository.ts'

/** Longer than any code is taken: its half minute, and the one before and after. */
const CODE_MS = 2 * 60_000

const longAgo = (now: Date): Date => new Date(now.getTime() - CODE_MS)

/**
 * A code counts once, as somebody may have looked over a shoulder.
 * @throws AppError `request.invalid`
 */
export async function requireFirstUse(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  code: string,
): Promise<void> {
  const now = clock()
  if (await claimCode(db, { userId, code }, now, longAgo(now))) return
  throw new AppError('request.invalid', { errors: { code: ['validation.code_wrong'] } })
}

/**
 * Whoever comes in by a code that is used already is turned out again before he has heard of it.
 * @throws AppError `request.invalid`
 */
export async function requireUnused(
  deps: Pick<Deps, 'db' | 'live' | 'now'>,
  entry: { userId: string; token: string },
  code: string,
): Promise<void> {
  try {
    await requireFirstUse(deps, entry.userId, code)
  } catch (error) {
    await endSession(deps, entry.token)
    throw error
  }
}

/** None while it is off, or is only being set up. */
export async function recoveryCodesLeft(
  { db }: Pick<Deps, 'db'>,
  { userId }: SessionActor,
): Promise<number> {
  const stored = await findRecoveryCodes(db, userId)
  return stored === undefined ? 0 : countCodes(stored)
}

export const clearUsedCodes = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteUsedCodes(db, longAgo(now()))
