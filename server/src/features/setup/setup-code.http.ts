import type { Deps } from '../../deps.ts'
import { byIp, limitAttempts, refundAttempts } from '../../http/rate-limits.ts'
import { requireSetupCode } from './setup.service.ts'

/**
 * Only wrong codes count toward the limit.
 * @throws AppError `setup.code_wrong`, `request.too_many`
 */
export async function requireCodeFrom(
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'secret'>,
  ip: string,
  code: string,
): Promise<void> {
  const attempts = [byIp('setup-code by ip', ip)]
  await limitAttempts(deps, attempts)
  requireSetupCode(deps, code)
  await refundAttempts(deps, attempts)
}
