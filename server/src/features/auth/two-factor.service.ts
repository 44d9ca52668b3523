import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { endSession } from './sessions.service.ts'
import { claimCode, deleteUsedCodes } from './used-codes.repository.ts'

/** Longer than any code is taken: its half minute, and the one before and after. */
const CODE_MS = 2 * 60_000

const longAgo = (now: Date): Date => new Date(now.getTime() - CODE_MS)

/**
 * A code counts once, as somebody may have looked over a shoulder. Whoever comes in by one that is
 * used already is turned out again before he has heard of it.
 * @throws AppError `request.invalid`
 */
export async function requireUnused(
  deps: Pick<Deps, 'db' | 'live' | 'now'>,
  entry: { userId: string; token: string },
  code: string,
): Promise<void> {
  const now = deps.now()
  if (await claimCode(deps.db, { userId: entry.userId, code }, now, longAgo(now))) return
  await endSession(deps, entry.token)
  throw new AppError('request.invalid', { errors: { code: ['validation.code_wrong'] } })
}

export const clearUsedCodes = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteUsedCodes(db, longAgo(now()))
