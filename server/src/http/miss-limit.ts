import type { ErrorCode } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { byIp, limitAttempts } from './rate-limits.ts'

/**
 * Looks up a link and counts failures per address, because only guesses fail often.
 * @throws AppError `request.too_many` instead of `missing` above the limit
 */
export async function withMissLimit<L>(
  deps: Pick<Deps, 'transact' | 'now'>,
  { ip }: FastifyRequest,
  missing: ErrorCode,
  find: () => Promise<L>,
): Promise<L> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof AppError && error.code === missing)
      await limitAttempts(deps, [byIp('unknown-link by ip', ip)])
    throw error
  }
}
