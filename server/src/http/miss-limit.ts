import type { ErrorCode } from '@coffer/contract'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { byIp, limitTries } from './rate-limits.ts'

/**
 * Looks a link up for somebody, and counts it where there is none: whoever guesses does so rarely.
 * @throws AppError `request.too_many` instead of `missing` when it is one too many
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
      await limitTries(deps, [byIp('unknown-link by ip', ip)])
    throw error
  }
}
